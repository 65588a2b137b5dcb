"""`manage.py copy_database`: a step of `manage.py restore` between SQLite and PostgreSQL."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from tournaments.core.errors import UserError
from tournaments.exchange.backups import copying
from tournaments.site.environment import SOURCE, SOURCE_VARIABLE


class Command(BaseCommand):
    help = f"Replace all rows of this site by those of the database in {SOURCE_VARIABLE}; `restore` does this itself."

    def handle(self, *args: Any, **options: Any) -> None:
        if SOURCE not in connections:
            raise CommandError(f"Set {SOURCE_VARIABLE} to the address of the database to copy.")
        call_command("migrate", verbosity=0, interactive=False)
        try:
            number = copying.copy_rows()
        except UserError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{number} rows copied and compared.")
