"""`manage.py event_schema`: the JSON Schema of event files; `--write` updates the file in `docs/`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.exchange.document import schema, seasons
from tournaments.exchange.documents import to_json


class Command(BaseCommand):
    help = "Print the JSON Schema of mahjong-event/2; --write keeps those of events and seasons in docs/ up to date."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["write"]:
            schema.FILE.write_bytes(to_json(schema.build_event_schema()))
            seasons.SCHEMA_FILE.write_bytes(to_json(seasons.build_season_schema()))
        else:
            self.stdout.write(to_json(schema.build_event_schema()).decode(), ending="")
