"""Events as posters on the site's first page: the flags of the field, the leader, the clock as a ring."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from django.core.cache import cache
from django.db.models import Count

from tournaments.core.http.public_version import build_event_state
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.standings.queries.public import filter_field
from tournaments.standings.queries.standings import find_public_round, get_standings

if TYPE_CHECKING:
    from tournaments.standings.queries.public import ListedEvent

FLAGS: Final = 8
"""Number of countries on a poster."""

KEEP_SECONDS: Final = 3600


class LeaderKey(NamedTuple):
    """First place of the public standings, as a row of the database; a shared first place has none."""

    is_team: bool
    pk: int


class Leader(NamedTuple):
    """First of the public standings: a player, or a team where teams are ranked."""

    player: Entry | None
    team: Team | None


@dataclass(frozen=True)
class Ring:
    """Clock of a round: the share of its time that is left, in hundredths."""

    round: int
    hundredths: int
    minutes: int
    ends_at: int | None
    """Milliseconds since 1970; None while the clock stands."""
    total: int
    """Milliseconds of the whole round."""


@dataclass(frozen=True)
class Poster:
    event: ListedEvent
    flags: tuple[tuple[str, int], ...]
    """Country and number of its players, the largest first."""
    more_flags: int
    leader: Leader | None
    ring: Ring | None


def build_posters(events: Sequence[ListedEvent], now: datetime) -> list[Poster]:
    flags, leaders, rings = _count_flags(events), find_leaders(events), _find_rings(events, now)
    return [
        Poster(
            event,
            tuple(flags.get(event.pk, ())[:FLAGS]),
            max(0, len(flags.get(event.pk, ())) - FLAGS),
            leaders.get(event.pk),
            rings.get(event.pk),
        )
        for event in events
    ]


def find_leaders(events: Iterable[Tournament]) -> dict[int, Leader]:
    """Return the first of the public standings by event, the winner of a past one; nobody while they are hidden."""
    by_pk = {event.pk: event for event in events}
    released = Round.objects.filter(tournament__in=by_pk, released_at__isnull=False)
    with_results = released.order_by().values_list("tournament", flat=True).distinct()
    keys = {pk: key for pk in with_results if (key := _find_leader_key(by_pk[pk])) is not None}
    players = Entry.objects.in_bulk([key.pk for key in keys.values() if not key.is_team])
    teams = Team.objects.in_bulk([key.pk for key in keys.values() if key.is_team])
    leaders = {
        event: Leader(None, teams.get(key.pk)) if key.is_team else Leader(players.get(key.pk), None)
        for event, key in keys.items()
    }
    return {event: leader for event, leader in leaders.items() if any(leader)}


def _find_leader_key(event: Tournament) -> LeaderKey | None:
    """Return the leader's row, kept until the event changes."""
    key = f"leader:{event.pk}:{event.version}:{build_event_state(event).updated_at.timestamp()}"
    kept: tuple[LeaderKey | None] | None = cache.get(key)
    if kept is None:
        kept = (_read_leader_key(event),)
        cache.set(key, kept, KEEP_SECONDS)
    return kept[0]


def _read_leader_key(event: Tournament) -> LeaderKey | None:
    last = find_public_round(event)
    if last is None:
        return None
    standings = get_standings(event, last)
    first = [row.key for row in standings.teams if row.place == 1]
    if first:
        return LeaderKey(True, int(first[0])) if len(first) == 1 else None
    first = [row.key for row in standings.individual if row.place == 1]
    return LeaderKey(False, int(first[0])) if len(first) == 1 else None


def _count_flags(events: Sequence[Tournament]) -> dict[int, list[tuple[str, int]]]:
    rows = filter_field(Entry.objects.filter(tournament__in=[event.pk for event in events])).exclude(country="")
    counted = rows.order_by().values_list("tournament", "country").annotate(count=Count("pk"))
    flags: dict[int, list[tuple[str, int]]] = {}
    for event, country, count in counted.order_by("-count", "country"):
        flags.setdefault(event, []).append((country, count))
    return flags


def _find_rings(events: Sequence[Tournament], now: datetime) -> dict[int, Ring]:
    rounds = Round.objects.filter(
        tournament__in=[event.pk for event in events], clock__isnull=False, clock__ended_at=None
    ).exclude(state=Round.State.FINISHED)
    return {row.tournament_id: _build_ring(row, now) for row in rounds.select_related("clock").order_by("number")}


def _build_ring(round_: Round, now: datetime) -> Ring:
    clock, total = round_.clock, round_.minutes * 60
    ends = clock.ends_at
    seconds: float = (clock.remaining_seconds or 0) if ends is None else (ends - now).total_seconds()
    seconds = min(max(seconds, 0), total)
    return Ring(
        round=round_.number,
        hundredths=round(100 * seconds / total) if total else 0,
        minutes=math.ceil(seconds / 60),
        ends_at=None if ends is None else int(ends.timestamp() * 1000),
        total=total * 1000,
    )
