"""A seating made elsewhere, from pasted text, CSV or XLSX.

A line is round, table and four players (E S W N); with `round_number` given also table and four
players, or only the four. Players are numbers or full names. A first line of headings is left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.exact import whole_or
from tournaments.imports.tables import RowProblem, SourceFile, SourceRow
from tournaments.models import Entry, Tournament


@dataclass
class ScheduleFile:
    """Round number -> table number -> four entry numbers, and what could not be read."""

    tables: dict[int, dict[int, tuple[int, ...]]] = field(default_factory=dict)
    problems: list[RowProblem] = field(default_factory=list)


def parse(
    tournament: Tournament, source: SourceFile, *, round_number: int | None = None, numbered: bool = False
) -> ScheduleFile:
    """Read the lines; whether they fit the tournament is for `services.draws.from_schedule` to say.

    `numbered`: every line has the number of its table, so that a forgotten player is seen.
    """
    result = ScheduleFile(problems=[problem for problem in source.problems if not problem.warning])
    names = _by_name(tournament.entries.all())
    lines = list(source.rows)
    if lines and not any(cell.isdigit() for cell in lines[0].cells):
        lines = lines[1:]
    for line in lines:
        _line(line, round_number, names, result, shortest=5 if numbered else 4)
    if not result.tables and not result.problems:
        result.problems.append(RowProblem(0, "", _("There is no line with a table.")))
    return result


def _line(
    line: SourceRow, round_number: int | None, names: dict[str, int], result: ScheduleFile, *, shortest: int
) -> None:
    cells = [unicodedata.normalize("NFKC", cell) for cell in line.cells if cell]
    places = cells[: len(cells) - 4]
    if not (shortest if round_number is not None else 6) <= len(cells) <= 6:
        message = _("A line needs round, table and four players; this one has %(count)s values.")
        result.problems.append(RowProblem(line.line, "", message % {"count": len(cells)}))
        return
    if not all(place.isdecimal() and whole_or(place) > 0 for place in places):
        result.problems.append(RowProblem(line.line, "", _("Round and table are numbers from 1.")))
        return
    number = int(places[0]) if len(places) == 2 else round_number or 1
    tables = result.tables.setdefault(number, {})
    table = int(places[-1]) if places else max(tables, default=0) + 1
    players = [_player(cell, names) for cell in cells[-4:]]
    unknown = [cell for cell, player in zip(cells[-4:], players, strict=True) if player is None]
    if unknown:
        message = _("There is no player, or more than one, called %(names)s.") % {"names": ", ".join(unknown)}
        result.problems.append(RowProblem(line.line, "", message))
    elif table in tables:
        message = _("Table %(table)s of round %(round)s stands here twice.") % {"table": table, "round": number}
        result.problems.append(RowProblem(line.line, "", message))
    else:
        tables[table] = tuple(player for player in players if player is not None)


def _player(cell: str, names: dict[str, int]) -> int | None:
    if cell.isdecimal():
        return whole_or(cell)
    return names.get(cell.casefold())


def _by_name(entries: Iterable[Entry]) -> dict[str, int]:
    """Every way of writing a full name that belongs to one player only."""
    owners: dict[str, set[int]] = {}
    for entry in entries:
        for name in {entry.name, entry.sort_name, entry.native_name, f"{entry.family_name}, {entry.given_name}"}:
            owners.setdefault(unicodedata.normalize("NFKC", name).casefold(), set()).add(entry.number)
    return {name: next(iter(numbers)) for name, numbers in owners.items() if name and len(numbers) == 1}
