"""Schedules made elsewhere, in whatever layout: everything that is wrong is said with its line and field.

The library wants numbers alone (``read_rounds``); a round of an event takes names too (``read_layout``, and whoever
asks finds the players).
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.layouts.cells import WINDS as WIND_WORDS
from tournaments.seating.layouts.cells import (
    Cell,
    Cells,
    GridRow,
    ScheduleLayout,
    cell,
    first_repeat,
    round_named,
    table_named,
)
from tournaments.seating.layouts.grid import EXAMPLE, read_grid
from tournaments.seating.layouts.matrix import read_matrix
from tournaments.seating.layouts.objects import read_objects
from tournaments.seating.schedule import Rounds, freeze

WINDS = ("east", "south", "west", "north")
COLUMNS: Final = {
    **{word: WINDS[at] for word, at in WIND_WORDS.items()},
    **dict.fromkeys(("round", "hanchan", "session", "runde", "ronde", "manche", "回戦", "轮", "輪"), "round"),
    **dict.fromkeys(("table", "tisch", "tafel", "卓", "桌", "台"), "table"),
    **{f"{word}{at}": wind for at, wind in enumerate(WINDS, 1) for word in ("player ", "seat ", "player", "p", "選手")},
}
"""Headings of columns, and what stands below them."""
MOST_LINES = 25_000
"""More than 400 players need for 200 rounds; a longer text would be read for many seconds."""
MOST_OF_A_KIND = 8
"""Lines that are no tables, more than which the whole is called another shape; without any table, more than one."""
NO_ROUND = -1
"""Where a row belongs whose round cannot be read."""


@dataclass(frozen=True, slots=True)
class ReadSchedule:
    """What a text holds: its rounds, or all that is wrong with it."""

    rounds: Rounds
    problems: tuple[Sentence, ...] = ()


def rows_of_text(text: str) -> list[GridRow]:
    """The lines of a text as rows of cells; what follows # is a remark, and numbers before a colon are a table's.

    >>> [row.cells for row in rows_of_text("Round 1\\n2: 1-2-3-4")]
    [('Round 1',), ('T2', '1', '2', '3', '4')]
    """
    return [GridRow(number, _cells(line)) for number, line in enumerate(text.splitlines(), 1)]


def _cells(line: str) -> tuple[str, ...]:
    bare = line.split("#")[0].rstrip()
    if not bare.strip() or round_named(bare) is not None or table_named(bare) is not None:
        return (bare.strip(),) if bare.strip() else ()
    before, colon, behind = bare.rpartition(":")
    label = (f"T{before.strip()}" if before.strip().isdecimal() else before.strip(),) if colon else ()
    for separator in "\t;,、|":
        if separator in behind:
            words = next(csv.reader([behind], delimiter=separator)) if '"' in behind else behind.split(separator)
            return (*label, *(word.strip() for word in words))
    splits = r"\s*[|/]\s*|\s+[–-]\s+" if re.search(r"[^\W\d_]", behind) else r"[\s/–-]+"
    if re.search(r"[^\W\d_]", behind) and not re.search(splits, behind):
        splits = r"[\s/–-]+"
    return (*label, *(word for word in re.split(splits, behind.strip()) if word))


_SEPARATOR: Final = re.compile(r"\ufeff?sep=(.)[ \t;,]*(?=\r?\n)", re.IGNORECASE)


def separator_told(text: str) -> tuple[str, str]:
    """The text, its first line emptied where that says how cells are separated, as Excel writes it; and the separator.

    >>> separator_told("sep=;\\n1;2")
    ('\\n1;2', ';')
    >>> separator_told("1;2")
    ('1;2', '')
    """
    found = _SEPARATOR.match(text)
    return (text[found.end() :], found[1]) if found else (text, "")


def read_layout(text: str) -> ScheduleLayout:
    """The tables of a text in whatever layout, its numbers and names unchecked; ``problems`` say what is wrong."""
    text = unicodedata.normalize("NFKC", separator_told(text)[0].removeprefix("\ufeff"))
    if (lines := text.count("\n")) > MOST_LINES:
        said = gettext_noop("This has %(count)d lines; a schedule has up to %(most)d.")
        return ScheduleLayout([], problems=[Sentence(said, {"count": lines, "most": MOST_LINES})])
    first = text.lstrip().partition("\n")[0]
    if first.startswith(("[", "(")) and (bare := _unbracketed(text)):
        return read_rows(rows_of_text(bare))
    if first.startswith(("{", "[")):
        return _of_json(text)
    if _is_header(re.split("[\t;,]", first)):
        found = ScheduleLayout([])
        _of_csv(text, found)
        return found
    return read_rows(rows_of_text(text))


def _unbracketed(text: str) -> str:
    """Lines of tables in brackets, each line whole and no JSON together, without them; "" for another text.

    >>> _unbracketed("[1,2,3,4], [5,6,7,8]")
    '1,2,3,4,5,6,7,8'
    """
    lines = text.strip().splitlines()
    signs = [re.sub(r"[^\[\]()]", "", line) for line in lines]
    whole = all(sum(map(line.count, "[(")) == sum(map(line.count, "])")) for line in signs)
    if not whole or not re.fullmatch(r"[\[\]()0-9,;\s]+", text):
        return ""
    try:
        json.loads(text)
    except json.JSONDecodeError:
        between = [re.sub(r"[\])]\s*[,;]?\s*[\[(]", ",", line) for line in lines]
        return "\n".join(re.sub(r"[\[\]()]", "", line).strip(" ,;") for line in between)
    except (RecursionError, ValueError):
        pass
    return ""


def read_rows(rows: Sequence[GridRow]) -> ScheduleLayout:
    """The same for rows of a table file, gaps in their numbers being empty rows."""
    filled = [row for row in rows if not row.empty]
    if filled and _is_header(filled[0].cells):
        found = ScheduleLayout([])
        _of_header(filled, found)
        return found
    found = read_grid(_with_gaps(rows))
    if found.problems or not found.rounds or any(first_repeat(tables) for tables in found.rounds):
        matrix = read_matrix(filled)
        if matrix is not None:
            return matrix
    if len(found.problems) > (MOST_OF_A_KIND if any(found.rounds) else 1):
        said = gettext_noop(
            "%(count)d of %(lines)d lines are no tables of a schedule, the first is line %(line)d. Write four players a"
            " line with an empty line between rounds, such as %(example)s; the guide shows all other layouts."
        )
        values = {
            "count": len(found.problems),
            "lines": len(filled),
            "line": found.problems[0].values.get("line", 1),
            "example": EXAMPLE,
        }
        found.problems = [Sentence(said, values)]
        found.rounds = []
    return found


def _with_gaps(rows: Sequence[GridRow]) -> list[GridRow]:
    """The rows with an empty one where numbers are left out."""
    found: list[GridRow] = []
    for row in rows:
        if found and row.line > found[-1].line + 1:
            found.append(GridRow(row.line - 1, ()))
        found.append(row)
    return found


def _is_header(cells: Sequence[str]) -> bool:
    names = {COLUMNS.get(text.strip().casefold()) for text in cells}
    return {"round", "east"} <= names


def read_rounds(text: str | Sequence[GridRow]) -> ReadSchedule:
    """Rounds of numbers from a text, or from the rows of a table file, in any layout (``tournaments.seating.layouts``).

    Full-width digits and separators are read like the others. Every round must seat the same players, each once, and
    rounds that are numbered follow each other.

    >>> read_rounds("1 2 3 4").rounds
    (((1, 2, 3, 4),),)
    >>> [str(problem) for problem in read_rounds("1 2 x 4").problems]
    ['Line 1, field 3: "x" is no number.']
    """
    found = read_layout(text) if isinstance(text, str) else read_rows(text)
    problems = list(found.problems)
    cells = [round_ for round_ in found.rounds if round_]
    problems += [
        Sentence(gettext_noop('%(place)s: "%(text)s" is no number.'), {"place": each.place, "text": each.written[:20]})
        for round_ in cells
        for table in round_
        for each in table
        if each.player is None
    ]
    if len(problems) > MOST_OF_A_KIND and not found.problems and len(problems) > _count(cells) // 2:
        said = gettext_noop(
            "The players here are no numbers, such as “%(text)s”; the library keeps schedules of numbers, for example"
            " %(example)s. Names belong on the seating page of a round."
        )
        first = next(each for round_ in cells for table in round_ for each in table if each.player is None)
        return ReadSchedule((), (Sentence(said, {"text": first.written[:20], "example": EXAMPLE}),))
    if not cells and not problems:
        problems.append(Sentence(gettext_noop("There is nothing to read.")))
    problems += [] if problems else _order(found)
    problems = sorted(problems, key=_place) or _doubled(cells) or _missing(cells)
    return ReadSchedule((), tuple(problems)) if problems else ReadSchedule(freeze(_numbers(cells)))


def _count(cells: Cells) -> int:
    return sum(len(table) for round_ in cells for table in round_)


def _order(found: ScheduleLayout) -> list[Sentence]:
    """Rounds that are numbered follow each other from 1; those before the first number have none of their own."""
    numbers = [number for number, tables in zip(found.numbers, found.rounds, strict=False) if tables]
    lines = found.lines or [0] * len(found.rounds)
    problems: list[Sentence] = []
    wanted = 0
    for at, number in enumerate(numbers):
        wanted += 1
        if number is not None and number != wanted and not (at == 0 and number == 0):
            _out_of_order(lines[at] if at < len(lines) else 0, number, wanted, problems)
            wanted = number
    if problems and set(numbers) == set(range(len(numbers))):
        return []
    return problems[:1] if not found.lines else problems


def _place(problem: Sentence) -> tuple[int, int]:
    """Line and field, for the order of the text."""
    place = problem.values.get("place", problem)
    values = place.values if isinstance(place, Sentence) else {}
    return int(values.get("line", 0)), int(values.get("field", 0))


def _numbers(cells: Cells) -> list[list[list[int]]]:
    return [[[cell.player or 0 for cell in table] for table in round_] for round_ in cells]


def _doubled(cells: Cells) -> list[Sentence]:
    """Players who sit twice in a round."""
    text = gettext_noop("%(place)s: player %(player)d sits in this round already (%(other)s).")
    problems = []
    for round_ in cells:
        seen: dict[int | None, Sentence] = {}
        for table in round_:
            for one in table:
                if one.player in seen:
                    values = {"place": one.place, "player": one.player, "other": seen[one.player]}
                    problems.append(Sentence(text, values))
                seen.setdefault(one.player, one.place)
    return problems


def _missing(cells: Cells) -> list[Sentence]:
    """Players who are not in every round; one who is in fewer than half of them is named where he first stands."""
    rounds = [{cell.player: cell.place for table in round_ for cell in table} for round_ in cells]
    played = Counter(player for seats in rounds for player in seats)
    problems = []
    for player, times in sorted(played.items(), key=lambda item: item[0] or 0):
        if 2 * times < len(rounds):
            text = gettext_noop("%(place)s: player %(player)d is in %(times)d of %(rounds)d rounds only.")
            place = next(seats[player] for seats in rounds if player in seats)
            problems.append(Sentence(text, {"place": place, "player": player, "times": times, "rounds": len(rounds)}))
    for number, seats in enumerate(rounds, 1):
        for player in sorted(
            player or 0 for player in played if player not in seats and 2 * played[player] >= len(rounds)
        ):
            text = gettext_noop("Round %(round)d: player %(player)d is missing.")
            problems.append(Sentence(text, {"round": number, "player": player}))
    return problems


def _out_of_order(line: int, found: int, wanted: int, problems: list[Sentence]) -> None:
    said = gettext_noop("Line %(line)d: round %(wanted)d should stand here, not round %(found)d.")
    problems.append(Sentence(said, {"line": line, "wanted": wanted, "found": found}))


def _of_csv(text: str, found: ScheduleLayout) -> None:
    header = text.lstrip().splitlines()[0]
    reader = csv.reader(io.StringIO(text), delimiter=max("\t;,", key=header.count))
    rows: list[GridRow] = []
    end = 0
    try:
        for row in reader:
            # A field in quotation marks may hold line ends; its row is named by the first line.
            line, end = end + 1, reader.line_num
            rows.append(GridRow(line, tuple(field.strip() for field in row)))
    except csv.Error:
        # Only a quotation mark that is opened and not closed makes a field as long as that.
        said = gettext_noop("Line %(line)d: a quotation mark is opened here and not closed.")
        found.problems.append(Sentence(said, {"line": end + 1}))
    _of_header([row for row in rows if not row.empty], found)


def _of_header(rows: Sequence[GridRow], found: ScheduleLayout) -> None:
    """Rows below a line of headings; each is a table."""
    rounds: dict[int, dict[int, list[Cell]]] = {}
    places: dict[int, int] = {}
    head, *body = rows
    names = [COLUMNS.get(text.casefold(), text.casefold()) for text in head.cells]
    columns = {name: at for at, name in enumerate(names)}
    missing = [name for name in ("round", *WINDS) if name not in columns]
    if missing:
        said = gettext_noop("Line %(line)d: the column %(name)s is missing.")
        found.problems += [Sentence(said, {"line": head.line, "name": name}) for name in missing]
        return
    for row in body:
        _csv_row(row.line, row.cells, columns, rounds, places, found.problems)
    for number in sorted(rounds):
        found.rounds.append([rounds[number][table] for table in sorted(rounds[number])])
        found.numbers.append(None if number == NO_ROUND else number)
        found.tables.append([*sorted(rounds[number])])
        found.lines.append(places[number])


def _csv_row(
    line: int,
    row: Sequence[str],
    columns: Mapping[str, int],
    rounds: dict[int, dict[int, list[Cell]]],
    places: dict[int, int],
    problems: list[Sentence],
) -> None:
    """One table; without a column for its number it is the next of its round."""
    found = {name: cell(line, at + 1, row[at].strip() if at < len(row) else "") for name, at in columns.items()}
    for name in ("round", "table"):
        if name in found and found[name].player is None:
            values = {"place": found[name].place, "text": found[name].written[:20]}
            problems.append(Sentence(gettext_noop('%(place)s: "%(text)s" is no number.'), values))
    width = max(columns.values()) + 1
    for at, text in enumerate(row[width:], width + 1):
        if text.strip():
            said = gettext_noop('%(place)s: "%(text)s" stands in no column.')
            problems.append(Sentence(said, {"place": cell(line, at, text).place, "text": text.strip()[:20]}))
    number = NO_ROUND if found["round"].player is None else found["round"].player
    places.setdefault(number, line)
    tables = rounds.setdefault(number, {})
    table = found["table"].player if "table" in found else None
    if table in tables:
        said = gettext_noop("%(place)s: table %(table)d of round %(round)d stands above already.")
        problems.append(Sentence(said, {"place": found["table"].place, "table": table, "round": number}))
        table = None
    tables[max(tables, default=0) + 1 if table is None else table] = [found[wind] for wind in WINDS]


def _of_json(text: str) -> ScheduleLayout:
    found = ScheduleLayout([])
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        said = gettext_noop("Line %(line)d, character %(column)d: this is no JSON (%(why)s).")
        found.problems.append(Sentence(said, {"line": error.lineno, "column": error.colno, "why": error.msg}))
        return found
    except (RecursionError, ValueError):
        # Brackets in brackets without end, or a number of thousands of digits.
        value = None
    read = read_objects(value)
    if read is None:
        said = gettext_noop("This JSON is no schedule: rounds of tables of four are wanted, such as %(example)s.")
        found.problems.append(Sentence(said, {"example": "[[[1,2,3,4],[5,6,7,8]],[[1,5,2,6],[3,7,4,8]]]"}))
        return found
    return read
