"""`manage.py personal_data_guide`: the tables of personal data; `--write` puts them into docs/personal-data.md."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.utils import translation

from tournaments.core.installation import get_program_folder
from tournaments.exchange.personal_data import Stored, beside, of_players, of_registrations

FILE: Final = get_program_folder("docs") / "personal-data.md"
TABLES: Final[tuple[Callable[[], list[Stored]], ...]] = (of_players, of_registrations, beside)

HEAD: Final = "| what | who sees it | why | how long |\n|---|---|---|---|\n"
TABLE: Final = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)


class Command(BaseCommand):
    help = "Print the tables of personal data; --write puts them into docs/personal-data.md."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["write"]:
            FILE.write_text(with_tables(FILE.read_text("utf-8")), "utf-8")
        else:
            self.stdout.write("\n".join(table_of(rows()) for rows in TABLES), ending="")


def table_of(stored: Iterable[Stored]) -> str:
    """Return the table in English."""
    with translation.override("en"):
        return HEAD + "".join(f"| {' | '.join(map(str, row))} |\n" for row in stored)


def with_tables(guide: str) -> str:
    """Return the guide with the tables of today. Raises ValueError if it has another number of tables."""
    if len(TABLE.findall(guide)) != len(TABLES):
        raise ValueError(f"{FILE.name} has not {len(TABLES)} tables")
    tables = iter(TABLES)
    return TABLE.sub(lambda _match: table_of(next(tables)()), guide)
