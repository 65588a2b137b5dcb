"""`manage.py demo`: two real events, imported as any organiser would, and fictional ones to try."""

import argparse
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand

FOLDER = Path(__file__).resolve().parents[2] / "exchange" / "demo"
FIRST = ("demo_living", "demo_duplicate")
"""Commands of the events, which other apps' commands complete afterwards."""


class Command(BaseCommand):
    help = "Import the events of tournaments/exchange/demo/, make the one under way and the duplicate ones."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        part = parser.add_mutually_exclusive_group()
        part.add_argument("--finished", action="store_true", help="only the events that are over")
        part.add_argument("--under-way", action="store_true", help="only the other ones")

    def handle(self, *args: Any, finished: bool = False, under_way: bool = False, **options: Any) -> None:
        if not under_way:
            self.make_finished_events()
        if not finished:
            self.make_events_under_way()

    def make_finished_events(self) -> None:
        for path in sorted(FOLDER.glob("*.json")):
            # Wrong sums of the original tables are warnings for importers, not for visitors of a demonstration.
            call_command("import_event", str(path), stdout=self.stdout, stderr=StringIO())
        call_command("demo_duplicate", stdout=self.stdout)

    def make_events_under_way(self) -> None:
        call_command("demo_living", stdout=self.stdout)
        call_command("demo_duplicate", under_way=True, stdout=self.stdout)
        for name in sorted(name for name in get_commands() if name.startswith("demo_") and name not in FIRST):
            call_command(name, stdout=self.stdout)
