"""A row for each player, a column for each round, in the cells the table: ``3``, ``T3``, ``3E`` or ``3 East``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from tournaments.seating.layouts.cells import WINDS, Cell, GridRow, ScheduleLayout, cell, is_heading, round_named

_TABLE: Final = re.compile(r"(?i)(?:table|t)?\s*\.?([0-9]{1,4})\s*[-/. ]?\s*([^\W\d_]{0,5})")


class _Seat(NamedTuple):
    table: int
    wind: int | None


def read_matrix(rows: Sequence[GridRow]) -> ScheduleLayout | None:
    """The rounds of such a matrix; None where the rows are none: in every round each table must have four players."""
    filled = [row for row in rows if not row.empty]
    if filled and _is_head(filled[0]):
        filled = filled[1:]
    if len(filled) < 4 or len(filled) % 4:
        return None
    for named in (1, 0, 2):
        found = _read(filled, named)
        if found is not None:
            return found
    return None


def _is_head(row: GridRow) -> bool:
    texts = [text for text in row.cells if text]
    return len(texts) > 1 and all(round_named(text) is not None or is_heading(text) for text in texts[1:])


def _read(rows: Sequence[GridRow], named: int) -> ScheduleLayout | None:
    """The matrix behind so many columns that name the player (number, or number and name; none: by the row)."""
    width = len(rows[0].cells)
    if width <= named or any(len(row.cells) != width for row in rows):
        return None
    players = [cell(row.line, 1, row.cells[0] if named else str(at)) for at, row in enumerate(rows, 1)]
    if len({player.written.casefold() for player in players}) < len(players):
        return None
    found = ScheduleLayout([])
    for column in range(named, width):
        seats = [_seat(row.cells[column]) for row in rows]
        tables = _tables(players, [seat for seat in seats if seat is not None])
        if None in seats or tables is None:
            return None
        found.rounds.append([tables[number] for number in sorted(tables)])
        found.tables.append([*sorted(tables)])
        found.numbers.append(None)
    # One column is a list of numbers, whatever they mean.
    return found if len(found.rounds) > 1 or len(rows) > 4 else None


def _seat(text: str) -> _Seat | None:
    match = _TABLE.fullmatch(text.strip())
    if match is None or (match[2] and match[2].casefold() not in WINDS):
        return None
    return _Seat(int(match[1]), WINDS[match[2].casefold()] if match[2] else None)


def _tables(players: Sequence[Cell], seats: Sequence[_Seat]) -> dict[int, list[Cell]] | None:
    """Players by table, in the order of their winds where those are said; None unless each table has four."""
    if len(seats) != len(players) or any(count != 4 for count in Counter(seat.table for seat in seats).values()):
        return None
    at: dict[int, list[tuple[int, int, Cell]]] = {}
    for row, (player, seat) in enumerate(zip(players, seats, strict=True)):
        at.setdefault(seat.table, []).append((row if seat.wind is None else seat.wind, row, player))
    if any(seat.wind is not None for seat in seats) and any(
        sorted(wind for wind, _row, _player in table) != [0, 1, 2, 3] for table in at.values()
    ):
        return None
    return {
        number: [player for _wind, _row, player in sorted(table, key=lambda each: each[:2])]
        for number, table in at.items()
    }
