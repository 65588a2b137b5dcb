"""`manage.py verify_seating FILE`: check a seating certificate, or measure bare rounds."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.files import explain_file_failure, quote_path
from tournaments.management.files import read_file
from tournaments.seating.logic.certificate import parse_certificate
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.verify import verify

OUTCOMES = {True: "ok  ", False: "FAIL", None: "?   "}


class Command(BaseCommand):
    help = "Recomputes the measures of a seating from its tables alone and makes the draw again from its seed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            checks = verify(parse_certificate(read_file(path).decode()))
        except UnicodeDecodeError as error:
            raise CommandError(explain_file_failure(error, path)) from error
        except SeatingError as error:
            raise CommandError(f"{quote_path(path)}: {error}") from error
        for check in checks:
            self.stdout.write(f"{OUTCOMES[check.passed]} {check.name}: {check.sentence}")
        failed = [check for check in checks if check.passed is False]
        if failed:
            raise CommandError(f"{len(failed)} of {len(checks)} checks failed.")
