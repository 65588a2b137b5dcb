"""`manage.py export_event SLUG`: a tournament as a mahjong-event/1 file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.exports.events import export_event
from tournaments.management.finding import tournament_called


class Command(BaseCommand):
    help = "Write a tournament as mahjong-event/1 JSON, to standard output or to --output."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--output", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        event = export_event(tournament_called(options["slug"]))
        text = json.dumps(event, ensure_ascii=False, indent=1)
        if options["output"]:
            options["output"].write_text(text + "\n", encoding="utf-8")
        else:
            self.stdout.write(text)
