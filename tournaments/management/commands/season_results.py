"""`manage.py season_results`: the stored results of seasons' events made again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.seasons import stored
from tournaments.seasons.models import StoredStandings


class Command(BaseCommand):
    help = "Make the stored results of the events of seasons again."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        StoredStandings.objects.all().delete()
        count = 0
        while season := stored.store_stale():
            count += season
        self.stdout.write(f"results of {count} events stored")
