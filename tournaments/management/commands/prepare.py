"""`manage.py prepare`: update a data folder to this version. `./run` calls it before serving."""

import argparse
import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import Tags, run_checks
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS
from django.urls import reverse

from tournaments.accounts.models import User
from tournaments.accounts.services import accounts
from tournaments.core.audit import Actor
from tournaments.core.installation import INSTALLED
from tournaments.core.migrating import SiteBusyError, migrate
from tournaments.events.models import Tournament
from tournaments.exchange.demo import first_database
from tournaments.exchange.services import privacy
from tournaments.site.checks import ENVIRONMENT
from tournaments.site.static_files import collect_static_files
from tournaments.site.translations import compile_catalogues

ORGANISER = "organiser"
SIGN_IN_PAGES = "tournaments.accounts.views.account"
"""These addresses are the same on the site, whose other pages take longer to load than all that is prepared."""


class Command(BaseCommand):
    help = "Migrate, collect static files, compile translations, make the organiser's account, import the demo."
    # The other checks fail on a database that is not migrated yet.
    requires_system_checks = (ENVIRONMENT,)
    has_files = False

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--empty", action="store_true", help="leave out the demo tournaments")
        parser.add_argument(
            "--files",
            action="store_true",
            help="only collect static files and compile translations; the database stays as it is",
        )
        parser.add_argument(
            "--sign-in-link",
            action="store_true",
            help="print the path of a link that signs the organiser in once, until they have signed in",
        )
        parser.add_argument(
            "--for-browser", action="store_true", help="print one for as long as the organiser has no password"
        )

    def handle(
        self, *args: Any, empty: bool, files: bool, sign_in_link: bool, for_browser: bool, **options: Any
    ) -> None:
        if files:
            self.make_files()
            return
        copied = not empty and self.begin_with_demo()
        self.refuse_database()
        with self.report_step("Bringing the database up to date"):
            try:
                migrate()
            except SiteBusyError as error:
                raise CommandError("The site is too busy to be upgraded: stop it, and try again.") from error
        privacy.erase_again(Actor.of_command("prepare"))
        self.make_files()
        first = not User.objects.filter(acted_at=None).exists()
        if first:
            with self.report_step("Making the organiser's account"):
                accounts.create(Actor.of_command("prepare"), username=ORGANISER, organiser=True, site_admin=True)
        if first and not empty and (copied or not Tournament.objects.exists()):
            with self.report_step("Importing the demo tournaments"):
                call_command("demo", under_way=copied, stdout=io.StringIO())
        if sign_in_link and (path := self.make_sign_in_path(again=for_browser)):
            self.stdout.write(path)

    def begin_with_demo(self) -> bool:
        """Begin with the database of a first start; a clone that has none makes it beside its files."""
        if not first_database.is_makeable():
            return first_database.copy_first_database()
        with first_database.first_database_made(Path(settings.DATA_DIR) / ".first") as making:
            self.make_files()
            with self.report_step("Making the database with the finished events"):
                making.process.wait()
            copied = first_database.copy_first_database(making.target)
            if copied:
                first_database.keep_first_database(making.target)
        return copied

    def make_files(self) -> None:
        # A wheel carries both; a clone's first start makes them beside its database.
        if INSTALLED or self.has_files:
            return
        self.has_files = True
        with self.report_step("Collecting static files"):
            collect_static_files()
        with self.report_step("Compiling translations"):
            problems = compile_catalogues(list(settings.LOCALE_PATHS))
        for problem in problems:
            self.stderr.write(f"! {problem}")

    def refuse_database(self) -> None:
        """Raise CommandError, in one sentence with the remedy, for a database of another version."""
        for fault in run_checks(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS]):
            if fault.is_serious():
                raise CommandError(f"{fault.msg} {fault.hint or ''}".strip())

    def make_sign_in_path(self, *, again: bool) -> str:
        """Return a new one-time link, or '' once the organiser has a password or, without `again`, has signed in."""
        organiser = User.objects.filter(username=ORGANISER, is_active=True).first()
        if organiser is None or organiser.has_usable_password() or (organiser.last_login and not again):
            return ""
        secret = accounts.make_sign_in_link(Actor.of_command("prepare"), user=organiser, opens_browser=again)
        return reverse("sign_in_link", urlconf=SIGN_IN_PAGES, args=[secret])

    @contextmanager
    def report_step(self, title: str) -> Iterator[None]:
        """Report the step and its duration on standard error; standard output is for the sign-in path."""
        self.stderr.write(f"{title} ... ", self.style.NOTICE, ending="")
        self.stderr.flush()
        start = time.monotonic()
        yield
        self.stderr.write(f"done ({time.monotonic() - start:.1f} s)", self.style.NOTICE)
