"""Schedules made elsewhere, read from lines, CSV or JSON: everything that is wrong is said with its line and field."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.schedule import Rounds, freeze

WINDS = ("east", "south", "west", "north")
HEADINGS = {wind[0]: wind for wind in WINDS}
"""Short headings of the winds as spreadsheets have them."""
MOST_LINES = 25_000
"""More than 400 players need for 200 rounds; a longer text would be read for many seconds."""
NO_ROUND = -1
"""Where a row belongs whose round cannot be read."""


@dataclass(frozen=True, slots=True)
class ReadSchedule:
    """What a text holds: its rounds, or all that is wrong with it."""

    rounds: Rounds
    problems: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One player as written, and where."""

    written: str
    place: Sentence

    @property
    def player(self) -> int | None:
        """The number, None where it is none."""
        return int(self.written) if re.fullmatch(r"[0-9]{1,9}", self.written) else None


Cells = list[list[list[Cell]]]


def read_rounds(text: str) -> ReadSchedule:
    """Rounds from JSON (`{"rounds": ...}` or a list), CSV with a header (round, table, east, south, west, north), or
    plain lines.

    Plain text is four numbers a line with an empty line or a line "Round n" between rounds; numbers before a colon
    are the table's. Full-width digits and separators are read like the others. Every round must seat the same players,
    each once, and rounds that are numbered follow each other.

    >>> read_rounds("1 2 3 4").rounds
    (((1, 2, 3, 4),),)
    >>> [str(problem) for problem in read_rounds("1 2 x 4").problems]
    ['Line 1, field 3: "x" is no number.']
    """
    problems: list[Sentence] = []
    # Blank lines before the first are kept: problems are counted in the lines that the writer sees.
    text = unicodedata.normalize("NFKC", text.removeprefix("\ufeff"))
    if (lines := text.count("\n")) > MOST_LINES:
        said = gettext_noop("This has %(count)d lines; a schedule has up to %(most)d.")
        return ReadSchedule((), (Sentence(said, {"count": lines, "most": MOST_LINES}),))
    first = text.lstrip().partition("\n")[0].lower()
    if first.startswith(("{", "[")):
        cells = _of_json(text, problems)
    elif "round" in first and {"east", "e"} & {heading.strip() for heading in re.split("[\t;,]", first)}:
        cells = _of_csv(text, problems)
    else:
        cells = _of_lines(text, problems)
    problems += [
        Sentence(gettext_noop('%(place)s: "%(text)s" is no number.'), {"place": cell.place, "text": cell.written[:20]})
        for round_ in cells
        for table in round_
        for cell in table
        if cell.player is None
    ]
    if not cells and not problems:
        problems.append(Sentence(gettext_noop("There is nothing to read.")))
    problems = sorted(problems, key=_place) or _doubled(cells) or _missing(cells)
    return ReadSchedule((), tuple(problems)) if problems else ReadSchedule(freeze(_numbers(cells)))


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
            for cell in table:
                if cell.player in seen:
                    values = {"place": cell.place, "player": cell.player, "other": seen[cell.player]}
                    problems.append(Sentence(text, values))
                seen.setdefault(cell.player, cell.place)
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


def _cell(line: int, field: int, written: str) -> Cell:
    return Cell(written, Sentence(gettext_noop("Line %(line)d, field %(field)d"), {"line": line, "field": field}))


def _four(line: int, row: Sequence[Cell], problems: list[Sentence]) -> list[Cell]:
    if len(row) != 4:
        text = gettext_noop("Line %(line)d: four players are wanted, not %(count)d.")
        problems.append(Sentence(text, {"line": line, "count": len(row)}))
    return list(row)


def _of_lines(text: str, problems: list[Sentence]) -> Cells:
    rounds: Cells = [[]]
    named = 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.split("#")[0].strip()
        heading = re.fullmatch(r"(?i)round\s*([0-9]{0,9})\s*:?", bare)
        if heading and heading[1]:
            # Rounds before the first heading have no number of their own.
            named = 1 + (named or sum(map(bool, rounds)))
            if int(heading[1]) != named:
                _out_of_order(number, int(heading[1]), named, problems)
                named = int(heading[1])
        if not bare or heading:
            rounds.append([])
            continue
        words = [word for word in re.split(r"[\s,;、|/–-]+", bare.split(":")[-1]) if word]
        rounds[-1].append(_four(number, [_cell(number, at, word) for at, word in enumerate(words, 1)], problems))
    return [round_ for round_ in rounds if round_]


def _out_of_order(line: int, found: int, wanted: int, problems: list[Sentence]) -> None:
    said = gettext_noop("Line %(line)d: round %(wanted)d should stand here, not round %(found)d.")
    problems.append(Sentence(said, {"line": line, "wanted": wanted, "found": found}))


