"""`manage.py compile_translations`: .po to .mo without GNU gettext."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournaments.site.translations import compile_catalogues


class Command(BaseCommand):
    help = "Compile the message catalogues; ends with an error when a message has a fault such as a lost placeholder."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        problems = compile_catalogues(list(settings.LOCALE_PATHS), force=True)
        if problems:
            raise CommandError("\n".join(problems))
