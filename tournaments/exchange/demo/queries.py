"""Demonstration: names, the event that visitors may try, and its open tasks."""

from __future__ import annotations

from typing import Final, NamedTuple

from tournaments.accounts.models import Role
from tournaments.events.models import Tournament
from tournaments.events.queries import current_round
from tournaments.rounds.models import GameTable

LIVING: Final = "lantern-open"
"""Short name of the event under way, which a visitor may try."""

ASIDE: Final = f"{LIVING}-before"
"""Short name of the event while the next one is made in its place."""

NOW: Final = 3
"""The round of that event that is being played."""

ACCOUNTS: Final = {
    "demo-director": Role.DIRECTOR,
    "demo-scorer": Role.SCORER,
    "demo-clerk": Role.SCORER,
    "demo-referee": Role.REFEREE,
}
"""Accounts without a password: a visitor on the machine itself comes in by a button. The clerk types what the scorer
confirms."""


def running_event() -> Tournament | None:
    """Return the running event with its accounts; None on a site without a demonstration.

    The one set aside counts while there is no other, so that visitors can start it again whatever has happened.
    """
    directors = [name for name, role in ACCOUNTS.items() if role == Role.DIRECTOR]
    events = Tournament.objects.filter(slug__in=(LIVING, ASIDE), memberships__user__username__in=directors)
    return events.order_by("slug").first()


class Trial(NamedTuple):
    """Starting points for visitors: the number of the round in play, and a table, without a sheet if there is one.

    `used_up`: visitors have done what the tasks ask for.
    """

    event: Tournament
    round: int
    table: GameTable | None
    used_up: bool


def trial(event: Tournament) -> Trial:
    """Return the tasks of the event, which stay when visitors have done them."""
    playing = current_round(event).playing
    number = playing.number if playing is not None else NOW
    tables = GameTable.objects.filter(round__tournament=event, round__number=number).order_by("number")
    waiting = tables.filter(results=None).first()
    return Trial(event, number, waiting or tables.first(), used_up=playing is None or waiting is None)
