"""`manage.py event_schema`: the JSON Schema of event files; `--write` brings the file in `docs/` up to date."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.portable.schema import FILE, text


class Command(BaseCommand):
    help = "Print the JSON Schema of mahjong-event/2; --write keeps docs/mahjong-event-2.schema.json like the models."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["write"]:
            FILE.write_text(text(), encoding="utf-8")
        else:
            self.stdout.write(text(), ending="")
