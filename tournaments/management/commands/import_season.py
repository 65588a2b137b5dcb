"""`manage.py import_season FILE --slug SLUG`: a season with its events."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.files import quote_path
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.exchange.document.seasons import unpack
from tournaments.exchange.services.season_files import preview, restore
from tournaments.management.files import read_file


class Command(BaseCommand):
    help = (
        "Import a season (mahjong-season/1) with its events. Events that are here already, unchanged, are taken as "
        "they are; a file that cannot be restored whole is refused with its reasons and status 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", default="", help="short name; default: that of the file")
        parser.add_argument("--dry-run", action="store_true", help="say what the file would make; make nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        read, problems = unpack(read_file(path))
        for problem in problems:
            self.stderr.write(f"problem: {problem.column + ': ' if problem.column else ''}{problem.message}")
        if read is None:
            raise CommandError(f"{quote_path(path)} was not imported.")
        try:
            if options["dry_run"]:
                outlook = preview(Actor.of_command("import_season"), read=read, slug=options["slug"])
                self.stdout.write(
                    f"{outlook.name}, short name {outlook.slug}, {outlook.ranked} ranked; nothing is saved yet"
                )
                for state, events in (("made", outlook.made), ("here already", outlook.here)):
                    for slug, name in events:
                        self.stdout.write(f"  {slug}: {name} ({state})")
                return
            season = restore(Actor.of_command("import_season"), read=read, slug=options["slug"])
        except UserError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{season.slug}: {len(read.events)} events, {len(read.ranking)} ranked")
