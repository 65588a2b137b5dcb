"""`python manage.py seating --players N --rounds R --seed S`: a fixed schedule without a database."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.sentences import gettext_noop
from tournaments.management.files import write_file
from tournaments.seating.logic import Constraints, SeatingError, collect_pairs
from tournaments.seating.logic.certificate import format_certificate, make_seed
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.text import explain, format_rounds


class Command(BaseCommand):
    help = "Draws a fixed schedule of all rounds. Players are numbered from 1."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="how many players, from 4")
        parser.add_argument("--rounds", type=int, required=True, help="how many rounds")
        parser.add_argument(
            "--teams", type=int, help="how many teams; team 1 is players 1, 2, ..., and mates never meet"
        )
        parser.add_argument("--seed", help="the same seed gives the same schedule; without one a fresh seed is made")
        parser.add_argument("--forbid", nargs="*", default=[], metavar="A-B", help="pairs that must never meet")
        parser.add_argument(
            "--improve", type=int, default=0, help="units of work (about a second each) for a better one"
        )
        parser.add_argument("--format", choices=("text", "json"), default="text")
        parser.add_argument("--certificate", type=Path, help="write the certificate to this file as well")

    def handle(self, *args: Any, **options: Any) -> None:
        players, rounds, count = options["players"], options["rounds"], options["teams"]
        if options["improve"] < 0:
            raise CommandError("--improve counts units of work from 0.")
        try:
            if players < 4:
                raise SeatingError(gettext_noop("%(count)d players do not fill a table of four."), count=players)
            forbidden = [_parse_pair(text, players) for text in options["forbid"]]
            teams = _map_teams(players, count) if count is not None else {}
            draw = schedule_rounds(
                players,
                rounds,
                seed=options["seed"] or make_seed(),
                constraints=Constraints(teams=teams, forbidden=collect_pairs(forbidden)),
                improve=options["improve"],
            )
        except SeatingError as error:
            raise CommandError(str(error)) from error
        if options["certificate"]:
            text = format_certificate(draw.certificate())
            write_file(options["certificate"], text.encode())
        if options["format"] == "json":
            value: dict[str, Any] = {
                "rounds": [[list(table) for table in round_] for round_ in draw.rounds],
                "measures": draw.measure().as_dict(),
                "seed": draw.seed,
                "template": f"{draw.details['template']['method']} {players}x{rounds}",
                "explanation": explain(draw),
            }
            if teams:
                value["teams"] = [[p for p in sorted(teams) if teams[p] == team] for team in range(1, count + 1)]
            if any(draw.byes):
                value["byes"] = [list(line) for line in draw.byes]
            self.stdout.write(json.dumps(value))
            return
        self.stdout.write(format_rounds(draw))
        self.stdout.write("\n".join(explain(draw)))


def _parse_pair(text: str, players: int) -> tuple[int, int]:
    """Parse "1-2", two different players. Raises `CommandError`."""
    numbers = [int(part) for part in text.split("-") if part.isdecimal()]
    if text.count("-") != 1 or len(set(numbers)) != 2 or not all(1 <= number <= players for number in numbers):
        raise CommandError(f'--forbid takes pairs of two different players from 1 to {players}, as 1-2, not "{text}".')
    return numbers[0], numbers[1]


def _map_teams(players: int, count: int) -> dict[int, int]:
    """Return each player's team: the first players form team 1, and so on; the first teams may be one larger."""
    if not 1 < count <= players:
        raise SeatingError(
            gettext_noop("%(players)d players cannot form %(count)d teams."), players=players, count=count
        )
    return {player: (player - 1) * count // players + 1 for player in range(1, players + 1)}
