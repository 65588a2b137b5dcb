from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from tournaments.core.text.names import choose_leading_name
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.queries import board as boards
from tournaments.results.queries.tiles import HallTiles, Piece, build_tiles
from tournaments.rounds.models import GameTable, Round, RoundClock, Seat, Seating
from tournaments.rounds.queries.clock import get_clock_state


@dataclass(frozen=True)
class Hall:
    round: Round
    clock_state: str
    now: datetime.datetime
    tiles: HallTiles

    @property
    def tables(self) -> Sequence[boards.BoardTable]:
        return self.tiles.tables

    @property
    def facts(self) -> list[object]:
        return [self.clock_state, self.minutes_left, self.ends_at, self.longer, self.tiles.counts]

    @property
    def ends_at(self) -> datetime.datetime | None:
        clock: RoundClock | None = getattr(self.round, "clock", None)
        return clock.ends_at if clock else None

    @property
    def minutes_left(self) -> int | None:
        """Minutes until the end of the time, rounded up, 0 once it is up; None if no clock runs."""
        return self._compute_minutes_left(0)

    @property
    def longer(self) -> list[tuple[str, int]]:
        """(table, minutes left) of the tables that play beyond the round's time, as phones count them."""
        minutes_left = [
            (table.called, self._compute_minutes_left(table.extra_seconds)) for table in self.tables if table.longer
        ]
        return [(called, minutes) for called, minutes in minutes_left if minutes]

    def _compute_minutes_left(self, extra: int) -> int | None:
        clock: RoundClock | None = getattr(self.round, "clock", None)
        if clock is None:
            return None
        if clock.ends_at is not None:
            seconds = (clock.ends_at - self.now).total_seconds()
        else:
            seconds = float(clock.remaining_seconds or 0)
        return max(0, int(-(-(seconds + extra) // 60)))


def list_halls(
    tournament: Tournament, now: datetime.datetime | None = None, *, piece: Piece = lambda _table: ""
) -> list[Hall]:
    """Return each round in play; several if stages play at the same time. `piece`: see `tiles_of`."""
    now = now or timezone.now()
    playing = tournament.rounds.filter(state=Round.State.PLAYING)
    playing = playing.select_related("stage", "clock", "ruleset", "tournament")
    return [_build_hall(round_, now, piece) for round_ in playing.order_by("number")]


def _build_hall(round_: Round, now: datetime.datetime, piece: Piece) -> Hall:
    tables = boards.list_board_tables(round_, now, with_players=False)
    return Hall(round_, get_clock_state(round_), now, build_tiles(round_, tables, piece))


def list_open_tables(tournament: Tournament) -> list[tuple[GameTable, list[str], bool]]:
    """Return open tables in play, oldest first: table, players from East, and True if the sheet is entered."""
    rounds = tournament.rounds.filter(state=Round.State.PLAYING, alone=True)
    tables = list(GameTable.objects.filter(round__in=rounds).select_related("round").order_by("round__number"))
    seats: dict[int, list[str]] = {}
    live = Seat.objects.filter(seating__round__in=rounds, seating__state__in=Seating.LIVE)
    for seat in live.select_related("entry", "seating").order_by("seating", "wind"):
        seats.setdefault(seat.seating.round_id, []).append(choose_leading_name(seat.entry))
    waiting = TableResult.objects.filter(table__in=tables, state=TableResult.State.ENTERED)
    entered = set(waiting.values_list("table_id", flat=True))
    return [(table, seats.get(table.round_id, []), table.pk in entered) for table in tables]
