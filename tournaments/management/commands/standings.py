"""`manage.py standings SLUG`: the standings with the ids of the imported file, as JSON or CSV."""

import csv
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.exchange.document.event_1 import build_standings_rows
from tournaments.management.base import get_tournament
from tournaments.standings.queries.standings import compute_standings


class Command(BaseCommand):
    help = "Print a tournament's standings from all confirmed results."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--after", type=int, default=None, help="as of this round; default: the latest")
        parser.add_argument("--format", choices=("json", "csv"), default="json")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = get_tournament(options["slug"])
        after = options["after"]
        if after is not None and after < 0:
            raise CommandError("--after counts rounds from 0 (before the first).")
        last = tournament.rounds.count()
        if after is not None and after > last:
            raise CommandError(f"{tournament.slug} has {last} rounds; --after takes a number up to that.")
        rows = build_standings_rows(tournament, compute_standings(tournament, after))
        if options["format"] == "json":
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
            return
        writer = csv.writer(self.stdout, lineterminator="\n")
        writer.writerow(["table", "place", "shared", "id", "total", "table_points"])
        for name, key in (("individual", "player"), ("teams", "team")):
            for row in rows[name]:
                shared = "yes" if row["shared"] else "no"
                place = row["place"] or "disqualified"
                writer.writerow([name, place, shared, row[key], row["total"], row.get("table_points", "")])
