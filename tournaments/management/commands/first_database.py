"""`manage.py first_database FILE`: build the database of a first start in an empty data folder, for the wheel."""

import argparse
import io
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from tournaments.exchange.demo import first_database


class Command(BaseCommand):
    help = "Migrate an empty data folder, import the finished events of the demonstration, write the database to FILE."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("demo", finished=True, stdout=io.StringIO())
        first_database.write_first_database(file)
