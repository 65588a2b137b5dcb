"""Names of the demonstration, its event that visitors may try, and the tasks that wait in it."""

from __future__ import annotations

from typing import Final, NamedTuple

from tournaments.accounts.models import Role
from tournaments.events.models import Tournament
from tournaments.events.queries import current_round
from tournaments.rounds.models import GameTable

LIVING: Final = "lantern-open"
"""Short name of the event under way, which a visitor may try."""

ACCOUNTS: Final = {
    "demo-director": Role.DIRECTOR,
    "demo-scorer": Role.SCORER,
    "demo-clerk": Role.SCORER,
    "demo-referee": Role.REFEREE,
}
"""Accounts without a password: a visitor on the machine itself comes in by a button. The clerk types what the scorer
confirms."""


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
    playing = current_round(event).playing
    if playing is None:
        return None
    waiting = GameTable.objects.filter(round__tournament=event, round__number=playing.number, results=None)
    return Trial(event, playing.number, waiting.order_by("number").first())