def _of_csv(text: str, problems: list[Sentence]) -> Cells:
    header = text.lstrip().splitlines()[0]
    rows = csv.reader(io.StringIO(text), delimiter=max("\t;,", key=header.count))
    rounds: dict[int, dict[int, list[Cell]]] = {}
    places: dict[int, int] = {}
    columns: dict[str, int] = {}
    end = 0
    try:
        for row in rows:
            # A field in quotation marks may hold line ends; its row is named by the first line.
            line, end = end + 1, rows.line_num
            if not any(field.strip() for field in row):
                continue
            if columns:
                _csv_row(line, row, columns, rounds, places, problems)
                continue
            names = [name.strip().lower() for name in row]
            columns = {HEADINGS.get(name, name): at for at, name in enumerate(names)}
            missing = [name for name in ("round", *WINDS) if name not in columns]
            if missing:
                said = gettext_noop("Line %(line)d: the column %(name)s is missing.")
                problems += [Sentence(said, {"line": line, "name": name}) for name in missing]
                return []
    except csv.Error:
        # Only a quotation mark that is opened and not closed makes a field as long as that.
        said = gettext_noop("Line %(line)d: a quotation mark is opened here and not closed.")
        problems.append(Sentence(said, {"line": end + 1}))
    for wanted, number in enumerate(sorted(rounds.keys() - {NO_ROUND}), 1):
        if number != wanted:
            _out_of_order(places[number], number, wanted, problems)
            break
    return [[rounds[k][table] for table in sorted(rounds[k])] for k in sorted(rounds)]


def _csv_row(
    line: int,
    row: Sequence[str],
    columns: Mapping[str, int],
    rounds: dict[int, dict[int, list[Cell]]],
    places: dict[int, int],
    problems: list[Sentence],
) -> None:
    """One table; without a column for its number it is the next of its round."""
    found = {name: _cell(line, at + 1, row[at].strip() if at < len(row) else "") for name, at in columns.items()}
    for name in ("round", "table"):
        if name in found and found[name].player is None:
            values = {"place": found[name].place, "text": found[name].written[:20]}
            problems.append(Sentence(gettext_noop('%(place)s: "%(text)s" is no number.'), values))
    width = max(columns.values()) + 1
    for at, text in enumerate(row[width:], width + 1):
        if text.strip():
            said = gettext_noop('%(place)s: "%(text)s" stands in no column.')
            problems.append(Sentence(said, {"place": _cell(line, at, text).place, "text": text.strip()[:20]}))
    number = NO_ROUND if found["round"].player is None else found["round"].player
    places.setdefault(number, line)
    tables = rounds.setdefault(number, {})
    table = found["table"].player if "table" in found else None
    if table in tables:
        said = gettext_noop("%(place)s: table %(table)d of round %(round)d stands above already.")
        problems.append(Sentence(said, {"place": found["table"].place, "table": table, "round": number}))
        table = None
    tables[max(tables, default=0) + 1 if table is None else table] = [found[wind] for wind in WINDS]


def _of_json(text: str, problems: list[Sentence]) -> Cells:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        said = gettext_noop("Line %(line)d, character %(column)d: this is no JSON (%(why)s).")
        problems.append(Sentence(said, {"line": error.lineno, "column": error.colno, "why": error.msg}))
        return []
    except (RecursionError, ValueError):
        # Brackets in brackets without end, or a number of thousands of digits.
        problems.append(Sentence(gettext_noop("The JSON is not a list of rounds of tables of four numbers.")))
        return []
    rounds = value.get("rounds") if isinstance(value, dict) else value
    if not isinstance(rounds, list) or not rounds or not all(isinstance(round_, list) and round_ for round_ in rounds):
        problems.append(Sentence(gettext_noop("The JSON is not a list of rounds of tables of four numbers.")))
        return []
    cells: Cells = []
    for k, round_ in enumerate(rounds, 1):
        cells.append([])
        for t, table in enumerate(round_, 1):
            if not isinstance(table, list) or len(table) != 4:
                said = gettext_noop("Round %(round)d, table %(table)d has %(count)d players instead of 4.")
                count = len(table) if isinstance(table, list) else 0
                problems.append(Sentence(said, {"round": k, "table": t, "count": count}))
                continue
            place = gettext_noop("Round %(round)d, table %(table)d, seat %(chair)d")
            cells[-1].append(
                [
                    Cell(
                        player if isinstance(player, str) else json.dumps(player),
                        Sentence(place, {"round": k, "table": t, "chair": s}),
                    )
                    for s, player in enumerate(table, 1)
                ]
            )
    return cells
