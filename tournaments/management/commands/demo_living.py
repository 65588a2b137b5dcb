"""`manage.py demo_living`: an event in the middle of round 3, for trying every role."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.events.models import Tournament
from tournaments.exchange.demo import running_event
from tournaments.exchange.demo.queries import LIVING


class Command(BaseCommand):
    help = "Make a fictional event whose third round is being played."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if Tournament.objects.filter(slug=LIVING).exists():
            raise CommandError(f"There is a tournament {LIVING} already.")
        began = time.perf_counter()
        running_event.make()
        self.stdout.write(
            f"Round {running_event.NOW} of {running_event.ROUNDS} is on, "
            f"{time.perf_counter() - began:.1f} s: /t/{LIVING}/"
        )
