"""`manage.py import_schedule SLUG FILE [--round N] [--save]`: drafts from an external schedule."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from tournaments.events.models import Tournament
from tournaments.exchange.reading.api_uploads import Upload, UploadPreview, preview_schedule
from tournaments.management.base import ImportCommand


class Command(ImportCommand):
    help = "Seatings of a schedule made elsewhere (CSV, XLSX, JSON or text), as drafts."
    saved = "rounds seated as drafts"
    has_columns = False
    leaves_out = "players who are not named sit out"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--round", type=int, default=1, help="where rounds without numbers begin; default: 1")

    def look(self, tournament: Tournament, upload: Upload, **options: Any) -> UploadPreview:
        number = options["round"]
        round_ = tournament.rounds.filter(number=number).first()
        if round_ is None:
            raise CommandError(f"{tournament.slug} has no round {number}.")
        return preview_schedule(round_, upload, sit_out=options["leave_out"])
