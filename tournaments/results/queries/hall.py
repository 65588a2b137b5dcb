"""What the hall needs at this moment: the round under way, its time, and the sheets that are still missing."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils import timezone

from tournaments.events.models import Tournament
from tournaments.results.queries import board as boards
from tournaments.rounds.models.rounds import Round
from tournaments.rounds.queries.clock import ClockState, round_clock


@dataclass(frozen=True)
class Hall:
    """A round being played. `missing` and `doubtful` are numbers of tables, `waiting` those whose sheet is entered and
    not confirmed.
    """

    round: Round
    clock: ClockState
    now: datetime.datetime
    counts: list[tuple[str, str, int]]
    missing: list[int]
    waiting: list[int]
    doubtful: list[int]

    @property
    def minutes_left(self) -> int | None:
        """Whole minutes until the end of the time, begun ones counted, 0 once it is up; None where no clock runs."""
        if self.clock.remaining_seconds is not None:
            seconds = float(self.clock.remaining_seconds)
        elif self.clock.ends_at is not None:
            seconds = (self.clock.ends_at - self.now).total_seconds()
        else:
            return None
        return max(0, int(-(-seconds // 60)))


def of(tournament: Tournament, now: datetime.datetime | None = None) -> list[Hall]:
    """Each round that is being played; several where stages play at the same time."""
    now = now or timezone.now()
    playing = tournament.rounds.filter(state=Round.State.PLAYING).select_related("stage", "clock", "ruleset")
    return [_of_round(round_, now) for round_ in playing.order_by("number")]


def _of_round(round_: Round, now: datetime.datetime) -> Hall:
    tables = boards.board(round_, now)
    return Hall(
        round=round_,
        clock=round_clock(round_),
        now=now,
        counts=boards.counts(tables),
        missing=[table.number for table in tables if table.result is None],
        waiting=[table.number for table in tables if table.state == "entered" and not table.doubtful],
        doubtful=[table.number for table in tables if table.state == "entered" and table.doubtful],
    )
