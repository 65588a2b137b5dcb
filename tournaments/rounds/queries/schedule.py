"""A player's own schedule: the published rounds with time, table, wind and opponents, and the rounds sat out."""

from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.core.visibility import listed
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seat, Seating
from tournaments.rounds.queries.field import who_plays
from tournaments.rounds.queries.public_seatings import own_seats, seats_in_order, with_others


@dataclass(frozen=True)
class ScheduledRound:
    """One published round. `table`, `wind` and `others` are empty where the player sits out (a bye).

    `again` are the numbers of the opponents met in an earlier published round.
    `version` is that of the seating and grows with every change; `published_at` is when it became public.
    """

    round: int
    stage: str
    starts_at: datetime.datetime | None
    minutes: int
    table: int | None
    at: str
    wind: int | None
    others: tuple[Seat, ...]
    again: frozenset[int]
    version: int
    published_at: datetime.datetime

    @property
    def ends_at(self) -> datetime.datetime | None:
        """The planned end, where a start is planned."""
        return self.starts_at + datetime.timedelta(minutes=self.minutes) if self.starts_at else None

    @property
    def bye(self) -> bool:
        """Whether the player sits out."""
        return self.table is None


@dataclass(frozen=True)
class PlayerSchedule:
    """The player with the published rounds in order; `to_come` rounds are not seated in public yet."""

    player: Entry
    lines: tuple[ScheduledRound, ...]
    to_come: int

    @property
    def without_time(self) -> bool:
        """Whether a round has no planned start, so that no calendar can hold it."""
        return any(line.starts_at is None for line in self.lines)


def schedule_of(tournament: Tournament, number: int) -> PlayerSchedule | None:
    """The schedule of one player; None where the number is not on the public list."""
    player = listed(tournament.entries.all()).filter(number=number).first()
    if player is None:
        return None
    seated = {one[0].seating.round.number: one for one in with_others(player, own_seats(player))}
    live = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE)
    lines = []
    met: set[int] = set()
    for seating in live.select_related("round__stage", "round__tournament").order_by("round__number"):
        round_ = seating.round
        there = seated.get(round_.number)
        own, others, name = there if there is not None else (None, (), "")
        if own is None and number not in {entry.number for entry in who_plays(round_)}:
            continue
        opponents = {seat.entry.number for seat in others}
        lines.append(
            ScheduledRound(
                round=round_.number,
                stage=str(round_.stage),
                starts_at=round_.starts_at,
                minutes=round_.minutes,
                table=own.table_number if own else None,
                at=(name or str(own.table_number)) if own else "",
                wind=own.wind if own else None,
                others=others,
                again=frozenset(opponents & met),
                version=seating.version,
                published_at=seating.published_at or seating.created_at,
            )
        )
        met |= opponents
    return PlayerSchedule(player, tuple(lines), tournament.rounds.count() - live.count())


def seated_rounds(tournament: Tournament) -> list[tuple[int, list[Seat]]]:
    """Every seated round, for the organisers' own files: its number, and its seats by table and wind.

    They are those of the seating in force, else of the newest draft.
    """
    chosen: dict[int, Seating] = {}
    for seating in usable_seatings(tournament):
        there = chosen.get(seating.round_id)
        if seating.state in Seating.LIVE or there is None or there.state not in Seating.LIVE:
            chosen[seating.round_id] = seating
    seats: dict[int, list[Seat]] = defaultdict(list)
    found = Seat.objects.filter(seating__in=[one.pk for one in chosen.values()]).select_related("entry")
    for seat in seats_in_order(found):
        seats[seat.seating_id].append(seat)
    return [(one.round.number, seats[one.pk]) for one in chosen.values()]


def usable_seatings(tournament: Tournament) -> QuerySet[Seating]:
    """Drafts and seatings in force, rounds in order and versions rising."""
    usable = (Seating.State.DRAFT, *Seating.LIVE)
    found = Seating.objects.filter(round__tournament=tournament, state__in=usable)
    return found.select_related("round").order_by("round__number", "version")
