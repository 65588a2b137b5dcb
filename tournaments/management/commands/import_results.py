"""`manage.py import_results SLUG FILE [--save]`: sheets from a table of results into a running event."""

from argparse import ArgumentParser
from typing import Any

from tournaments.events.models import Tournament
from tournaments.exchange.reading.api_uploads import Upload, UploadPreview, preview_results
from tournaments.management.base import ImportCommand


class Command(ImportCommand):
    help = "Sheets of a CSV or XLSX table of results; each waits for its confirmation."
    saved = "tables entered"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--reason", default="", help="for doubtful sheets and corrections")

    def look(self, tournament: Tournament, upload: Upload, **options: Any) -> UploadPreview:
        return preview_results(tournament, upload, reason=options["reason"])
