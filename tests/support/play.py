"""Play rounds in tests as the staff would: publish, start, enter, confirm, finish, release."""

from __future__ import annotations

from collections.abc import Sequence

from tests.support.people import acting, seat_in_order
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating

MCR_TABLES = ((60, 20, -30, -50), (10, 10, -8, -12))


def published(round_: Round) -> Seating:
    """A published seating of the round, players in the order of their numbers."""
    return seating.publish(acting(), seat_in_order(round_))


def played(tournament: Tournament, number: int, points: Sequence[Sequence[int]] = MCR_TABLES) -> Round:
    """The round with confirmed sheets at every table, finished but not released."""
    round_ = tournament.rounds.get(number=number)
    if round_.current_seating is None:
        published(round_)
    round_ = rounds.start(acting(), round_)
    for table, sheet in zip(round_.tables.order_by("number"), points, strict=True):
        results.confirm_sheet(acting("olga"), results.submit_sheet(acting("sam"), table, points=sheet))
    return rounds.finish(acting(), round_)


def released(tournament: Tournament, number: int, points: Sequence[Sequence[int]] = MCR_TABLES) -> Round:
    return rounds.release(acting(), played(tournament, number, points))
