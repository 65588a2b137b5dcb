"""`manage.py send_home SLUG`: bring an event on loan back to its site, by the network."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.core.errors import UserError
from tournaments.exchange.sending import send_home
from tournaments.management.base import get_tournament


class Command(BaseCommand):
    help = (
        "Send an event on loan back to the site that lent it. A token of a director there is asked for, or read from "
        "the first line of the standard input. What the site refuses is said, with status 1."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--site", default="", help="address of the site; default: where the event is on loan from")

    def handle(self, *args: Any, slug: str, site: str, **options: Any) -> None:
        tournament = get_tournament(slug)
        token = getpass("Token: ") if sys.stdin.isatty() else sys.stdin.readline()
        try:
            send_home(tournament, token=token.strip(), site=site)
        except UserError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{slug}: brought back")
