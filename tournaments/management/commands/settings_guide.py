"""`manage.py settings_guide`: the tables of an event's settings; `--write` puts them into docs/settings.md."""

import re
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.utils import translation

from tournaments.core.installation import get_program_folder
from tournaments.events.settings import DESK, EVENT, Setting

FILE: Final = get_program_folder("docs") / "settings.md"
TABLES: Final = {"The event": EVENT, "Registration": DESK}

HEAD: Final = "| field | what it does | default |\n|---|---|---|\n"
TABLE: Final = re.compile(r"((?:^\|.*\n)+)", re.MULTILINE)


class Command(BaseCommand):
    help = "Print the tables of an event's settings; --write puts them into docs/settings.md."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["write"]:
            FILE.write_text(insert_tables(FILE.read_text("utf-8")), "utf-8")
        else:
            self.stdout.write("\n".join(map(render_table, TABLES.values())), ending="")


def render_table(settings: Iterable[Setting]) -> str:
    """Return the table of the settings that have an explanation, in English."""
    with translation.override("en"):
        rows = [setting.row for setting in settings if setting.effect]
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def insert_tables(guide: str) -> str:
    """Replace the tables of each section of `TABLES` in the guide."""
    for heading, settings in TABLES.items():
        before, title, after = guide.partition(f"\n## {heading}\n")
        text, _old, tail = re.split(TABLE, after, maxsplit=1)
        guide = "".join((before, title, text, render_table(settings), tail))
    return guide
