"""Results from a table of rows (CSV, XLSX, pasted): points by round, table and player.

Long: a row per player and game (round, table, player, points, perhaps seat and penalty). By tables: a row per table,
four times player and points. Wide: a row per player, a column per round, perhaps one more for its table. Headings in
several languages; without them the long form with four or five columns is recognised.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _

from engine.exact import NumberError, read_stored
from tournaments.core.tabular.reading import RowProblem, SourceFile, SourceRow
from tournaments.core.text.folding import fold_to_name_key
from tournaments.results.reading.results_headings import SEATS, find_columns, make_heading_key
from tournaments.results.reading.results_layouts import arrange_blocks
from tournaments.seating.reading.formats.words import WINDS, parse_table

_PLACE_AND_POINTS: Final = re.compile(r"\s*[1-4]\s*[:：|/]\s*(\S.*)")
"""Cell of a wide table, such as "3: 25"."""
_PLACED: Final = "place"
_STATED: Final = ("table points", "score", "place")
"""Columns with numbers that are computed again."""
_LETTERED: Final = re.compile(r"(?:(?:table|tisch)\s)?([A-Za-z])\s?[卓桌台]?", re.IGNORECASE)
NAMED_TABLES: Final = 900
MAX_TABLE_NAME: Final = 20
_VULGAR: Final = re.compile(r"([+\-−–]?)([0-9]{0,9})\s?([¼½¾⅓⅔])")


@dataclass(frozen=True)
class ResultLine:
    """One player's points in one game, as written. `table` None: not stated; `seat` 0-3 if stated."""

    line: int
    round: int
    table: int | None
    player: str
    points: Fraction
    seat: int | None = None
    penalty: Fraction = Fraction(0)
    number: int | None = None
    team: str = ""
    table_points: Fraction | None = None
    score: Fraction | None = None
    place: Fraction | None = None


@dataclass
class ResultsTable:
    lines: list[ResultLine] = field(default_factory=list)
    totals: dict[str, Fraction] = field(default_factory=dict)
    totals_scored: bool = False
    """True if the totals are those of scores with uma, not of the points."""
    problems: list[RowProblem] = field(default_factory=list)
    dates: dict[int, str] = field(default_factory=dict)
    table_names: dict[str, int] = field(default_factory=dict)
    """Name of a table -> the number given to it."""

    @property
    def errors(self) -> list[RowProblem]:
        return [problem for problem in self.problems if not problem.warning]

    def tables(self) -> dict[tuple[int, int | None], list[ResultLine]]:
        """Return lines by round and table, in the order of seats, else of rows."""
        by_table: dict[tuple[int, int | None], list[ResultLine]] = {}
        for line in self.lines:
            by_table.setdefault((line.round, line.table), []).append(line)
        for lines in by_table.values():
            if sorted(line.seat for line in lines if line.seat is not None) == list(range(len(lines))):
                lines.sort(key=lambda line: line.seat or 0)
        return by_table


def parse_number(text: str) -> Fraction | None:
    """Parse the number in a cell: signs, spaces and thousands separators of all kinds; None for other text.

    >>> [str(parse_number(text)) for text in ("+34", "−12", "30,000", "1.234,5", "45.2", "x")]
    ['34', '-12', '30000', '2469/2', '226/5', 'None']
    >>> [str(parse_number(text)) for text in ("2½", "½", "1⅓")]
    ['5/2', '1/2', '4/3']
    """
    if (vulgar := _VULGAR.fullmatch(text.strip())) is not None:
        part = Fraction(unicodedata.numeric(vulgar[3])).limit_denominator(8)
        return (int(vulgar[2] or 0) + part) * (-1 if vulgar[1] in ("-", "−", "–") else 1)
    plain = unicodedata.normalize("NFKC", text).translate({0x2212: "-", 0x2013: "-", 0x25B2: "-", 0x25B3: "-"})
    plain = re.sub(r"[\s'’_]|(?:pts?|points?|点|分)\.?$", "", plain)
    if plain.startswith("(") and plain.endswith(")"):
        plain = f"-{plain[1:-1]}"
    plain = plain.removeprefix("+")
    if re.fullmatch(r"-?[0-9]{1,3}([.,])[0-9]{3}(?:\1[0-9]{3})*", plain):
        plain = re.sub(r"[.,]", "", plain)
    elif "," in plain and "." in plain:
        thousands = "," if plain.rindex(".") > plain.rindex(",") else "."
        plain = plain.replace(thousands, "").replace(",", ".")
    else:
        plain = plain.replace(",", ".")
    if not re.fullmatch(r"-?[0-9]{1,12}(?:\.[0-9]{1,6})?", plain):
        return None
    try:
        return read_stored(plain)
    except NumberError:
        return None


