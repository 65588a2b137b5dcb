"""Demonstration: names, the event that visitors may try, and its open tasks."""

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


def running_event() -> Tournament | None:
    """Return the running event with its accounts; None on a site without a demonstration."""
    directors = [name for name, role in ACCOUNTS.items() if role == Role.DIRECTOR]
    return Tournament.objects.filter(slug=LIVING, memberships__user__username__in=directors).first()


class Trial(NamedTuple):
    """Starting points for visitors: the number of the current round, and a table without a sheet."""

    event: Tournament
    round: int
    table: GameTable | None


def trial(event: Tournament) -> Trial | None:
    """Return the tasks of the event; None if nothing is in play any more."""
    playing = current_round(event).playing
    if playing is None:
        return None
    waiting = GameTable.objects.filter(round__tournament=event, round__number=playing.number, results=None)
    return Trial(event, playing.number, waiting.order_by("number").first())
