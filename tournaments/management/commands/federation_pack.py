"""`manage.py federation_pack SLUG --output FILE`: the results package for a federation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.files import quote_path
from tournaments.core.errors import UserError
from tournaments.exchange.files.federation import pack
from tournaments.management.base import get_tournament
from tournaments.management.files import write_file
from tournaments.standings.federations.forms import load_federations
from tournaments.standings.queries.federation import compute_weight, get_federation


class Command(BaseCommand):
    help = "Write the pack for a federation (ZIP): results, weight, tables, rules, referees, rulings without names."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--federation", choices=list(load_federations()), default="")
        parser.add_argument("--output", type=Path, help="default: SLUG-federation.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = get_tournament(options["slug"])
        federation = get_federation(tournament, options["federation"])
        try:
            content = pack(tournament, federation)
        except UserError as error:
            for problem in error.problems:
                self.stderr.write(f"problem: {problem}")
            raise CommandError(str(error)) from error
        path: Path = options["output"] or Path(f"{tournament.slug}-federation.zip")
        write_file(path, content)
        event_weight = compute_weight(tournament, federation)
        suffix = f", weight {float(event_weight.total):g}" if event_weight else ""
        self.stdout.write(f"{quote_path(path)}: {federation.title}{suffix}")
