"""`manage.py verify_event BUNDLE [--head HEAD ...]`: full check of a public bundle, with searches and rulings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.files import quote_path
from tournaments.exchange.bundle_parts import map_part_checks
from tournaments.exchange.verification.checks import check_bundle_lines, parse_heads
from tournaments.exchange.verification.lines import CHECKED, FAILED, UNKNOWN
from tournaments.management.files import read_file


class Command(BaseCommand):
    help = "Check a public bundle: draws are made again, logged hands replayed, and rulings examined again."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("bundle", type=Path, help="The file that the event's page offers.")
        parser.add_argument(
            "--head",
            type=parse_heads,
            action="extend",
            default=[],
            help="From a paper: NUMBER:DIGEST of the log, draw:HASH, deal:HASH, or all that its code says.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["bundle"]
        try:
            bundle = json.loads(read_file(path, status=2).decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise CommandError(
                f"{quote_path(path)} is no public part of an event; name the .json file that the event's page offers.",
                returncode=2,
            ) from error
        outcomes = []
        for line in check_bundle_lines(bundle, heads=options["head"], parts=map_part_checks()):
            outcomes.append(line.outcome)
            self.stdout.write(str(line))
        counted = [outcomes.count(outcome) for outcome in (CHECKED, FAILED, UNKNOWN)]
        self.stdout.write("{} checked, {} failed, {} cannot be known".format(*counted))
        if FAILED in outcomes:
            raise CommandError(f"{quote_path(path)}: {outcomes.count(FAILED)} checks failed.")
