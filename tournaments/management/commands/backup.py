"""`manage.py backup`: make a backup, or list the existing ones."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.files import explain_file_failure, quote_path
from tournaments.core.errors import UserError
from tournaments.exchange.backups import erasures, making, store


class Command(BaseCommand):
    help = "Make a backup of database, files and secret key, check it by opening it, and print where it lies."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--list", action="store_true", help="list the backups instead, newest first")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            erased = erasures.listed()
            for backup in store.listed():
                line = f"{backup.about.made_at}  {backup.size // 1024:>8} kB  {quote_path(backup.address)}"
                if holding := erasures.holding(backup, erased):
                    line += f"  erased people: {holding.people}, removed by {holding.removed_by:%Y-%m-%d}"
                self.stdout.write(line)
            if warning := store.warning():
                self.stderr.write(warning)
            return
        try:
            new_backup = making.make(making.COMMAND)
        except OSError as error:
            raise CommandError(explain_file_failure(error)) from error
        except UserError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(new_backup.address)
        if warning := making.problem():
            self.stderr.write(warning)
