"""`manage.py demo_evenings`: three evenings of a club, and their season."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.events.models import Tournament
from tournaments.exchange.demo import evenings


class Command(BaseCommand):
    help = "Make a club's open evenings and the season that ranks them by days."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if Tournament.objects.filter(slug=evenings.EVENINGS).exists():
            raise CommandError(f"There is a tournament {evenings.EVENINGS} already.")
        evenings.make()
        self.stdout.write(f"Evenings of a club, ranked by days: /seasons/{evenings.LEAGUE}/")
