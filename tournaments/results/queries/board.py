from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.utils import timezone

from tournaments.entries.models.entries import Entry
from tournaments.results.models.results import TableResult
from tournaments.results.queries.sheets import SheetSeat, group_seats_of_round
from tournaments.results.text import TABLE_STATES, describe_table_state
from tournaments.rounds.models import Round, RoundClock

KINDS = {"time_up": "warn", "sheet_in": "info", "entered": "info", "confirmed": "ok", "playing": "live"}


@dataclass(frozen=True)
class BoardTable:
    """A table with its state (a key of `text.tables.STATES`), since when, and the current sheet."""

    number: int
    pk: int
    state: str
    since: datetime.datetime | None
    seats: tuple[SheetSeat, ...]
    result: TableResult | None
    doubtful: bool
    minutes: int | None
    """Whole minutes since then; None where the state has no beginning."""
    extra_seconds: int
    name: str = ""
    postponed_to: datetime.datetime | None = None

    @property
    def facts(self) -> list[object]:
        """Facts of the tile besides the players; the page counts the time since."""
        names = (field.name for field in fields(self) if field.name not in ("seats", "result", "minutes"))
        return [self.mark, self.result and self.result.doubtful_reason, *(getattr(self, name) for name in names)]

    @property
    def began(self) -> int | None:
        """Beginning of the state in milliseconds since 1970, for pages that count on."""
        return round(self.since.timestamp() * 1000) if self.since else None

    @property
    def extra_minutes(self) -> int:
        """Minutes beyond the round's time, rounded up."""
        return -(-self.extra_seconds // 60)

    @property
    def longer(self) -> int:
        """Extra minutes of a table that still plays."""
        return self.extra_minutes if self.state in ("playing", "time_up") else 0

    @property
    def called(self) -> str:
        return self.name or str(self.number)

    @property
    def mark(self) -> str:
        """Mark that changes with each version, confirmation and second entry of the sheet."""
        if self.result is None:
            return "0"
        return f"{self.result.version}-{self.result.state}{'-twice' if self.result.twice_alike else ''}"

    @property
    def label(self) -> str:
        return describe_table_state(self.state)

    @property
    def kind(self) -> str:
        return KINDS.get(self.state, "")


def list_board_tables(
    round_: Round,
    now: datetime.datetime | None = None,
    *,
    with_players: bool = True,
    entries: Mapping[int, Entry] | None = None,
) -> list[BoardTable]:
    """Return all tables of the round in order; without players and their points unless `with_players`.

    `entries`: the event's players by key, where they were read already and no points are needed.
    """
    now = now or timezone.now()
    seats = group_seats_of_round(round_.pk, entries) if with_players else {}
    clock = RoundClock.objects.filter(round=round_).first()
    standing: dict[int, TableResult] = {}
    valid = TableResult.objects.filter(table__round=round_, state__in=["entered", "confirmed"])
    if with_players and entries is None:
        valid = valid.select_related("entered_by", "table__round__tournament").prefetch_related("seats")
    for version in valid.order_by("version"):
        standing[version.table_id] = version
    tables = []
    for table in round_.tables.order_by("number"):
        result = standing.get(table.pk)
        state: str = "not_seated"
        since: datetime.datetime | None = None
        if result is not None and result.state == TableResult.State.CONFIRMED:
            state, since = "confirmed", result.confirmed_at
        elif result is not None:
            state, since = "entered", result.created_at
        elif table.sheet_in_at is not None:
            state, since = "sheet_in", table.sheet_in_at
        elif table.postponed_to is not None:
            state = "postponed"
        elif round_.state in (Round.State.PLAYING, Round.State.FINISHED):
            state, since = _find_playing_state(table.extra_seconds, clock, now)
        elif table.seated_at is not None:
            state, since = "seated", table.seated_at
        minutes = max(0, int((now - since).total_seconds() // 60)) if since else None
        doubtful = bool(result and result.doubtful_reason)
        listed = tuple(seats.get(table.number, ()))
        facts = (state, since, listed, result, doubtful, minutes, table.extra_seconds, table.name, table.postponed_to)
        tables.append(BoardTable(table.number, table.pk, *facts))
    return tables


def _find_playing_state(
    extra: int, clock: RoundClock | None, now: datetime.datetime
) -> tuple[str, datetime.datetime | None]:
    if clock is None:
        return "playing", None
    if clock.ends_at is not None:
        ends = clock.ends_at + datetime.timedelta(seconds=extra)
        if ends <= now:
            return "time_up", ends
    return "playing", clock.started_at


def count_tables_by_state(tables: list[BoardTable]) -> list[tuple[str, str, str, int]]:
    """Return (state, kind, label, number of tables) of every state present, in the order of a table's life."""
    return [
        (state, KINDS.get(state, ""), describe_table_state(state), number)
        for state in TABLE_STATES
        if (number := sum(table.state == state for table in tables))
    ]
