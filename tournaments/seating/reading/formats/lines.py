"""Lines of players without headings: a Pantheon script (``1-2-3-4``, an empty line between rounds) and its like."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.sentences import gettext_noop
from tournaments.seating.reading.formats.values import (
    FOUR_WANTED,
    PlanCell,
    WrittenRound,
    WrittenSchedule,
    WrittenTable,
    build_cell,
)
from tournaments.seating.reading.formats.words import parse_heading, parse_round, parse_table

EXAMPLE: Final = "1-2-3-4"
_SEPARATORS: Final = "\t;,、|"
_LETTER: Final = re.compile(r"[^\W\d_]")
MAX_NAMED: Final = 8


@dataclass(slots=True)
class _Line:
    line: int
    players: list[PlanCell]
    round: int | None = None
    table: int | None = None
    bye: bool = False


def read_lines(lines: Iterable[tuple[int, str]], schedule: WrittenSchedule) -> None:
    parsed = [_parse_line(number, text) for number, text in lines]
    filled = [line for line in parsed if line]
    _take_leading_numbers([line for line in filled if not line.bye], schedule)
    groups: dict[tuple[int | None, int], list[_Line]] = {}
    named, gaps = None, 0
    for line in parsed:
        if line is None:
            gaps += 1
        else:
            named = named if line.round is None else line.round
            groups.setdefault((named, gaps if named is None else 0), []).append(line)
    for (number, _gap), group in groups.items():
        schedule.rounds += [
            _build_round(number, part) for part in (_split_rounds(group) if number is None else [group])
        ]
    if len(schedule.problems) > (MAX_NAMED if any(round_.tables for round_ in schedule.rounds) else 1):
        message = gettext_noop(
            "%(count)d of %(lines)d lines are not tables of a schedule, the first is line %(line)d. Write four players"
            " a line with an empty line between rounds, such as %(example)s; the guide shows all other layouts."
        )
        values = {"count": len(schedule.problems), "lines": len(filled), "line": schedule.problems[0].values["line"]}
        schedule.rounds, schedule.problems = [], []
        schedule.say(message, **values, example=EXAMPLE)


def _parse_line(number: int, text: str) -> _Line | None:
    bare = text.split("#")[0].strip()
    bare = bare if _LETTER.search(bare) else re.sub(r"[\[\]()]", " ", bare)
    if not bare.strip(_SEPARATORS + " "):
        return None
    before, colon, behind = bare.rpartition(":")
    line = _Line(number, [])
    if colon and before.strip().isdecimal():
        before = f"T{before.strip()}"
    for index, word in enumerate(
        [before.strip(), *_split_words(behind)] if colon and behind else _split_words(bare), 1
    ):
        if not line.players and (named := parse_round(word)) is not None:
            line.round = named
        elif not line.players and (named := parse_table(word)) is not None:
            line.table = named
        elif not line.players and parse_heading(word) == "bye":
            line.bye = True
        elif word:
            line.players.append(build_cell(number, index, word))
    return line


def _split_words(text: str) -> list[str]:
    if parse_round(text) is not None or parse_table(text) is not None:
        return [text]
    if not _LETTER.search(text):
        return re.split(rf"[\s/–\-{_SEPARATORS}]+", text.strip())
    for separator in _SEPARATORS:
        if separator in text:
            quoted = '"' in text and len(text) < csv.field_size_limit()
            cells = next(csv.reader([text], delimiter=separator)) if quoted else text.split(separator)
            return [word for part in cells for word in ([part.strip()] if _LETTER.search(part) else _split_words(part))]
    return re.split(r"\s+[/–-]\s+" if re.search(r"\s[/–-]\s", text) else r"[\s/–-]+", text.strip())


def _take_leading_numbers(lines: Sequence[_Line], schedule: WrittenSchedule) -> None:
    """Turn leading numbers into labels, of round and table if most lines have six; name lines not in fours."""
    sizes = Counter(len(line.players) for line in lines if line.players)
    usual = max(sizes, key=lambda size: sizes[size], default=4)
    leading = 2 if usual == 6 else 1 if usual % 4 == 1 and usual > 4 else 0
    for line in lines:
        numbers = [player.player for player in line.players[:leading]]
        if leading and len(line.players) % 4 == leading and None not in numbers:
            del line.players[:leading]
            line.round = numbers[0] if leading == 2 or len(line.players) > 4 else line.round
            line.table = numbers[-1] if leading == 2 or len(line.players) == 4 else line.table
        if len(line.players) % 4:
            schedule.say(FOUR_WANTED, line=line.line, count=len(line.players))
            line.players = []


def _build_round(number: int | None, lines: Sequence[_Line]) -> WrittenRound:
    round_ = WrittenRound(number)
    for line in lines:
        if line.bye:
            round_.byes += line.players
        else:
            for start in range(0, len(line.players), 4):
                round_.tables.append(WrittenTable(line.players[start : start + 4], line.table if start == 0 else None))
    return round_


def _split_rounds(lines: Sequence[_Line]) -> list[Sequence[_Line]]:
    """Split lines into parts that each seat everybody once, else take them as one round."""
    everybody = sorted({player.written for line in lines for player in line.players})
    rounds: list[list[_Line]] = []
    seats = 0
    for line in lines:
        if seats % max(len(everybody), 1) == 0:
            rounds.append([])
        rounds[-1].append(line)
        seats += len(line.players)
    seated = [sorted(player.written for line in part for player in line.players) for part in rounds]
    return [*rounds] if all(who == everybody for who in seated) else [lines]
