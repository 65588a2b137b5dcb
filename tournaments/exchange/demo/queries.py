"""Demonstration: names, the event that visitors may try, and its open tasks."""

from __future__ import annotations

from typing import Final, NamedTuple

from tournaments.accounts.models import Role
from tournaments.events.models import Tournament
from tournaments.events.queries import find_current_round
from tournaments.rounds.models import GameTable

LIVING: Final = "lantern-open"
"""Short name of the running event, which visitors may try."""

ASIDE: Final = f"{LIVING}-before"
"""Short name of that event while the next one is made in its place."""

NOW: Final = 3
"""Number of its round in play."""

ACCOUNTS: Final = {
    "demo-director": Role.DIRECTOR,
    "demo-scorer": Role.SCORER,
    "demo-clerk": Role.SCORER,
    "demo-referee": Role.REFEREE,
}
"""Accounts without a password, which visitors on the machine itself enter by a button."""


def find_running_event() -> Tournament | None:
    """Return the running event with its accounts, else the one set aside; None on a site without a demonstration."""
    directors = [name for name, role in ACCOUNTS.items() if role == Role.DIRECTOR]
    events = Tournament.objects.filter(slug__in=(LIVING, ASIDE), memberships__user__username__in=directors)
    return events.order_by("slug").first()


class Trial(NamedTuple):
    """Round in play and its table for the tasks, without a sheet if any is. `used_up`: visitors have done the tasks."""

    event: Tournament
    round: int
    table: GameTable | None
    used_up: bool


def build_trial(event: Tournament) -> Trial:
    """Return the starting points of the tasks, which stay the same when visitors have done them."""
    playing = find_current_round(event).playing
    number = playing.number if playing is not None else NOW
    tables = GameTable.objects.filter(round__tournament=event, round__number=number).order_by("number")
    waiting = tables.filter(results=None).first()
    return Trial(event, number, waiting or tables.first(), used_up=playing is None or waiting is None)
