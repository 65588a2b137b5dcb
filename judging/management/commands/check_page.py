"""`manage.py check_page [FILE]`: make the page that checks whole events without a network."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from judging.bundling import check_page, runtime


class Command(BaseCommand):
    # Nothing here touches the database.
    requires_system_checks = ()
    help = "Make the HTML file that checks events without a network, for the site, and for FILE where one is named."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where else to put it."""
        parser.add_argument("file", nargs="?", help="a copy of the page")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints where it is and its size; raises CommandError with one sentence where it cannot be made."""
        try:
            made = check_page.make()
            place = shutil.copyfile(made, options["file"]) if options["file"] else made
        except (runtime.NotMade, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{place}: {made.stat().st_size / 1e6:.1f} MB")
