"""A seating made elsewhere, from pasted text, CSV, XLSX or JSON, in any layout of `tournaments.seating.layouts`.

Players are numbers or full names. What is typed over on the page itself has its own form: the number of the table, then
four players a line, so that a forgotten one is seen.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.exact import whole_or
from engine.sentences import Sentence
from tournaments.imports.tables import RowProblem, SourceFile, SourceRow, decoded, has_errors, is_spreadsheet, read
from tournaments.models import Entry, Tournament
from tournaments.seating.layouts.cells import Cell, GridRow, ScheduleLayout
from tournaments.seating.reading import read_layout, read_rows
from tournaments.wording.sentences import in_words


@dataclass
class ScheduleFile:
    """Round number -> table number -> four entry numbers, and what is wrong or doubtful."""

    tables: dict[int, dict[int, tuple[int, ...]]] = field(default_factory=dict)
    problems: list[RowProblem] = field(default_factory=list)

    @property
    def refused(self) -> bool:
        """Whether something could not be read: then nothing is seated."""
        return has_errors(self.problems)


def content_of(content: bytes, *, sheet: str = "", block: str = "") -> tuple[str | list[GridRow], list[RowProblem]]:
    """What a file holds: the rows of a spreadsheet, else its text; and why it cannot be read, or what is doubtful."""
    if is_spreadsheet(content):
        source = read(content, sheet=sheet, block=block)
        return rows_of(source), list(source.problems)
    return decoded(content)


def rows_of(source: SourceFile) -> list[GridRow]:
    """The rows of a table file as the readers of layouts take them."""
    return [
        GridRow(row.line, tuple(unicodedata.normalize("NFKC", cell).strip() for cell in row.cells))
        for row in source.rows
    ]


def parse(
    tournament: Tournament,
    content: str | Sequence[GridRow],
    *,
    told: Iterable[RowProblem] = (),
    round_number: int | None = None,
) -> ScheduleFile:
    """The tables with the players found; whether they fit the tournament is for `seating_drafts.from_schedule` to say.

    `told` is what `content_of` said of the file: it stays first, and with an error among it no line is read. Rounds
    without numbers are all of the event if they are as many, else those from `round_number` on.
    """
    result = ScheduleFile(problems=list(told))
    if result.refused:
        return result
    layout = read_layout(content) if isinstance(content, str) else read_rows(content)
    result.problems += [RowProblem(0, "", in_words(problem)) for problem in layout.problems]
    numbers = _round_numbers(layout, tournament, round_number)
    known = {entry.number for entry in tournament.entries.all()}
    names = entry_numbers_by_name(tournament.entries.all())
    from_zero = _from_zero(layout, known)
    for at, (number, tables) in enumerate(zip(numbers, layout.rounds, strict=True)):
        named = layout.tables[at] if at < len(layout.tables) else []
        for order, cells in enumerate(tables):
            found = named[order] if order < len(named) else None
            _table(result, number, found, cells, names, 1 if from_zero else 0)
    if not result.tables and not result.refused:
        result.problems.append(RowProblem(0, "", _("There is no line with a table.")))
    return result


def _round_numbers(layout: ScheduleLayout, tournament: Tournament, first: int | None) -> list[int]:
    written = [layout.numbers[at] if at < len(layout.numbers) else None for at in range(len(layout.rounds))]
    if all(number is None for number in written):
        whole = len(written) == tournament.rounds.count()
        start = 1 if whole else first or 1
        return [start + at for at in range(len(written))]
    found: list[int] = []
    for number in written:
        found.append(number if number is not None else found[-1] + 1 if found else first or 1)
    return found


def _from_zero(layout: ScheduleLayout, known: set[int]) -> bool:
    """Whether players are counted from 0: there is a 0 and nobody bears it, and everybody's number is one more."""
    players = {cell.player for round_ in layout.rounds for table in round_ for cell in table}
    return 0 in players and 0 not in known and all(player is not None and player + 1 in known for player in players)


def _table(
    result: ScheduleFile, number: int, named: int | None, cells: Sequence[Cell], names: dict[str, int], more: int
) -> None:
    if len(cells) != 4:
        return
    tables = result.tables.setdefault(number, {})
    table = named if named is not None else max(tables, default=0) + 1
    players = [_player(cell.written, names, more) for cell in cells]
    unknown = [cell for cell, player in zip(cells, players, strict=True) if player is None]
    line = _line_of(cells[0])
    if unknown:
        message = _("There is no player, or more than one, called %(names)s.")
        written = ", ".join(cell.written for cell in unknown)
        result.problems.append(RowProblem(line, "", message % {"names": written}))
    elif number < 1 or table < 1:
        result.problems.append(RowProblem(line, "", _("Round and table are numbers from 1.")))
    elif table in tables:
        message = _("Table %(table)s of round %(round)s stands here twice.") % {"table": table, "round": number}
        result.problems.append(RowProblem(line, "", message))
    else:
        tables[table] = tuple(player for player in players if player is not None)


def _line_of(cell: Cell) -> int:
    return int(cell.place.values.get("line", 0))


def parse_typed(tournament: Tournament, source: SourceFile, *, round_number: int) -> ScheduleFile:
    """The lines of one round as typed on its page: the number of the table, then four players."""
    result = ScheduleFile(problems=[problem for problem in source.problems if not problem.warning])
    names = entry_numbers_by_name(tournament.entries.all())
    for line in source.rows:
        _typed_line(line, round_number, names, result)
    if not result.tables and not result.problems:
        result.problems.append(RowProblem(0, "", _("There is no line with a table.")))
    return result


def _typed_line(line: SourceRow, round_number: int, names: dict[str, int], result: ScheduleFile) -> None:
    cells = [unicodedata.normalize("NFKC", cell) for cell in line.cells if cell]
    if not 5 <= len(cells) <= 6:
        message = _("A line needs table and four players; this one has %(count)s values.")
        result.problems.append(RowProblem(line.line, "", message % {"count": len(cells)}))
        return
    places = cells[: len(cells) - 4]
    if not all(place.isdecimal() and whole_or(place) > 0 for place in places):
        result.problems.append(RowProblem(line.line, "", _("Round and table are numbers from 1.")))
        return
    number = int(places[0]) if len(places) == 2 else round_number
    written = [Cell(cell, _place(line.line)) for cell in cells[-4:]]
    _table(result, number, int(places[-1]), written, names, 0)


def _place(line: int) -> Sentence:
    return Sentence("%(line)d", {"line": line})


def _player(cell: str, names: dict[str, int], more: int) -> int | None:
    if cell.isdecimal():
        return whole_or(cell) + more
    return names.get(cell.casefold())


def entry_numbers_by_name(entries: Iterable[Entry]) -> dict[str, int]:
    """Every way of writing a full name that belongs to one player only."""
    owners: dict[str, set[int]] = {}
    for entry in entries:
        for name in {entry.name, entry.sort_name, entry.native_name, f"{entry.family_name}, {entry.given_name}"}:
            owners.setdefault(unicodedata.normalize("NFKC", name).casefold(), set()).add(entry.number)
    return {name: next(iter(numbers)) for name, numbers in owners.items() if name and len(numbers) == 1}
