"""`manage.py export_event SLUG --output FILE`: a whole tournament as one file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.exchange.document.archive import pack, pack_as_json
from tournaments.exchange.document.event_1 import export_event
from tournaments.management.base import get_tournament
from tournaments.management.files import write_file


class Command(BaseCommand):
    help = (
        "Write a tournament whole as mahjong-event/2: a ZIP to --output, or one JSON value to standard output and to a "
        "file called .json. --format 1 writes the older form, which has the results alone."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--output", type=Path)
        parser.add_argument("--format", choices=("1", "2"), default="2", help="version of the format; default: 2")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament, output = get_tournament(options["slug"]), options["output"]
        if options["format"] == "1":
            content = (json.dumps(export_event(tournament), ensure_ascii=False, indent=1) + "\n").encode()
        elif output is None or output.suffix.lower() == ".json":
            content = pack_as_json(tournament)
        else:
            content = pack(tournament)
        if output is None:
            self.stdout.write(content.decode(), ending="")
            return
        write_file(output, content)
