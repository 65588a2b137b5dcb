"""`manage.py demo`: two real tournaments, imported as any organiser would import them, and a duplicate event."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

FOLDER = Path(__file__).resolve().parents[2] / "demo"


class Command(BaseCommand):
    help = "Import the events of tournaments/demo/ and play the duplicate event of demo_duplicate."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for path in sorted(FOLDER.glob("*.json")):
            call_command("import_event", str(path), stdout=self.stdout)
        call_command("demo_duplicate", stdout=self.stdout)
