"""Schedules as written: players with their places, by round and table."""

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
class Cell:
    """A player as written, and the place in the file."""

    written: str
    place: Sentence

    @property
    def player(self) -> int | None:
        """The number, None for a name."""
        return int(self.written) if re.fullmatch(r"[0-9]{1,9}", self.written) else None


def cell(line: int, field: int, written: str) -> Cell:
    """The cell at this line and field, both from 1."""
    return Cell(written, Sentence(gettext_noop("Line %(line)d, field %(field)d"), {"line": line, "field": field}))


@dataclass(slots=True)
class WrittenTable:
    """Four players from East; `number` None where the file does not number its tables."""

    players: Sequence[Cell]
    number: int | None = None


@dataclass(slots=True)
class WrittenRound:
    """A round; `number` None where the file does not number its rounds. `byes` are those it names as sitting out."""

    number: int | None = None
    tables: list[WrittenTable] = field(default_factory=list)
    byes: list[Cell] = field(default_factory=list)
    dates: list[Cell] = field(default_factory=list)
    """The dates that its rows state, of fixtures."""

    @property
    def seated(self) -> list[Cell]:
        """The players at the tables."""
        return [player for table in self.tables for player in table.players]


@dataclass(slots=True)
class WrittenSchedule:
    """The rounds of a file, and all that is wrong with it."""

    rounds: list[WrittenRound] = field(default_factory=list)
    problems: list[Sentence] = field(default_factory=list)

    def no_number(self, cell: Cell) -> None:
        """Say that the cell is no number."""
        self.say(gettext_noop('%(place)s: "%(text)s" is not a number.'), place=cell.place, text=cell.written[:20])

    def say(self, template: str, **values: object) -> None:
        """Add a problem."""
        self.problems.append(Sentence(template, values))


WrittenSeat = tuple[int, int | None, int | None, Cell]
"""Round, table (None for a bye), wind (None where the file does not say) and player."""


def add_seats(schedule: WrittenSchedule, seats: Iterable[WrittenSeat]) -> None:
    """Add the rounds that these seats make; players without winds stay in the order of the file."""
    rounds: dict[int, WrittenRound] = {}
    tables: dict[tuple[int, int], list[tuple[int | None, Cell]]] = {}
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
