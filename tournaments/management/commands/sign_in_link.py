"""`manage.py sign_in_link NAME`: a one-time link for an account without a password."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from tournaments.accounts.models import User
from tournaments.accounts.services import accounts
from tournaments.core.audit import Actor


class Command(BaseCommand):
    help = "Print the path of a link that signs the account in once, within a day."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username, is_active=True).first()
        if user is None:
            raise CommandError(f"There is no active account named {username}; manage.py accounts list names them.")
        secret = accounts.make_sign_in_link(Actor.of_command("sign_in_link"), user=user)
        self.stdout.write(reverse("sign_in_link", args=[secret]))
