from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.sentences import Sentence, gettext_noop
from tournaments.core.tabular.columns import ABOVE_HEADINGS
from tournaments.core.tabular.reading import SourceRow, read_text, split_separator_line
from tournaments.seating.logic.schedule import Rounds, freeze
from tournaments.seating.reading.formats.headed import find_reader
from tournaments.seating.reading.formats.lines import read_lines
from tournaments.seating.reading.formats.objects import read_json
from tournaments.seating.reading.formats.values import WrittenRound, WrittenSchedule

MAX_LINES = 25_000
"""Lines enough for 400 players in 200 rounds; longer texts would be read for many seconds."""
_BRACKETS = re.compile(r"(?:[\[(][0-9,;\s]+[\])][\s,;]*){2,}")


def read_layout(content: str | Sequence[SourceRow]) -> WrittenSchedule:
    """Read a text or the rows of a spreadsheet; numbers and names are not checked."""
    schedule = WrittenSchedule()
    if not isinstance(content, str):
        rows = [SourceRow(row.line, tuple(map(_normalize_text, row.cells))) for row in content]
        texts = {row.line: "\t".join(row.cells) for row in rows}
        lines = [(line, texts.get(line, "")) for line in range(1, max(texts, default=0) + 1)]
    else:
        text = _normalize_text(split_separator_line(content)[0].removeprefix("\ufeff"))
        lines = [*enumerate(text.splitlines(), 1)]
        if len(lines) > MAX_LINES:
            message = gettext_noop("This has %(count)d lines; a schedule has up to %(most)d.")
            schedule.say(message, count=len(lines), most=MAX_LINES)
            return schedule
        if text.lstrip().startswith(("{", "[")) and not _BRACKETS.fullmatch(text.strip()):
            read_json(text, schedule)
            return schedule
        source = read_text(_normalize_text(content))
        rows = list(source.rows)
        for problem in source.problems if rows and find_reader(rows[_find_headings(rows)]) else ():
            schedule.say("Line %(line)s: %(message)s", line=problem.line, message=problem.message)
    rows = rows[_find_headings(rows) :]
    reader = find_reader(rows[0]) if rows else None
    if reader:
        reader(rows, schedule)
    else:
        read_lines(lines, schedule)
    return schedule


def _find_headings(rows: Sequence[SourceRow]) -> int:
    """Return the index of the headings: the first row, or one of three cells or more below a title."""
    widths = [sum(bool(text.strip()) for text in row.cells) for row in rows[:ABOVE_HEADINGS]]
    below = (
        index
        for index in range(1, len(widths))
        if max(3, max(widths[:index]) + 1) <= widths[index] and find_reader(rows[index])
    )
    return 0 if not rows or find_reader(rows[0]) else next(below, 0)


def _normalize_text(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


@dataclass(frozen=True, slots=True)
class ReadSchedule:
    rounds: Rounds
    problems: tuple[Sentence, ...] = ()


def read_rounds(content: str | Sequence[SourceRow], *, leave_out: bool = False) -> ReadSchedule:
    """Read rounds of numbers; missing players must be named as byes unless byes are even or `leave_out`.

    >>> read_rounds("1 2 3 4").rounds
    (((1, 2, 3, 4),),)
    >>> [str(problem) for problem in read_rounds("1 2 x 4").problems]
    ['Line 1, field 3: "x" is not a number.']
    """
    schedule = read_layout(content)
    rounds = [round_ for round_ in schedule.rounds if round_.tables]
    for player in (player for round_ in rounds for player in [*round_.seated, *round_.byes] if player.player is None):
        schedule.report_no_number(player)
    if not rounds and not schedule.problems:
        schedule.say(gettext_noop("There is nothing to read."))
    for round_ in rounds:
        _check_tables(round_, schedule)
    if not schedule.problems:
        _check_order(rounds, schedule)
    problems = (
        sorted(schedule.problems, key=_parse_place)
        or _list_doubled(rounds)
        or ([] if leave_out else _list_missing(rounds))
    )
    tables = [[[player.player or 0 for player in table.players] for table in round_.tables] for round_ in rounds]
    return ReadSchedule((), tuple(problems)) if problems else ReadSchedule(freeze(tables))


def _check_order(rounds: list[WrittenRound], schedule: WrittenSchedule) -> None:
    if all(round_.number is not None for round_ in rounds):
        rounds.sort(key=lambda round_: round_.number or 0)
    for wanted, round_ in enumerate(rounds, 0 if rounds[0].number == 0 else 1):
        if round_.number not in (None, wanted):
            message = gettext_noop("%(place)s: round %(wanted)d should stand here, not round %(found)d.")
            schedule.say(message, place=round_.seated[0].place, wanted=wanted, found=round_.number)
            return


def _check_tables(round_: WrittenRound, schedule: WrittenSchedule) -> None:
    numbers: set[int] = set()
    for table in round_.tables:
        if table.number in numbers:
            message = gettext_noop("%(place)s: table %(table)d of round %(round)d stands above already.")
            schedule.say(message, place=table.players[0].place, table=table.number, round=round_.number or 1)
        numbers |= set() if table.number is None else {table.number}
    if len(numbers) == len(round_.tables):
        round_.tables.sort(key=lambda table: table.number or 0)


def _parse_place(problem: Sentence) -> tuple[int, int]:
    place = problem.values.get("place", problem)
    values = place.values if isinstance(place, Sentence) else {}
    return int(values.get("line", 0)), int(values.get("field", 0))


def _list_doubled(rounds: Sequence[WrittenRound]) -> list[Sentence]:
    text = gettext_noop("%(place)s: player %(player)d sits in this round already (%(other)s).")
    problems = []
    for round_ in rounds:
        places: dict[int | None, Sentence] = {}
        for player in [*round_.seated, *round_.byes]:
            if player.player in places:
                values = {"place": player.place, "player": player.player, "other": places[player.player]}
                problems.append(Sentence(text, values))
            places.setdefault(player.player, player.place)
    return problems


def _list_missing(rounds: Sequence[WrittenRound]) -> list[Sentence]:
    """Report players missing from a round more than once more than others, where they first stand."""
    places = [{player.player or 0: player.place for player in [*round_.seated, *round_.byes]} for round_ in rounds]
    times = Counter(player for seats in places for player in seats)
    if max(times.values()) - min(times.values()) <= 1 and len({len(seats) for seats in places}) == 1:
        return []
    problems = []
    text = gettext_noop(
        "%(place)s: player %(player)d is missing from round %(missing)s; add the player there, or say that players who"
        " are not named sit out."
    )
    for player in sorted(times):
        missing = ", ".join(str(number) for number, seats in enumerate(places, 1) if player not in seats)
        if missing:
            place = next(seats[player] for seats in places if player in seats)
            problems.append(Sentence(text, {"place": place, "player": player, "missing": missing}))
    return problems
