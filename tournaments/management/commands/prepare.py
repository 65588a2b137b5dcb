"""`manage.py prepare`: bring a data folder up to date with the program; what `./run` does before it serves."""

import argparse
import io
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.urls import reverse

from tournaments.exports import faces
from tournaments.models import Tournament, User
from tournaments.services import accounts
from tournaments.services.audit import Actor
from tournaments.site.checks import ENVIRONMENT
from tournaments.site.static_files import collect_static_files
from tournaments.site.translations import compile_catalogues

ORGANISER = "organiser"


class Command(BaseCommand):
    help = "Migrate, collect static files, compile translations, make the organiser's account, import the demo."
    # A database that is not migrated yet fails the others.
    requires_system_checks = (ENVIRONMENT,)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--empty", action="store_true", help="without the demo tournaments")
        parser.add_argument("--answer-fd", type=int, help="file descriptor for the answer as JSON: sign_in")

    def handle(self, *args: Any, empty: bool, answer_fd: int | None, **options: Any) -> None:
        # Files and database know nothing of each other, and at a first start each takes one core some seconds.
        with ProcessPoolExecutor(1, get_context("fork")) as beside:
            collected = beside.submit(_collect)
            compiled = beside.submit(compile_catalogues, list(settings.LOCALE_PATHS))
            with self.step("Bringing the database up to date"):
                call_command("migrate", verbosity=0, interactive=False)
            with self.step("Collecting static files"):
                collected.result()
            with self.step("Compiling translations"):
                problems = compiled.result()
        for problem in problems:
            self.stderr.write(f"! {problem}")
        first = not User.objects.filter(acted_at=None).exists()
        if first:
            with self.step("Making the organiser's account"):
                accounts.create(Actor.of_command("prepare"), username=ORGANISER, organiser=True, site_admin=True)
        if first and not empty and not Tournament.objects.exists():
            with self.step("Importing the demo tournaments"):
                call_command("demo", stdout=io.StringIO())
        if answer_fd is not None:
            with open(answer_fd, "w", encoding="utf-8") as answer:  # noqa: PTH123 - a descriptor has no path
                json.dump({"sign_in": self.sign_in_path()}, answer)

    def sign_in_path(self) -> str:
        """A fresh one-time link until the organiser has come in once; '' from then on."""
        organiser = User.objects.filter(username=ORGANISER, is_active=True, last_login=None).first()
        if organiser is None or organiser.has_usable_password():
            return ""
        secret = accounts.make_sign_in_link(Actor.of_command("prepare"), user=organiser)
        return reverse("sign_in_link", args=[secret])

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """One line: what, and how long it took."""
        self.stdout.write(f"{title} ... ", ending="")
        self.stdout.flush()
        start = time.monotonic()
        yield
        self.stdout.write(f"done ({time.monotonic() - start:.1f} s)")


def _collect() -> None:
    collect_static_files()
    faces.unpack()
