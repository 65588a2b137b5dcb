"""`manage.py import_roster SLUG FILE [--save]`: players of a list into an event."""

from typing import Any

from tournaments.events.models import Tournament
from tournaments.exchange.reading.api_uploads import Upload, UploadPreview, preview_roster
from tournaments.management.base import ImportCommand


class Command(ImportCommand):
    help = "Players of a CSV or XLSX list, in any layout that the page Import players reads."
    saved = "players added or changed"

    def look(self, tournament: Tournament, upload: Upload, **_options: Any) -> UploadPreview:
        return preview_roster(tournament, upload)
