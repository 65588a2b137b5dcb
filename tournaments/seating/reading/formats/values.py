from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.sentences import Sentence, gettext_noop

FOUR_WANTED = gettext_noop("Line %(line)d: four players are wanted, not %(count)d.")
OF_FOUR = gettext_noop("Round %(round)d, table %(table)d has %(count)d players instead of 4.")
WINDS_ONCE = gettext_noop(
    "Round %(round)d, table %(table)d: give the four players East, South, West and North, or no winds at all."
)


@dataclass(slots=True)
class PlanCell:
    written: str
    place: Sentence

    @property
    def player(self) -> int | None:
        return int(self.written) if re.fullmatch(r"[0-9]{1,9}", self.written) else None


def build_cell(line: int, field: int, written: str) -> PlanCell:
    """The cell at this line and field, both from 1."""
    return PlanCell(written, Sentence(gettext_noop("Line %(line)d, field %(field)d"), {"line": line, "field": field}))


@dataclass(slots=True)
class WrittenTable:
    """Four players from East; `number` is None if the file does not number its tables."""

    players: Sequence[PlanCell]
    number: int | None = None


@dataclass(slots=True)
class WrittenRound:
    """Round with its byes; `number` is None if the file does not number its rounds."""

    number: int | None = None
    tables: list[WrittenTable] = field(default_factory=list)
    byes: list[PlanCell] = field(default_factory=list)
    dates: list[PlanCell] = field(default_factory=list)

    @property
    def seated(self) -> list[PlanCell]:
        return [player for table in self.tables for player in table.players]


@dataclass(slots=True)
class WrittenSchedule:
    rounds: list[WrittenRound] = field(default_factory=list)
    problems: list[Sentence] = field(default_factory=list)

    def report_no_number(self, cell: PlanCell) -> None:
        self.say(gettext_noop('%(place)s: "%(text)s" is not a number.'), place=cell.place, text=cell.written[:20])

    def say(self, template: str, **values: object) -> None:
        self.problems.append(Sentence(template, values))


WrittenSeat = tuple[int, int | None, int | None, PlanCell]
"""Round, table (None for a bye), wind (None if unknown) and player."""


def add_seats(schedule: WrittenSchedule, seats: Iterable[WrittenSeat]) -> None:
    """Add the rounds of these seats; players without winds stay in the order of the file."""
    rounds: dict[int, WrittenRound] = {}
    tables: dict[tuple[int, int], list[tuple[int | None, PlanCell]]] = {}
    for number, table, wind, player in seats:
        round_ = rounds.setdefault(number, WrittenRound(number))
        if table is None:
            round_.byes.append(player)
        else:
            tables.setdefault((number, table), []).append((wind, player))
    for (number, table), players in sorted(tables.items()):
        winds = [wind for wind, _player in players if wind is not None]
        if len(players) != 4:
            schedule.say(OF_FOUR, round=number, table=table, count=len(players))
        elif winds and sorted(winds) != [0, 1, 2, 3]:
            schedule.say(WINDS_ONCE, round=number, table=table)
        else:
            players.sort(key=lambda seat: seat[0] or 0)
            rounds[number].tables.append(WrittenTable([player for _wind, player in players], table))
    schedule.rounds += [rounds[number] for number in sorted(rounds)]
