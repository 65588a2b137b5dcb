"""`manage.py import_event FILE`: a tournament from a mahjong-event/1 file."""

import hashlib
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.imports.event_file import read
from tournaments.imports.event_meaning import understand
from tournaments.models import Tournament
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.services.events import import_event


class Command(BaseCommand):
    help = "Import a mahjong-event/1 file. A file that is here already, unchanged, is left alone."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", default="", help="short name; default: event.short of the file")
        parser.add_argument("--unpublished", action="store_true", help="keep the public pages closed")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            content = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}") from error
        event, problems = read(content, path.stem)
        for problem in problems:
            kind = "warning" if problem.warning else "problem"
            self.stderr.write(f"{kind}: {problem.column + ': ' if problem.column else ''}{problem.message}")
        if event is None:
            raise CommandError(f"{path.name} was not imported.")
        digest = hashlib.sha256(content).hexdigest()
        slug = options["slug"] or event.short
        if Tournament.objects.filter(slug=slug, extra__digest=digest).exists():
            self.stdout.write(f"{slug}: imported before, unchanged")
            return
        meaning = understand(event)
        for problem in meaning.problems:
            kind = "warning" if problem.warning else "problem"
            self.stderr.write(f"{kind}: {problem.column}: {problem.message}")
        if any(not problem.warning for problem in meaning.problems):
            raise CommandError(f"{path.name} was not imported.")
        try:
            tournament = import_event(
                Actor.of_command("import_event"),
                event=event,
                meaning=meaning,
                slug=slug,
                published=not options["unpublished"],
                digest=digest,
            )
        except UserError as error:
            raise CommandError(str(error)) from error
        for difference in meaning.differences:
            self.stderr.write(f"warning: standings: {difference}")
        listed = "as listed" if event.standings and not meaning.differences else "computed"
        if event.standings and meaning.differences:
            listed = f"{len(meaning.differences)} rows differ from the file"
        self.stdout.write(
            f"{tournament.slug}: {len(event.players)} players, {event.rounds_played} rounds played, standings {listed}"
        )
