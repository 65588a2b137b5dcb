"""A tournament being played, and sheets for its tables."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.people import acting, seat_in_order, small_tournament
from tests.support.remembered import remembered
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.services import results
from tournaments.rounds.models import GameTable
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating


@remembered
def playing(players: int = 8, *, family: str = "mcr", rounds_planned: int = 3) -> Tournament:
    tournament = small_tournament(players, family=family, rounds=rounds_planned)
    first = tournament.rounds.get(number=1)
    seating.publish(acting("olga"), seat_in_order(first))
    first.refresh_from_db()
    rounds.start(acting("olga"), first)
    return tournament


def table_of(tournament: Tournament, number: int = 1, round_number: int = 1) -> GameTable:
    return GameTable.objects.get(round__tournament=tournament, round__number=round_number, number=number)


def enter(table: GameTable, points: Sequence[int], name: str = "sam", **kwargs: object) -> TableResult:
    return results.submit_sheet(acting(name), table, points=points, **kwargs)  # type: ignore[arg-type]
