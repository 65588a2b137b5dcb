"""`manage.py backup`: make a backup, or list the existing ones."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.core.errors import UserError
from tournaments.exchange.backups import archive, making


class Command(BaseCommand):
    help = "Make a backup of database, files and secret key, check it by opening it, and print where it lies."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--list", action="store_true", help="list the backups instead, newest first")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            for one in archive.listed():
                self.stdout.write(f"{one.about.made_at}  {one.size // 1024:>8} kB  {one.path}")
            return
        try:
            made = making.make(making.COMMAND)
        except (UserError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(made.path))
        if warning := making.problem():
            self.stderr.write(warning)
