"""`manage.py makemessages`: Django's command, plus texts in the rule families' data and names without translation.

The catalogues are sorted by text and name no files, so that a diff shows only changed texts.
"""

import re
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from babel.messages.pofile import normalize, read_po, write_po
from django.conf import settings
from django.core.management.commands import makemessages
from django.utils.translation import to_language

from tournaments.core.text.rules import list_rule_texts, list_untranslated_names

# These folders have no texts of the program: stored data, libraries and tests.
IGNORED = ("var", ".venv", "tests", "tools")


class Command(makemessages.Command):
    # Guessed translations from similar texts are wrong oftener than right.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        options["ignore_patterns"] = [*options["ignore_patterns"], *IGNORED]
        options["add_location"] = options["add_location"] or "never"
        heads = {path: extract_heading(path.read_text("utf-8")) for path in list_catalogues()}
        super().handle(*args, **options)
        for path in list_catalogues():
            written = path.read_text("utf-8")
            path.write_text(as_written(written, heads.get(path, "")), "utf-8")

    def write_po_file(self, potfile: str, locale: str) -> Any:
        template = Path(potfile)
        extracted = template.read_text("utf-8")
        # The template lacks the number of plurals, which Babel needs.
        catalogue = read_po(StringIO(re.sub(r'"Plural-Forms:.*\n', "", extracted)))
        texts = {*list_rule_texts(), *list_untranslated_names(to_language(locale))}
        added = [text for text in sorted(texts) if catalogue.get(text) is None]
        entries = [f'\n#: engine/rules\nmsgid {normalize(text)}\nmsgstr ""\n' for text in added]
        template.write_text(extracted + "".join(entries), "utf-8")
        try:
            return super().write_po_file(potfile, locale)
        finally:
            template.write_text(extracted, "utf-8")


def list_catalogues() -> list[Path]:
    return [path for folder in settings.LOCALE_PATHS for path in Path(folder).glob("*/LC_MESSAGES/django.po")]


def extract_heading(catalogue: str) -> str:
    return catalogue.partition("\n\n")[0] + "\n\n"


def as_written(catalogue: str, head: str = "") -> str:
    """Return a catalogue below `head`, by default its own, with the entries sorted and each text on one line."""
    written = BytesIO()
    entries = read_po(StringIO(catalogue))
    write_po(written, entries, width=0, omit_header=True, sort_output=True, no_location=True)
    return (head or extract_heading(catalogue)) + written.getvalue().decode()
