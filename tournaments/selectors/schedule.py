"""A player's own schedule: the published rounds with time, table, wind and opponents, and the rounds sat out."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from tournaments.models import Seating, Tournament
from tournaments.selectors import public, public_player
from tournaments.selectors.field import who_plays


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
    others: tuple[public.SeatRow, ...]
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

    player: public.ListedPlayer
    lines: tuple[ScheduledRound, ...]
    to_come: int

    @property
    def without_time(self) -> bool:
        """Whether a round has no planned start, so that no calendar can hold it."""
        return any(line.starts_at is None for line in self.lines)


def schedule_of(tournament: Tournament, number: int) -> PlayerSchedule | None:
    """The schedule of one player; None where the number is not on the public list."""
    page = public_player.player_page(tournament, number)
    if page is None:
        return None
    seated = {table.round: table for table in page.tables}
    live = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE)
    lines = []
    met: set[int] = set()
    for seating in live.select_related("round__stage", "round__tournament").order_by("round__number"):
        round_ = seating.round
        own = seated.get(round_.number)
        if own is None and number not in {entry.number for entry in who_plays(round_)}:
            continue
        others = own.others if own else ()
        opponents = {seat.player.number for seat in others}
        lines.append(
            ScheduledRound(
                round=round_.number,
                stage=str(round_.stage),
                starts_at=round_.starts_at,
                minutes=round_.minutes,
                table=own.table if own else None,
                at=own.at if own else "",
                wind=own.wind if own else None,
                others=others,
                again=frozenset(opponents & met),
                version=seating.version,
                published_at=seating.published_at or seating.created_at,
            )
        )
        met |= opponents
    return PlayerSchedule(page.player, tuple(lines), tournament.rounds.count() - live.count())
