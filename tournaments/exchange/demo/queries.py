"""The event of the demonstration that visitors may try, and what waits in it for each of them."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.accounts.models import Role
from tournaments.events.models import Tournament
from tournaments.events.queries import current_round
from tournaments.exchange.demo.names import ACCOUNTS, LIVING
from tournaments.rounds.models.rounds import GameTable


def living() -> Tournament | None:
    """The event under way with its accounts; None on a site that has no demonstration."""
    directors = [name for name, role in ACCOUNTS.items() if role == Role.DIRECTOR]
    return Tournament.objects.filter(slug=LIVING, memberships__user__username__in=directors).first()


class Trial(NamedTuple):
    """What visitors find in it: the number of the round under way, and a table that has handed in nothing yet."""

    event: Tournament
    round: int
    table: GameTable | None


def trial(event: Tournament) -> Trial | None:
    """The tasks of the event; None where nothing is being played in it any more."""
    playing = current_round.of_event(event).playing
    if playing is None:
        return None
    waiting = GameTable.objects.filter(round__tournament=event, round__number=playing.number, results=None)
    return Trial(event, playing.number, waiting.order_by("number").first())
