"""`manage.py accounts [list|invite|change|deactivate|activate|reset|revoke-tokens|requests|approve|refuse|rules]`."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from tournaments.accounts import letters
from tournaments.accounts.models import AccountRequest, AccountRules, User
from tournaments.accounts.queries import RIGHTS, query_people
from tournaments.accounts.services import people
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError

LIMITS = {name: "--" + name.replace("_", "-") for name in people.LIMITS}


class Command(BaseCommand):
    help = "List, invite, change and deactivate accounts of the site."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        steps = parser.add_subparsers(dest="step", required=True)
        listing = steps.add_parser("list", help="accounts with rights, last sign-in, events and tokens")
        listing.add_argument("words", nargs="*", help="words of the name or the e-mail address")
        listing.add_argument("--right", choices=list(RIGHTS), default="")
        invite = steps.add_parser("invite", help="create an account; prints the path of its sign-in link")
        change = steps.add_parser("change", help="change rights, address and limits; what is left out stays")
        for subparser in (invite, change):
            subparser.add_argument("username")
            subparser.add_argument("--email")
            subparser.add_argument("--organiser", action=BooleanOptionalAction)
            subparser.add_argument("--administrator", action=BooleanOptionalAction)
        rules = steps.add_parser("rules", help="sign-up and the limits of all organisers; without options: print them")
        rules.add_argument("--sign-up", action=BooleanOptionalAction)
        for subparser in (change, rules):
            for name, option in LIMITS.items():
                subparser.add_argument(option, dest=name, help="a number, or none")
        for step, text in (
            ("deactivate", "no password, link or token opens the account"),
            ("activate", "let it sign in again"),
            ("reset", "remove password and tokens; prints the path of a new sign-in link"),
            ("revoke-tokens", "revoke its API tokens"),
        ):
            steps.add_parser(step, help=text).add_argument("username")
        steps.add_parser("requests", help="requests for accounts")
        approve = steps.add_parser("approve", help="make the account of a request; prints the path of its link")
        approve.add_argument("number", type=int)
        approve.add_argument("--username", default="", help="another name than the one asked for")
        steps.add_parser("refuse", help="delete a request").add_argument("number", type=int)

    def handle(self, *args: Any, step: str, **options: Any) -> None:
        self.by = Actor.of_command("accounts")
        try:
            getattr(self, "do_" + step.replace("-", "_"))(**options)
        except UserError as error:
            raise CommandError(str(error)) from error

    def do_list(self, *, words: list[str], right: str, **_options: Any) -> None:
        for account in query_people(" ".join(words), right):
            rights = [
                name
                for name, held in (("administrator", account.is_superuser), ("organiser", account.is_staff))
                if held
            ]
            state = " ".join([*rights[:1], *([] if account.is_active else ["deactivated"])]) or "-"
            last_login = account.last_login.isoformat(timespec="minutes") if account.last_login else "never"
            self.stdout.write(
                f"{account.username}\t{account.email or '-'}\t{state}\t{last_login}"
                f"\t{account.events} events\t{account.tokens} tokens"
            )

    def do_invite(
        self, *, username: str, email: str | None, organiser: bool | None, administrator: bool | None, **_options: Any
    ) -> None:
        rights = {"organiser": organiser is not False, "administrator": bool(administrator)}
        self.print_link(*people.invite(self.by, username=username, email=email or "", **rights))

    def do_change(
        self, *, username: str, email: str | None, organiser: bool | None, administrator: bool | None, **options: Any
    ) -> None:
        user = self.get_account(username)
        people.set_rights(
            self.by,
            user=user,
            email=email,
            organiser=user.is_staff if organiser is None else organiser,
            administrator=user.is_superuser if administrator is None else administrator,
        )
        people.set_limits(self.by, user=user, **self.read_limits(user, options))

    def do_rules(self, *, sign_up: bool | None, **options: Any) -> None:
        rules = AccountRules.current()
        if sign_up is not None or any(options[name] is not None for name in LIMITS):
            chosen = rules.sign_up if sign_up is None else sign_up
            rules = people.set_rules(self.by, sign_up=chosen, **self.read_limits(rules, options))
        self.stdout.write(f"sign-up: {'on' if rules.sign_up else 'off'}")
        for name in LIMITS:
            most = getattr(rules, name)
            self.stdout.write(f"{name}: {'none' if most is None else most}")

    def do_deactivate(self, *, username: str, **_options: Any) -> None:
        people.deactivate(self.by, user=self.get_account(username))

    def do_activate(self, *, username: str, **_options: Any) -> None:
        people.activate(self.by, user=self.get_account(username))

    def do_reset(self, *, username: str, **_options: Any) -> None:
        user = self.get_account(username)
        self.print_link(user, people.reset(self.by, user=user))

    def do_revoke_tokens(self, *, username: str, **_options: Any) -> None:
        self.stdout.write(str(people.revoke_tokens(self.by, user=self.get_account(username))))

    def do_requests(self, **_options: Any) -> None:
        for row in AccountRequest.objects.all():
            self.stdout.write(f"{row.pk}\t{row.username}\t{row.email}\t{row.about}")

    def do_approve(self, *, number: int, username: str, **_options: Any) -> None:
        self.print_link(*people.approve(self.by, request=self.request(number), username=username))

    def do_refuse(self, *, number: int, **_options: Any) -> None:
        people.refuse(self.by, request=self.request(number))

    def read_limits(self, stored: User | AccountRules, options: dict[str, Any]) -> dict[str, int | None]:
        """Return the limits: the stored ones where no option names another. Raises CommandError."""
        limits: dict[str, int | None] = {}
        for name, option in LIMITS.items():
            text = options[name]
            if text is not None and text != "none" and not (text.isascii() and text.isdigit() and len(text) < 7):
                raise CommandError(f"{option} is a number, or none.")
            limits[name] = getattr(stored, name) if text is None else None if text == "none" else int(text)
        return limits

    def get_account(self, name: str) -> User:
        user = User.objects.filter(username__iexact=name, acted_at=None).first()
        if user is None:
            raise CommandError(f"There is no account named {name}; manage.py accounts list names them.")
        return user

    def request(self, number: int) -> AccountRequest:
        row = AccountRequest.objects.filter(pk=number).first()
        if row is None:
            raise CommandError(f"There is no request {number}; manage.py accounts requests lists them.")
        return row

    def print_link(self, user: User, secret: str) -> None:
        self.stdout.write(reverse("sign_in_link", args=[secret]))
        if letters.send_link(user, secret):
            self.stdout.write(f"sent to {user.email}")