def read_results(source: SourceFile) -> ResultsTable:
    """Return the results in the rows; unreadable ones are problems of their row."""
    result = ResultsTable(problems=list(source.problems))
    rows = list(arrange_blocks(source).rows)
    if not rows:
        if not result.errors:
            result.problems.append(RowProblem(0, "", _("The file is empty.")))
        return result
    columns = find_columns(rows[0])
    if columns is None and _is_long(rows[0]):
        columns = ["round", "table", "player", "points", "penalty"][: len(rows[0].cells)]
        rows.insert(0, SourceRow(0, ()))
    if columns is None:
        example = "round, table, player, points"
        message = _("The first line names no columns of results. Name them, for example: %(example)s.")
        result.problems.append(RowProblem(rows[0].line, "", message % {"example": example}))
        return result
    _report_unknown_columns(rows[0], columns, result)
    for row in rows[1:]:
        cells = [*row.cells, *[""] * (len(columns) - len(row.cells))]
        _read_row(row.line, dict(enumerate(cells)), columns, result)
    if any(not line.round for line in result.lines):
        _number_rounds_in_order(result)
    elif len(set(result.dates.values())) > 1:
        _number_games_of_dates(result)
    _add_problems_of_tables(result)
    return result


def _number_games_of_dates(result: ResultsTable) -> None:
    """Number the games through all dates from 1, if a sheet numbers them by date."""
    games = list(dict.fromkeys((result.dates.get(line.line, ""), line.round) for line in result.lines))
    of_dates = Counter(number for _date, number in games)
    if max(of_dates.values()) == 1:
        return
    numbers = {game: number for number, game in enumerate(games, 1)}
    result.lines = [replace(line, round=numbers[result.dates.get(line.line, ""), line.round]) for line in result.lines]
    message = _("Each date counts its games from 1: all games were numbered in the order of the lines.")
    result.problems.append(RowProblem(0, "", message, warning=True))


def _is_long(row: SourceRow) -> bool:
    cells = row.cells
    return len(cells) in (4, 5) and all(cell.isdecimal() for cell in cells[:2]) and parse_number(cells[3]) is not None


def _report_unknown_columns(head: SourceRow, columns: Sequence[str], result: ResultsTable) -> None:
    for index, name in enumerate(columns):
        text = head.cells[index] if index < len(head.cells) else ""
        if text and not name:
            message = _("The column “%(name)s” is not known and was left out.") % {"name": text}
            result.problems.append(RowProblem(head.line, text, message, warning=True))


def _read_row(line: int, cells: dict[int, str], columns: Sequence[str], result: ResultsTable) -> None:
    cell_of = {name: cells[column] for column, name in enumerate(columns) if name}
    if cell_of.get("date"):
        result.dates[line] = cell_of["date"]
    if "player 0" in cell_of:
        _read_table_row(line, cell_of, result)
    elif any(name.startswith("round ") for name in cell_of):
        _read_wide_row(line, cell_of, result)
    else:
        _read_long_row(line, cell_of, result)


