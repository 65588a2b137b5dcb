"""`manage.py judge [FILE ...]`: claims as JSON Lines in, findings and proposed rulings as JSON Lines out."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from engine.commands import batch
from judging.law.answers import answer_claim


class Command(BaseCommand):
    # Nothing here touches the site: no database, no addresses.
    requires_system_checks = ()
    help = "Examine claims, one JSON object a line; docs/judging.md says what stands in them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        batch.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit with 1 if a claim cannot be read, with 2 if a file cannot."""
        status = batch.run(answer_claim, options["files"], options["jobs"], numbered=True)
        if status:
            sys.exit(status)
