"""Tables in rows: one a row, or several with gaps between them and headings above, or all of a round in one list.

``1-2-3-4`` with a blank line between rounds; ``Hanchan 1 | 1 5 9 13 | | 2 6 10 14`` under ``Table 1 | ... | Table 2``;
sixteen numbers in a row; round, table and four players without a heading; seats in rows with a table in each column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.layouts.cells import (
    WINDS,
    Cell,
    GridRow,
    ScheduleLayout,
    cell,
    first_repeat,
    is_heading,
    round_named,
    table_named,
)

_GROUP: Final = re.compile(r"[0-9]+(?:\s*[-–|/、,\s]\s*[0-9]+){3}")
EXAMPLE: Final = "1-2-3-4"


class _Line(NamedTuple):
    """A row: the round it names, its runs of players, and the table that each run begins with, as far as it is said."""

    line: int
    round: int | None
    round_at: int
    """The line that names the round."""
    runs: list[list[Cell]]
    tables: list[int | None]
    after_gap: bool


def read_grid(rows: Sequence[GridRow]) -> ScheduleLayout:
    """The tables of rows. Rows whose players are not in fours are problems of their lines."""
    vertical = _seats_in_rows(rows)
    if vertical is not None:
        return vertical
    found = ScheduleLayout([])
    lines = _lines(rows, found)
    sizes = Counter(sum(map(len, line.runs)) for line in lines)
    wanted = max(sizes, key=lambda size: sizes[size], default=4)
    if wanted in (5, 6) and not any(line.round for line in lines):
        lines = [_with_numbers(line) if sum(map(len, line.runs)) == wanted else line for line in lines]
    for line in lines:
        count = sum(map(len, line.runs))
        if any(len(run) % 4 for run in line.runs) and count % 4 == 0:
            # Names or numbers with gaps at other places than between tables.
            line.runs[:] = [[each for run in line.runs for each in run]]
            del line.tables[1:]
        for run in line.runs:
            if len(run) % 4:
                said = gettext_noop("Line %(line)d: four players are wanted, not %(count)d.")
                found.problems.append(Sentence(said, {"line": line.line, "count": len(run)}))
    _group(lines, found)
    return found


def _lines(rows: Sequence[GridRow], found: ScheduleLayout) -> list[_Line]:
    lines: list[_Line] = []
    above: dict[int, int] = {}
    named: int | None = None
    named_at = 0
    gap = True
    for row in rows:
        if row.empty:
            gap = True
            continue
        if not lines and _is_head(row):
            continue
        own_round, tables_here, runs = _numbered(*_row(row))
        if own_round is not None:
            named, named_at, gap = own_round, row.line, True
        if not runs:
            if tables_here:
                above = tables_here
            elif own_round is None and not all(is_heading(text) for text in row.cells if text):
                said = gettext_noop("Line %(line)d: neither players nor a heading: “%(text)s”.")
                found.problems.append(
                    Sentence(said, {"line": row.line, "text": " ".join(filter(None, row.cells))[:40]})
                )
            continue
        tables = [_table_of(start, tables_here, above) for start, _players in runs]
        lines.append(_Line(row.line, named, named_at, [players for _start, players in runs], tables, gap))
        gap = False
    return lines


def _is_head(row: GridRow) -> bool:
    """Whether a first row names what stands below it: words of headings, some of them perhaps unknown, no numbers."""
    texts = [text for text in row.cells if text]
    known = sum(map(is_heading, texts))
    return (
        2 * known >= len(texts) and known > 1 and not any(character.isdigit() for text in texts for character in text)
    )


def _row(row: GridRow) -> tuple[int | None, dict[int, int], list[tuple[int, list[Cell]]]]:
    """The round that a row names, tables it names by their columns, and its runs of players by theirs."""
    named: int | None = None
    tables: dict[int, int] = {}
    runs: list[tuple[int, list[Cell]]] = []
    open_run = False
    field = 0
    for at, text in enumerate(row.cells):
        field += 1
        if not text:
            open_run = False
        elif (number := round_named(text)) is not None and not runs:
            named, open_run = number, False
        elif (number := table_named(text)) is not None:
            tables[at], open_run = number, False
        elif is_heading(text):
            open_run = False
        elif _GROUP.fullmatch(text):
            words = re.findall(r"[0-9]+", text)
            runs.append((at, [cell(row.line, field + more, word) for more, word in enumerate(words)]))
            open_run, field = False, field + len(words) - 1
        else:
            if not open_run:
                runs.append((at, []))
            runs[-1][1].append(cell(row.line, field, text))
            open_run = True
    return named, tables, runs


def _numbered(
    named: int | None, tables: dict[int, int], runs: list[tuple[int, list[Cell]]]
) -> tuple[int | None, dict[int, int], list[tuple[int, list[Cell]]]]:
    """The same of a row that begins with a number and goes on with whole tables: of a round, or of its only table."""
    (at, first), *rest = runs or [(0, [])]
    number = first[0].player if len(first) == 1 else None
    if number is None or not rest or any(len(players) != 4 for _at, players in rest):
        return named, tables, runs
    if len(rest) > 1:
        return (number if named is None else named), tables, rest
    return named, {at: number} | tables, rest


def _table_of(start: int, here: dict[int, int], above: dict[int, int]) -> int | None:
    """The table named in the row before the run, else in the heading above it."""
    before = [at for at in here if at < start]
    if before:
        return here[max(before)]
    if start in above:
        return above[start]
    over = [at for at in above if start - 1 <= at < start + 4]
    return above[min(over)] if over else None


def _with_numbers(line: _Line) -> _Line:
    """A row of round, table and four players, or of table and four, without a heading that says so."""
    cells = [each for run in line.runs for each in run]
    numbers = [each.player for each in cells[:-4]]
    if None in numbers:
        return line
    round_number = numbers[0] if len(numbers) == 2 else None
    return _Line(line.line, round_number, line.line, [cells[-4:]], [numbers[-1]], line.after_gap)


def _group(lines: Sequence[_Line], found: ScheduleLayout) -> None:
    """Lines to rounds: by the numbers they name, else by blank lines, else where everybody would sit again."""
    groups: list[tuple[int | None, list[_Line]]] = []
    if any(line.round is not None for line in lines):
        by_number: dict[int | None, list[_Line]] = {}
        for line in lines:
            by_number.setdefault(line.round, []).append(line)
        groups = list(by_number.items())
    else:
        for line in lines:
            if line.after_gap or not groups:
                groups.append((None, []))
            groups[-1][1].append(line)
        groups = [(None, part) for _number, group in groups for part in _split(group)]
    for number, group in groups:
        tables: list[list[Cell]] = []
        numbers: list[int | None] = []
        for line in group:
            for run, named in zip(line.runs, line.tables, strict=False):
                parts = [run[at : at + 4] for at in range(0, len(run), 4)] if len(run) % 4 == 0 else []
                tables += parts
                numbers += [named, *(None for _part in parts[1:])] if parts else []
        found.rounds.append(tables)
        found.numbers.append(number)
        found.tables.append(numbers)
        found.lines.append(group[0].round_at or group[0].line)


def _split(group: list[_Line]) -> list[list[_Line]]:
    """A group without gaps in which people sit again and again: its rounds, if each seats the same people once."""
    whole = [run for line in group for run in line.runs]
    if not first_repeat(whole):
        return [group]
    rounds: list[list[_Line]] = []
    seated: set[str] = set()
    for line in group:
        players = {each.written.casefold() for run in line.runs for each in run}
        if not rounds or players & seated:
            rounds.append([])
            seated = set()
        rounds[-1].append(line)
        seated |= players
    everybody = [{each.written.casefold() for line in part for run in line.runs for each in run} for part in rounds]
    fits = all(people == everybody[0] for people in everybody)
    return (
        rounds
        if fits and not any(first_repeat([run for line in part for run in line.runs]) for part in rounds)
        else [group]
    )


def _seats_in_rows(rows: Sequence[GridRow]) -> ScheduleLayout | None:
    """Four rows East, South, West, North with a table in each column; None for another layout."""
    filled = [row for row in rows if not row.empty]
    starts = [at for at, row in enumerate(filled) if WINDS.get(row.cells[0].casefold()) == 0 and len(row.cells) > 1]
    found = ScheduleLayout([])
    for start in starts:
        four = filled[start : start + 4]
        if [WINDS.get(row.cells[0].casefold()) for row in four] != [0, 1, 2, 3]:
            return None
        width = max(len(row.cells) for row in four)
        columns = [at for at in range(1, width) if any(at < len(row.cells) and row.cells[at] for row in four)]
        head = filled[start - 1] if start else None
        texts = head.cells if head is not None else ()
        found.rounds.append(
            [[cell(row.line, at + 1, row.cells[at] if at < len(row.cells) else "") for row in four] for at in columns]
        )
        numbers = [table_named(texts[at]) if at < len(texts) else None for at in columns]
        found.tables.append(numbers)
        before = [
            number for row in filled[max(0, start - 2) : start] for text in row.cells if (number := round_named(text))
        ]
        found.numbers.append(before[-1] if before else None)
    if not starts or len(starts) * 4 > len(filled):
        return None
    if any(number is None for number in found.numbers):
        found.numbers = [None] * len(found.numbers)
    return found