def _read_long_row(line: int, cell_of: dict[str, str], result: ResultsTable) -> None:
    player, number = _read_player(line, cell_of, result)
    if not player and number is None:
        return
    points = _read_points(line, "points", cell_of["points"], result)
    round_number = _read_whole_number(line, "round", cell_of["round"], result) if "round" in cell_of else 0
    table = _read_table_number(line, "table", cell_of["table"], result) if cell_of.get("table") else None
    penalty = parse_number(cell_of["penalty"]) if cell_of.get("penalty") else Fraction(0)
    if penalty is None:
        message = _("“%(text)s” is not a number.") % {"text": cell_of["penalty"]}
        result.problems.append(RowProblem(line, "penalty", message))
    if points is None or round_number is None or penalty is None:
        return
    seat = WINDS.get(make_heading_key(cell_of.get("seat", "")))
    table_points, score, place = (parse_number(cell_of[name]) if cell_of.get(name) else None for name in _STATED)
    team = " ".join(cell_of.get("team", "").split())
    result_line = ResultLine(line, round_number, table, player, points, seat, penalty, number, team)
    result.lines.append(replace(result_line, table_points=table_points, score=score, place=place))


def _read_table_row(line: int, cell_of: dict[str, str], result: ResultsTable) -> None:
    round_number = _read_whole_number(line, "round", cell_of["round"], result) if "round" in cell_of else 0
    without = line if "round" in cell_of else None
    table = _read_table_number(line, "table", cell_of["table"], result) if cell_of.get("table") else without
    for seat in range(SEATS):
        name = cell_of.get(f"player {seat}", "")
        points = _read_points(line, f"points {seat + 1}", cell_of.get(f"points {seat}", ""), result)
        if not name:
            result.problems.append(RowProblem(line, "player", _("The row has no name.")))
        elif points is not None and round_number is not None:
            number = int(name) if name.isdecimal() and len(name) < 7 else None
            result.lines.append(ResultLine(line, round_number, table, name, points, seat, number=number))


def _read_wide_row(line: int, cell_of: dict[str, str], result: ResultsTable) -> None:
    player, number = _read_player(line, cell_of, result)
    if not player and number is None:
        return
    for name, text in cell_of.items():
        kind, _space, counted = name.partition(" ")
        if kind != "round" or not counted or not text or text in ("-", "–", "x", "X"):
            continue
        placed = _PLACE_AND_POINTS.fullmatch(text)
        if placed:
            _warn_of_places(line, text, result)
        points = _read_points(line, name, placed[1] if placed else text, result)
        named = cell_of.get(f"table {counted}")
        table = _read_table_number(line, f"table {counted}", named, result) if named else None
        if points is not None:
            team = " ".join(cell_of.get("team", "").split())
            result.lines.append(ResultLine(line, int(counted), table, player, points, number=number, team=team))
    if cell_of.get("total") and (total := parse_number(cell_of["total"])) is not None:
        result.totals[player or str(number)] = total
    if cell_of.get("penalty") and parse_number(cell_of["penalty"]) not in (None, 0):
        message = _("The penalty belongs to no round here; enter it in the ledger.")
        result.problems.append(RowProblem(line, "penalty", message, warning=True))


def _warn_of_places(line: int, text: str, result: ResultsTable) -> None:
    """Warn once per table that points are taken from cells with places, which are computed again."""
    message = _("Cells like “%(text)s” are read as place and points; the place is worked out again.")
    if not any(problem.column == _PLACED for problem in result.problems):
        result.problems.append(RowProblem(line, _PLACED, message % {"text": text[:40]}, warning=True))


def _read_player(line: int, cell_of: dict[str, str], result: ResultsTable) -> tuple[str, int | None]:
    number = cell_of.get("number", "")
    player = " ".join(cell_of.get("player", "").split())
    if not player and not number:
        if any(cell_of.values()):
            result.problems.append(RowProblem(line, "player", _("The row has no name.")))
        return "", None
    return player or number, int(number) if number.isdecimal() and 0 < len(number) < 7 else None


def _read_points(line: int, column: str, text: str, result: ResultsTable) -> Fraction | None:
    points = parse_number(text) if text else None
    if points is None:
        message = _("“%(text)s” is not a number of points.") % {"text": text[:40]}
        result.problems.append(RowProblem(line, column, message))
    return points


def _read_whole_number(line: int, column: str, text: str, result: ResultsTable) -> int | None:
    number = re.search(r"[0-9]{1,6}", unicodedata.normalize("NFKC", text))
    if number is None or not 1 <= int(number[0]) <= 9999:
        message = _("“%(text)s” is not a number from 1.") % {"text": text[:40]}
        result.problems.append(RowProblem(line, column, message))
        return None
    return int(number[0])


