"""Shared parts of commands: the event of an argument, and the base of imports (preview first, save on request)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.text import slugify

from engine.files import quote_path
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.exchange.reading.api_uploads import Upload, UploadPreview, describe_problem
from tournaments.management.files import read_file


class ImportCommand(BaseCommand):
    """Import of a file into an existing event. Subclasses make the preview; `saved` names what is counted."""

    requires_system_checks: list[str] = []
    saved = ""
    has_columns = True
    """False for a file whose columns have no meanings to state."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the event's short name")
        parser.add_argument("file", type=Path, help="CSV, XLSX or text")
        parser.add_argument("--sheet", default="", help="of an XLSX file: its name, or its number from 1")
        parser.add_argument("--block", default="", help="of cells, such as B3:M40")
        if self.has_columns:
            parser.add_argument("--columns", default="", help="their meanings: heading=meaning; heading=- (left out)")
        parser.add_argument("--save", action="store_true", help="save; without it, only say what would be done")
        parser.add_argument("--leave-out", action="store_true", help=self.leaves_out)

    leaves_out = "save the rest where rows or columns cannot be read"

    def look(self, tournament: Tournament, upload: Upload, **options: Any) -> UploadPreview:
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        tournament, path = get_tournament(options["slug"]), options["file"]
        content = read_file(path)
        about = {name: options[name] for name in ("sheet", "block", "columns") if name in options}
        try:
            look = self.look(tournament, Upload(content=content, **about), **options)
        except UserError as error:
            raise CommandError("\n".join([str(error), *error.problems])) from error
        for problem in look.problems:
            self.stderr.write(f"{'warning' if problem.warning else 'problem'}: {describe_problem(problem)}")
        if not any(look.counts.values()) and any(not problem.warning for problem in look.problems):
            raise CommandError(f"{quote_path(path)} holds nothing to save; mend what the lines above name.")
        if not options["save"]:
            counts = ", ".join(f"{name} {count}" for name, count in look.counts.items())
            self.stdout.write(f"{counts}; nothing is saved yet, --save does it")
            return
        command = type(self).__module__.rpartition(".")[2]
        try:
            done = look.confirmed(Actor.of_command(command), leave_out=options["leave_out"])
        except UserError as error:
            raise CommandError("\n".join([str(error), *error.problems[:20]])) from error
        self.stdout.write(f"{tournament.slug}: {done} {self.saved}")


def get_tournament(name: str) -> Tournament:
    """Return the tournament with that slug or short name. Raises CommandError listing the existing ones."""
    for slug in (name, slugify(name)):
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is not None:
            return tournament
    slugs = ", ".join(Tournament.objects.order_by("slug").values_list("slug", flat=True)) or "none"
    raise CommandError(f"There is no tournament {name!r}; choose one of: {slugs}.")
