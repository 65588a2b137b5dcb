"""Layouts of results with a block per round, below a line such as "Round 3", converted to rows below one heading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournaments.core.tabular.reading import SourceFile, SourceRow
from tournaments.results.reading.results_headings import find_columns, make_heading_key
from tournaments.seating.reading.formats.words import parse_round

ROUND: Final = "round"


def arrange_blocks(source: SourceFile) -> SourceFile:
    """Return the rows with a column of the round if they stand in blocks, else unchanged."""
    rows = list(source.rows)
    reshaped = _read_blocks_below(rows) or _read_blocks_beside(rows)
    return SourceFile(tuple(reshaped), source.problems, source.encoding) if reshaped else source


def _read_round_number(row: SourceRow) -> int | None:
    filled = [text for text in row.cells if text]
    return parse_round(filled[0]) if len(filled) == 1 else None


def _read_blocks_below(rows: Sequence[SourceRow]) -> list[SourceRow]:
    """Return the rows of blocks below each other; [] for another layout."""
    first = next((index for index, row in enumerate(rows[:2]) if _read_round_number(row) is not None), None)
    if first is None:
        return []
    heading: SourceRow | None = rows[0] if first == 1 else None
    source_rows: list[SourceRow] = []
    current = 0
    for row in rows[first:]:
        number = _read_round_number(row)
        if number is not None:
            current = number
        elif heading is None:
            heading = row
        elif list(map(make_heading_key, row.cells)) != list(map(make_heading_key, heading.cells)):
            source_rows.append(SourceRow(row.line, (str(current), *row.cells)))
    return [SourceRow(heading.line, (ROUND, *heading.cells)), *source_rows] if heading and source_rows else []


def _read_blocks_beside(rows: Sequence[SourceRow]) -> list[SourceRow]:
    """Return the rows of blocks beside each other, below a line with the rounds; [] for another layout."""
    if len(rows) < 3:
        return []
    starts = [(index, number) for index, text in enumerate(rows[0].cells) if (number := parse_round(text)) is not None]
    if len(starts) < 2 or any(text for index, text in enumerate(rows[0].cells) if index not in dict(starts)):
        return []
    heading = rows[1].cells
    ends = [*(index for index, _number in starts[1:]), len(heading)]
    blocks = [(start, end, number) for (start, number), end in zip(starts, ends, strict=True)]
    shared = heading[: starts[0][0]]
    kinds = [tuple(map(make_heading_key, heading[start:end])) for start, end, _number in blocks]
    head = SourceRow(rows[1].line, (ROUND, *shared, *heading[blocks[0][0] : blocks[0][1]]))
    if len(set(kinds)) > 1 or find_columns(head) is None:
        return []
    source_rows = [head]
    for start, end, number in blocks:
        for row in rows[2:]:
            cells = row.cells[start:end]
            if any(cells):
                source_rows.append(SourceRow(row.line, (str(number), *row.cells[: len(shared)], *cells)))
    return source_rows
