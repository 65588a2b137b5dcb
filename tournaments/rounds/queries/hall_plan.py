from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import MAX_IN_ROW, MAX_ROWS, MAX_TABLE, GameTable

Spot = tuple[int, int]
"""Row from the front and place in it from the left, both from 1."""

CHAIRS = 4
USUAL_ROW = 6
"""Number of tables per row where the event does not set one."""
_ONE = re.compile(r"([0-9]{1,4}):([0-9]{1,2})\.([0-9]{1,2})", re.ASCII)


@dataclass(frozen=True)
class HallPlan:
    """Tables in reading order, None for an aisle; `columns` places per row, 0: as many as fit the screen."""

    columns: int
    cells: tuple[int | None, ...]

    @property
    def rows(self) -> list[tuple[int | None, ...]]:
        """The cells row by row, the last padded with aisles; a single row if `columns` is 0."""
        if not self.columns:
            return [self.cells]
        filled = self.cells + (None,) * (-len(self.cells) % self.columns)
        return [filled[start : start + self.columns] for start in range(0, len(filled), self.columns)]


def map_tables_to_spots(tournament: Tournament) -> dict[int, Spot]:
    """Return table -> place of the tables arranged by hand."""
    rows = tournament.table_places.order_by("table_number").values_list("table_number", "row", "column")
    return {table: (row, column) for table, row, column in rows}


def get_row_length(tournament: Tournament) -> int:
    return tournament.tables_in_row or USUAL_ROW


def build_hall_plan(tournament: Tournament, tables: Iterable[int], in_row: int | None = None) -> HallPlan:
    return lay_out_tables(
        tables, map_tables_to_spots(tournament), (tournament.tables_in_row or 0) if in_row is None else in_row
    )


def lay_out_tables(tables: Iterable[int], spots: Mapping[int, Spot], in_row: int) -> HallPlan:
    """Return the plan of these tables without empty outer rows and columns; tables without a place come last.

    >>> lay_out_tables([1, 2, 3], {1: (2, 2), 2: (2, 4)}, 8).cells
    (1, None, 2, 3)
    >>> lay_out_tables([1, 2, 3], {}, 2)
    HallPlan(columns=2, cells=(1, 2, 3))
    """
    numbers = sorted(set(tables))
    placed = {spots[number]: number for number in numbers if number in spots}
    unplaced = [number for number in numbers if number not in spots]
    if not placed:
        return HallPlan(in_row, tuple(numbers))
    first, last = (min(row for row, _column in placed), max(row for row, _column in placed))
    leftmost, right = (min(column for _row, column in placed), max(column for _row, column in placed))
    cells = [placed.get((row, column)) for row in range(first, last + 1) for column in range(leftmost, right + 1)]
    return HallPlan(right - leftmost + 1, (*cells, *unplaced))


def place_in_rows(tables: Iterable[int], in_row: int) -> dict[int, Spot]:
    return {number: (index // in_row + 1, index % in_row + 1) for index, number in enumerate(sorted(set(tables)))}


def fill_places(tables: Iterable[int], spots: Mapping[int, Spot], in_row: int) -> dict[int, Spot]:
    """Return a place for every table: its stored one, else the first free one behind all stored ones."""
    unplaced = [number for number in sorted(set(tables)) if number not in spots]
    behind = max((row for row, _column in spots.values()), default=0)
    wide = max((column for _row, column in spots.values()), default=0) or in_row
    return dict(spots) | {
        number: (row + behind, column) for number, (row, column) in place_in_rows(unplaced, wide).items()
    }


def find_fault(spots: Mapping[int, Spot]) -> tuple[int, int | None] | None:
    """Return the first table with an impossible place and the table already there (None: outside the hall), or None."""
    table_at: dict[Spot, int] = {}
    for table, (row, column) in sorted(spots.items()):
        if not (1 <= table <= MAX_TABLE and 1 <= row <= MAX_ROWS and 1 <= column <= MAX_IN_ROW):
            return table, None
        if table_at.setdefault((row, column), table) != table:
            return table, table_at[row, column]
    return None


def write_spots(spots: Mapping[int, Spot]) -> str:
    """Format places as one text: ``1:1.1,2:1.2``."""
    return ",".join(f"{table}:{row}.{column}" for table, (row, column) in sorted(spots.items()))


def read_spots(text: str) -> dict[int, Spot]:
    """Parse the output of `write_spots`. Raises ValueError."""
    spots = {}
    for part in text.split(",") if text else []:
        match = _ONE.fullmatch(part)
        if match is None:
            raise ValueError(part)
        spots[int(match[1])] = (int(match[2]), int(match[3]))
    return spots


def map_tables_to_names(tournament: Tournament) -> dict[int, str]:
    """Return table -> name or "": tables of seated rounds and the hall plan, else as many as the players need."""
    rows = GameTable.objects.filter(round__tournament=tournament).order_by("round__number")
    names = dict(rows.values_list("number", "name"))
    if not names:
        out = [Entry.Status.WAITING, Entry.Status.DROPPED, Entry.Status.SUBSTITUTE]
        players = tournament.entries.exclude(status__in=out).count()
        names = dict.fromkeys(range(1, -(-players // CHAIRS) + 1), "")
    return dict(sorted((dict.fromkeys(map_tables_to_spots(tournament), "") | names).items()))
