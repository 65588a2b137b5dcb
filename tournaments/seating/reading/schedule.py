"""Seatings made elsewhere, from a file or pasted text; players are numbers or full names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.exact import integer_or
from tournaments.core.tabular.reading import (
    RowProblem,
    SourceFile,
    SourceRow,
    decode_text,
    has_errors,
    is_spreadsheet,
    read,
)
from tournaments.core.text.folding import fold_to_name_key
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.seating.reading.formats.reading import read_layout
from tournaments.seating.reading.formats.values import PlanCell, WrittenSchedule, WrittenTable, build_cell


@dataclass
class ScheduleFile:
    """Round -> table -> four entry numbers; byes by round; problems."""

    tables: dict[int, dict[int, tuple[int, ...]]] = field(default_factory=dict)
    byes: dict[int, set[int]] = field(default_factory=dict)
    problems: list[RowProblem] = field(default_factory=list)

    @property
    def refused(self) -> bool:
        return has_errors(self.problems)


def read_content(
    content: bytes, *, encoding: str = "", sheet: str = "", block: str = ""
) -> tuple[str | list[SourceRow], list[RowProblem]]:
    """Return the rows of a spreadsheet, else a text; and problems."""
    if is_spreadsheet(content):
        source = read(content, sheet=sheet, block=block)
        return list(source.rows), list(source.problems)
    return decode_text(content, encoding=encoding)


def parse(
    tournament: Tournament,
    content: str | Sequence[SourceRow],
    *,
    problems: Iterable[RowProblem] = (),
    round_number: int | None = None,
) -> ScheduleFile:
    """Match the players of the tables; `services.drafts.draft_schedule` checks that these fit the tournament. An error
    in `problems` stops it. Unnumbered rounds are all of the event if as many, else from `round_number` on.
    """
    result = ScheduleFile(problems=list(problems))
    if result.refused:
        return result
    layout = read_layout(content)
    result.problems += [RowProblem(0, "", in_words(problem)) for problem in layout.problems]
    names = map_entry_numbers_by_name(tournament.entries.all())
    more = 1 if _is_from_zero(layout, {entry.number for entry in tournament.entries.all()}) else 0
    rounds = [round_ for round_ in layout.rounds if round_.tables]
    unnumbered = all(round_.number is None for round_ in rounds)
    number = 0 if unnumbered and len(rounds) == tournament.rounds.count() else (round_number or 1) - 1
    for round_ in rounds:
        number = number + 1 if round_.number is None else round_.number
        for table in round_.tables:
            _add_table(result, number, table, names, more)
        result.byes.setdefault(number, set()).update(_find_players(result, round_.byes, names, more) or ())
    if not result.tables and not result.refused:
        result.problems.append(RowProblem(0, "", _("There is no line with a table.")))
    return result


def _is_from_zero(layout: WrittenSchedule, numbers: set[int]) -> bool:
    """Return whether numbers start at 0: the file has a 0, no player has it, and all are one lower."""
    players = {player.player for round_ in layout.rounds for player in [*round_.seated, *round_.byes]}
    return 0 in players and 0 not in numbers and all(player is not None and player + 1 in numbers for player in players)


def _find_players(
    result: ScheduleFile, cells: Sequence[PlanCell], names: dict[str, int], more: int
) -> list[int] | None:
    written = [player.written for player in cells]
    numbers = [integer_or(text) + more if text.isdecimal() else names.get(fold_to_name_key(text)) for text in written]
    if None in numbers:
        message = _("There is no player, or more than one, called %(names)s.")
        unknown = ", ".join(text for text, number in zip(written, numbers, strict=True) if number is None)
        result.problems.append(RowProblem(_get_line(cells), "", message % {"names": unknown}))
        return None
    return [number for number in numbers if number is not None]


def _get_line(cells: Sequence[PlanCell]) -> int:
    return int(cells[0].place.values.get("line", 0))


def _add_table(result: ScheduleFile, number: int, written: WrittenTable, names: dict[str, int], more: int) -> None:
    tables = result.tables.setdefault(number, {})
    table = max(tables, default=0) + 1 if written.number is None else written.number
    players = _find_players(result, written.players, names, more)
    if players is None:
        return
    if number < 1 or table < 1:
        result.problems.append(RowProblem(_get_line(written.players), "", _("Round and table are numbers from 1.")))
    elif table in tables:
        message = _("Table %(table)s of round %(round)s stands here twice.") % {"table": table, "round": number}
        result.problems.append(RowProblem(_get_line(written.players), "", message))
    else:
        tables[table] = tuple(players)


def parse_typed(tournament: Tournament, source: SourceFile, *, round_number: int) -> ScheduleFile:
    """Parse a round typed on its page; each line has its table number, so that a forgotten one shows."""
    result = ScheduleFile(problems=[problem for problem in source.problems if not problem.warning])
    names = map_entry_numbers_by_name(tournament.entries.all())
    for row in source.rows:
        cells = [unicodedata.normalize("NFKC", text) for text in row.cells if text]
        *places, table = [integer_or(place) for place in cells[:-4]] or [0]
        if not 5 <= len(cells) <= 6:
            message = _("A line needs table and four players; this one has %(count)s values.")
            result.problems.append(RowProblem(row.line, "", message % {"count": len(cells)}))
        else:
            written = [build_cell(row.line, index, text) for index, text in enumerate(cells[-4:], len(cells) - 3)]
            _add_table(result, places[0] if places else round_number, WrittenTable(written, table), names, 0)
    if not result.tables and not result.problems:
        result.problems.append(RowProblem(0, "", _("There is no line with a table.")))
    return result


def map_entry_numbers_by_name(entries: Iterable[Entry]) -> dict[str, int]:
    """Return every spelling of a full name -> number, for names of one player only."""
    owners: dict[str, set[int]] = {}
    for entry in entries:
        for name in {
            entry.name,
            entry.full_name,
            entry.sort_name,
            entry.native_name,
            f"{entry.family_name}, {entry.given_name}",
        }:
            owners.setdefault(fold_to_name_key(name), set()).add(entry.number)
    return {name: next(iter(numbers)) for name, numbers in owners.items() if name and len(numbers) == 1}
