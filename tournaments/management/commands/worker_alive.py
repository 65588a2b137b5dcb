"""`manage.py worker_alive`: the health check of a worker's container or unit."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.core import jobs


class Command(BaseCommand):
    help = "End with 0 where background work was done within the last 90 seconds, else with 1."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if not jobs.is_worker_alive():
            raise CommandError("No worker has been heard of for 90 seconds.")
