"""`manage.py pocket_file RULESET FILE`: the law of one ruleset as a single HTML file to take along."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.loader import render_to_string
from django.utils.translation import override

from engine.errors import RulesetError
from engine.family import ruleset
from judging.bundling import files, one_file, runtime
from judging.bundling.one_file import Carried
from judging.views.questionnaires import SEATS, questionnaires, tiles_of
from tournaments.models import SeatWind
from tournaments.wording.rules import ruleset_title

STATIC: Final = settings.BASE_DIR / "static"
OWN: Final = Path(files.__file__).with_name("law-file.js")
STYLES: Final = ("base", "layout", "components", "tables", "forms", "tiles", "judging")
SCRIPTS: Final = (
    "law-words.js",
    "law-client.js",
    "tile-picker.js",
    "facts.js",
    "told-lines.js",
    "law-on-device.js",
)
"""Modules of the site; the file's own stands before the last, which looks for the worker's address."""


class Command(BaseCommand):
    # Nothing here touches the database.
    requires_system_checks = ()
    help = "Write the law of a ruleset as one HTML file, which answers claims from a disk without a network."

    def add_arguments(self, parser: CommandParser) -> None:
        """The ruleset, the file and the language."""
        parser.add_argument("ruleset", help="the ruleset's short name, as in the address of its rules page")
        parser.add_argument("file", type=Path)
        parser.add_argument("--language", default="en", choices=[code for code, _name in settings.LANGUAGES])

    def handle(self, *args: Any, **options: Any) -> None:
        """Writes the file and says its size; raises CommandError with one sentence where it cannot be made."""
        try:
            with override(options["language"]):
                text = written(options["ruleset"], options["language"])
        except (RulesetError, runtime.NotMade) as error:
            raise CommandError(str(error)) from error
        options["file"].write_text(text, encoding="utf-8")
        self.stdout.write(f"{options['file']}: {len(text.encode()) / 1e6:.1f} MB.")


def written(name: str, language: str) -> str:
    """The file's text. Raises RulesetError for an unknown ruleset, NotMade where its parts cannot be made."""
    rules = ruleset(name)
    made = files.make()
    parts = {part: (settings.POCKET_DIR / line["path"]).read_bytes() for part, line in made["files"].items()}
    worker = (STATIC / "js" / "law-worker.js").read_text(encoding="utf-8")
    told = {"engine": made["engine"], "info": made["info"]}
    title = ruleset_title(rules.family, rules.preset)
    sheets = [(0, one) for one in questionnaires(rules)]
    values = {
        "rules": rules,
        "title": title,
        "sheets": sheets,
        "names": [str(wind.label) for wind in SeatWind],
        **tiles_of(rules),
    }
    return one_file.page(
        title=title,
        language=language,
        styles=_styles(),
        body=_alone(render_to_string("judging/pocket/file.html", values)),
        script=one_file.joined(
            [*(STATIC / "js" / script for script in SCRIPTS[:-1]), OWN, STATIC / "js" / SCRIPTS[-1]]
        ),
        carried=Carried(parts, worker, told),
    )


def _styles() -> str:
    """The site's, with its tokens; fonts and drawings that are files of their own stay behind."""
    tokens = render_to_string("components/tokens.html")
    names = re.findall(r"css/([\w-]+)\.css", tokens) + list(STYLES)
    texts = {name: (STATIC / "css" / f"{name}.css").read_text(encoding="utf-8") for name in names}
    # On the site a medium of its link holds it back.
    texts["dark"] = f"@media (prefers-color-scheme: dark) {{\n{texts['dark']}\n}}"
    return "\n".join(texts.values())


def _alone(body: str) -> str:
    """The body with players called by their winds, and with the drawings of tiles inside it."""
    for seat, mark in SEATS:
        body = body.replace(mark, str(SeatWind(seat).label))
    drawings = (STATIC / "tiles" / "sprite.svg").read_text(encoding="utf-8").replace("<svg ", "<svg hidden ", 1)
    return drawings + re.sub(r'href="[^"#]*sprite[^"#]*\.svg#', 'href="#', body)
