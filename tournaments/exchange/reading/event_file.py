"""`mahjong-event/1` files with their original objects, so that an export returns fields unknown to this program."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeGuard

from django.utils.translation import gettext as _

from engine.exact import NumberError, read_stored
from engine.match.scoring import MatchScoring, score_table
from tournaments.core.tabular.reading import RowProblem
from tournaments.exchange.documents import Raw, make_problem

FORMAT = "mahjong-event/1"
Id = int | str


@dataclass(eq=False)
class FileSeat:
    """Line of a table, compared by identity. `player` None: not on the list; `points` None: not played."""

    player: Id | None
    wind: int | None
    points: Fraction | None
    raw: Raw

    def number(self, name: str) -> Fraction | None:
        """Return an official number of the seat (`table_points`, `score`, `uma`, `penalty`), None if missing."""
        return as_number(self.raw.get(name))


@dataclass
class FileTable:
    """Table of a round; `hands` is None if they cannot be read as single wins."""

    number: int
    seats: list[FileSeat]
    leftover: int
    hands: list[Raw]
    raw: Raw
    hands_readable: bool = True
    name: str = ""

    @property
    def played(self) -> bool:
        return bool(self.seats) and len(self.points) == len(self.seats)

    @property
    def points(self) -> list[Fraction]:
        return [seat.points for seat in self.seats if seat.points is not None]

    @property
    def total(self) -> Fraction:
        """Sum of all points, including sticks left over."""
        return sum(self.points, Fraction(self.leftover))


@dataclass
class FileRound:
    number: int
    tables: list[FileTable]
    raw: Raw

    @property
    def day(self) -> datetime.date | None:
        return parse_iso_day(self.raw.get("date"))


@dataclass
class FilePlayer:
    id: Id
    name: str
    country: str
    team: Id | None
    raw: Raw
    substitute_for: Id | None = None


@dataclass
class FileTeam:
    id: Id
    name: str
    members: list[Id]
    raw: Raw


@dataclass
class EventFile:
    name: str
    short: str
    family: str
    event: Raw
    scoring: Raw
    players: list[FilePlayer] = field(default_factory=list)
    teams: list[FileTeam] = field(default_factory=list)
    rounds: list[FileRound] = field(default_factory=list)
    penalties: list[Raw] = field(default_factory=list)
    forfeits: list[Raw] = field(default_factory=list)
    standings: Raw = field(default_factory=dict)
    other: Raw = field(default_factory=dict)
    lists: tuple[str, ...] = ()
    """Lists present in the file, even if empty."""
    table_names: dict[str, int] = field(default_factory=dict)
    """Number here of each named table."""

    def table_number(self, called: object) -> Fraction | None:
        return Fraction(self.table_names[called.strip()]) if is_name(called, self.table_names) else as_number(called)

    @property
    def tables(self) -> Iterator[tuple[int, FileTable]]:
        """Yield all tables, each with the number of its round."""
        return ((round_.number, table) for round_ in self.rounds for table in round_.tables)

    @property
    def played(self) -> Iterator[tuple[int, FileTable]]:
        return ((number, table) for number, table in self.tables if table.played)

    @property
    def day(self) -> datetime.date | None:
        """First date in the file, of the event or of a round."""
        return parse_iso_day(self.event.get("start")) or next(
            (row.day for row in self.rounds if row.day is not None), None
        )

    @property
    def rounds_played(self) -> int:
        return max((number for number, _table in self.played), default=0)


OF_EARLIER_RELEASES = {"name", "short", "start", "end", "place", "rounds_planned"}


def is_of_earlier_release(event: EventFile) -> bool:
    """Return True for a file of an earlier release; later ones name country and organiser, too."""
    return set(event.event) == OF_EARLIER_RELEASES and "leftover_riichi_sticks" in event.scoring


def parse_id(value: object) -> Id:
    """Return the value if it can be an id of the file, else the empty text."""
    return value if isinstance(value, int | str) else ""


def parse_iso_day(value: object) -> datetime.date | None:
    """Parse a full ISO date; return None for a bare year, which stays as written."""
    try:
        return datetime.date.fromisoformat(str(value))
    except ValueError:
        return None


def is_name(value: object, names: dict[str, int]) -> TypeGuard[str]:
    return isinstance(value, str) and value.strip() in names


def as_number(value: object) -> Fraction | None:
    """Return the exact number of an int, float or text; None for anything else and for impossible scores."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return read_stored(value)
    except NumberError:
        return None


def list_consistency_warnings(event: EventFile, scoring: MatchScoring) -> list[RowProblem]:
    """Return a warning for each table that contradicts the rule of the file, in the order of the file."""
    warnings: list[RowProblem] = []
    for number, table in event.played:
        where = f"{_('round %(round)s') % {'round': number}}, {_('table %(table)s') % {'table': table.number}}"
        warnings += [make_problem(where, doubt, warning=True) for doubt in _list_doubts(table, scoring, event)]
    return warnings


def _list_doubts(table: FileTable, scoring: MatchScoring, event: EventFile) -> Iterator[str]:
    points, total = table.points, table.total
    expected = scoring.expected_total(len(points))
    fines = sum((seat.number("penalty") or Fraction(0) for seat in table.seats), Fraction(0))
    if total not in (expected, expected + fines, expected + fines * scoring.divisor):
        yield _("The points sum to %(sum)s, not to %(expected)s.") % {"sum": total, "expected": expected}
    if event.scoring.get("uma") is None or len(set(points)) < len(points):
        return
    games = score_table(points, scoring, table.leftover)
    for seat, game in zip(table.seats, games, strict=True):
        written = seat.number("uma")
        if written is not None and written not in (game.uma, game.uma * scoring.divisor):
            values = {"player": str(seat.player), "written": str(written), "ours": str(game.uma)}
            yield _("Player %(player)s has an uma of %(written)s; the rule of the file gives %(ours)s.") % values
