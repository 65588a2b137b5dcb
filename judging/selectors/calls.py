"""The queue of calls, the longest waiting first."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils import timezone

from judging.models import Call
from judging.selectors.times import clock
from tournaments.events.models import Tournament
from tournaments.results.queries.sheets import SheetSeat, seats_of
from tournaments.rounds.models.rounds import GameTable

LONG_WAIT = 180
"""Seconds after which a waiting table stands out."""


@dataclass(frozen=True)
class QueueLine:
    """A call with the seconds since it was made."""

    call: Call
    seconds: int

    @property
    def waited(self) -> str:
        """Minutes and seconds, as on a clock."""
        return clock(self.seconds)

    @property
    def long(self) -> bool:
        """Whether nobody has come for too long."""
        return self.call.state == Call.State.WAITING and self.seconds >= LONG_WAIT

    @property
    def kind(self) -> str:
        """The chip's colour."""
        if self.call.state == Call.State.WAITING:
            return "danger" if self.long else "warn"
        return "live" if self.call.state == Call.State.ARRIVED else "info"


def queue(tournament: Tournament, now: datetime.datetime | None = None) -> list[QueueLine]:
    """The open calls: those nobody has taken first, and among equals the longest waiting first."""
    now = now or timezone.now()
    calls = Call.objects.filter(tournament=tournament, state__in=Call.OPEN).select_related("table__round", "taken_by")
    lines = [QueueLine(call, max(0, int((now - call.called_at).total_seconds()))) for call in calls]
    return sorted(lines, key=lambda line: (line.call.state != Call.State.WAITING, -line.seconds))


def open_call(table: GameTable, now: datetime.datetime | None = None) -> QueueLine | None:
    """The table's open call, or None."""
    call = Call.objects.filter(table=table, state__in=Call.OPEN).select_related("taken_by").first()
    if call is None:
        return None
    return QueueLine(call, max(0, int(((now or timezone.now()) - call.called_at).total_seconds())))


def players(table: GameTable) -> list[SheetSeat]:
    """Who sits there, East first."""
    return seats_of(table)
