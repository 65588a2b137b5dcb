"""`manage.py personal_data_guide`: the tables of personal data; `--write` puts them into the guide of each language."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.utils import translation

from tournaments.core.installation import get_program_folder
from tournaments.exchange.personal_data import Stored, beside, of_players, of_registrations

GUIDES: Final[Mapping[str, Path]] = {
    "en": get_program_folder("docs") / "personal-data.md",
    "ja": get_program_folder("docs") / "ja" / "personal-data.md",
}
TABLES: Final[tuple[Callable[[], list[Stored]], ...]] = (of_players, of_registrations, beside)

TABLE: Final = re.compile(r"(^\|.*\n\|[-|]+\n)(?:^\|.*\n)+", re.MULTILINE)
"""Table with its heading, which the guide has in its own words."""


class Command(BaseCommand):
    help = "Print the tables of personal data; --write puts them into docs/personal-data.md and its translations."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["write"]:
            for language, guide in GUIDES.items():
                guide.write_text(replace_tables(guide.read_text("utf-8"), language), "utf-8")
        else:
            self.stdout.write("\n".join(format_rows(list_rows(), "en") for list_rows in TABLES), ending="")


def format_rows(stored: Iterable[Stored], language: str) -> str:
    with translation.override(language):
        return "".join(f"| {' | '.join(map(str, row))} |\n" for row in stored)


def replace_tables(guide: str, language: str) -> str:
    """Return the guide with the tables of today. Raises ValueError if it has another number of tables."""
    if len(TABLE.findall(guide)) != len(TABLES):
        raise ValueError(f"the guide of personal data in {language} has not {len(TABLES)} tables")
    tables = iter(TABLES)
    return TABLE.sub(lambda table: table[1] + format_rows(next(tables)(), language), guide)
