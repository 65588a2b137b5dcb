"""Schedules made elsewhere, read from lines, CSV or JSON: everything that is wrong is said with its line and field."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.seating.schedule import Rounds, freeze
from tournaments.seating.sentences import Sentence, gettext_noop

WINDS = ("east", "south", "west", "north")


@dataclass(frozen=True, slots=True)
class Reading:
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


def read_rounds(text: str) -> Reading:
    """Rounds from JSON (`{"rounds": ...}` or a list), CSV with a header (round, table, east, south, west, north), or
    plain lines.

    Plain text is four numbers a line with an empty line or a line "Round n" between rounds; numbers before a colon
    are the table's. Every round must seat the same players, each once.

    >>> read_rounds("1 2 3 4").rounds
    (((1, 2, 3, 4),),)
    >>> [str(problem) for problem in read_rounds("1 2 x 4").problems]
    ['Line 1, field 3: "x" is no number.']
    """
    problems: list[Sentence] = []
    stripped = text.strip()
    first = stripped.partition("\n")[0].lower()
    if first.startswith(("{", "[")):
        cells = _of_json(stripped, problems)
    elif "round" in first and "east" in first:
        cells = _of_csv(stripped, problems)
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
    return Reading((), tuple(problems)) if problems else Reading(freeze(_numbers(cells)))


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
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.split("#")[0].strip()
        if not bare or re.fullmatch(r"(?i)round\s*\d*\s*:?", bare):
            rounds.append([])
            continue
        words = [word for word in re.split(r"[\s,;|/–-]+", bare.split(":")[-1]) if word]
        rounds[-1].append(_four(number, [_cell(number, at, word) for at, word in enumerate(words, 1)], problems))
    return [round_ for round_ in rounds if round_]


def _of_csv(text: str, problems: list[Sentence]) -> Cells:
    header = text.splitlines()[0]
    rows = csv.reader(io.StringIO(text), delimiter=max("\t;,", key=header.count))
    columns = {name.strip().lower(): at for at, name in enumerate(next(rows))}
    missing = [name for name in ("round", *WINDS) if name not in columns]
    if missing:
        said = gettext_noop("Line 1: the column %(name)s is missing.")
        problems += [Sentence(said, {"name": name}) for name in missing]
        return []
    rounds: dict[int, list[tuple[int, list[Cell]]]] = {}
    for row in rows:
        if not any(field.strip() for field in row):
            continue
        found = {
            name: _cell(rows.line_num, at + 1, row[at].strip() if at < len(row) else "") for name, at in columns.items()
        }
        table = found["table"].player if "table" in found else None
        if found["round"].player is None:
            values = {"place": found["round"].place, "text": found["round"].written[:20]}
            problems.append(Sentence(gettext_noop('%(place)s: "%(text)s" is no number.'), values))
        rounds.setdefault(found["round"].player or 0, []).append((table or 0, [found[wind] for wind in WINDS]))
    return [[seats for _, seats in sorted(rounds[k], key=lambda item: item[0])] for k in sorted(rounds)]


def _of_json(text: str, problems: list[Sentence]) -> Cells:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        said = gettext_noop("Line %(line)d, character %(column)d: this is no JSON (%(why)s).")
        problems.append(Sentence(said, {"line": error.lineno, "column": error.colno, "why": error.msg}))
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
                    Cell(json.dumps(player), Sentence(place, {"round": k, "table": t, "chair": s}))
                    for s, player in enumerate(table, 1)
                ]
            )
    return cells