def _read_table_number(line: int, column: str, text: str, result: ResultsTable) -> int | None:
    """Return the number of a table; one with a name, such as "A 桌", gets a number."""
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    if plain.isdecimal() or not any(letter.isalpha() for letter in plain) or len(plain) > MAX_TABLE_NAME:
        return _read_whole_number(line, column, plain, result)
    number = parse_table(plain)
    if number is not None:
        return number
    letter = _LETTERED.fullmatch(plain)
    # Named tables get numbers above those of any hall, so that they never collide with numbered ones.
    free = NAMED_TABLES + (ord(letter[1].upper()) - 64 if letter else 26 + len(result.table_names) + 1)
    return result.table_names.setdefault(plain, free)


def _number_rounds_in_order(result: ResultsTable) -> None:
    """Number the rounds of a table without them: each is the next game of all its players."""
    games: Counter[str] = Counter()
    tables: Counter[int] = Counter()
    numbered: list[ResultLine] = []
    for _key, group in groupby(result.lines, key=lambda line: line.table if line.table is not None else -line.line):
        lines = list(group)
        number = 1 + max(games[fold_to_name_key(line.player)] for line in lines)
        tables[number] += 1
        numbered += [replace(line, round=number, table=line.table or tables[number]) for line in lines]
        games |= Counter({fold_to_name_key(line.player): number for line in lines})
    result.lines = numbered
    message = _("No column has the round: the games of each player were numbered in the order of the lines.")
    result.problems.append(RowProblem(0, "", message, warning=True))


def _add_problems_of_tables(result: ResultsTable) -> None:
    line_of: dict[tuple[int, str], int] = {}
    for line in result.lines:
        first = line_of.setdefault((line.round, fold_to_name_key(line.player)), line.line)
        if first != line.line:
            message = _("%(player)s stands in round %(round)s already, in line %(line)s.")
            values = {"player": line.player, "round": line.round, "line": first}
            result.problems.append(RowProblem(line.line, "player", message % values))
    tables = {key: lines for key, lines in result.tables().items() if key[1] is not None}
    sums = {key: sum((line.points for line in lines), Fraction(0)) for key, lines in tables.items()}
    usual = Counter(sums.values()).most_common(1)
    for (round_number, table), lines in tables.items():
        rows = ", ".join(str(line.line) for line in lines)
        where = {"round": round_number, "table": table, "rows": rows}
        if len(lines) != SEATS:
            message = _("Round %(round)s, table %(table)s has %(count)s players, not four (lines %(rows)s).")
            result.problems.append(RowProblem(lines[0].line, "", message % {**where, "count": len(lines)}))
        elif usual and sums[round_number, table] != usual[0][0]:
            message = _("Round %(round)s, table %(table)s: the points sum to %(sum)s, not %(usual)s (lines %(rows)s).")
            values = {**where, "sum": sums[round_number, table], "usual": usual[0][0]}
            result.problems.append(RowProblem(lines[0].line, "points", message % values, warning=True))
    _check_totals(result)
    result.problems.sort(key=lambda problem: problem.line)


def _check_totals(result: ResultsTable) -> None:
    """Warn of totals that are not the sums of the points; if most are not, take them as totals of scores."""
    sums: dict[str, Fraction] = {}
    for line in result.lines:
        sums[line.player] = sums.get(line.player, Fraction(0)) + line.points
    wrong = [name for name, points in sums.items() if result.totals.get(name, points) != points]
    if 2 * len(wrong) > len(sums) and len(sums) >= SEATS and sums.keys() <= result.totals.keys():
        result.totals_scored = True
        message = _("The totals are not the sums of the points; they are read as scores with uma.")
        result.problems.append(RowProblem(0, "total", message, warning=True))
        return
    for line in {line.player: line for line in result.lines}.values():
        stated = result.totals.get(line.player)
        if stated is not None and stated != sums[line.player]:
            message = _("%(player)s: the rounds sum to %(own)s, the table says %(stated)s.")
            values = {"player": line.player, "own": sums[line.player], "stated": stated}
            result.problems.append(RowProblem(line.line, "total", message % values, warning=True))
