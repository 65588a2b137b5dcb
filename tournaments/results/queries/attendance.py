"""Grid of attendance: people, and rounds or days of open evenings."""

from __future__ import annotations

import datetime
import zoneinfo
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils import timezone

from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.queries.evenings import group_tables_by_evening
from tournaments.rounds.models import Round, Seat, Seating
from tournaments.rounds.queries.line_ups import STARTED
from tournaments.rounds.queries.participants import is_present, list_resting_players, list_round_players
from tournaments.seating.models.attendance import Absence, Presence

PAST, COMING = 6, 6
"""Number of columns of started rounds, and of rounds to come."""
EVENINGS: Final = 12


class Mark(StrEnum):
    PLAYED = "played"
    PLAYS = "plays"
    RESTS = "rests"
    ABSENT = "absent"
    PRESENT = "present"
    NONE = ""


@dataclass(frozen=True)
class AttendanceColumn:
    """A round, or a day of open evenings; `open`: attendance can be entered."""

    round: Round | None
    day: datetime.date | None
    open: bool

    @property
    def key(self) -> str:
        return str(self.round.number) if self.round else self.day.isoformat() if self.day else ""


@dataclass(frozen=True)
class AttendanceCell:
    column: AttendanceColumn
    mark: Mark
    tables: int = 0


@dataclass(frozen=True)
class Grid:
    """Columns in order of time, and a row of cells for each person by number."""

    columns: tuple[AttendanceColumn, ...]
    rows: tuple[tuple[Entry, tuple[AttendanceCell, ...]], ...]

    def column(self, key: str) -> AttendanceColumn | None:
        return next((column for column in self.columns if column.open and column.key == key), None)


def build_grid(tournament: Tournament) -> Grid:
    """Return the grid: of evenings where there are open evenings, else of rounds near the present one."""
    people = list(tournament.entries.exclude(status=Entry.Status.WAITING).select_related("team").order_by("number"))
    if Tournament.Feature.EVENINGS in tournament.enabled:
        return _build_evening_grid(tournament, people)
    return _build_round_grid(tournament, people)


def _build_round_grid(tournament: Tournament, people: list[Entry]) -> Grid:
    field = tournament.rounds.filter(alone=False).select_related("stage", "tournament")
    rounds = list(field.order_by("number"))
    started = [round_ for round_ in rounds if round_.state in STARTED][-PAST:]
    coming = [round_ for round_ in rounds if round_.state not in STARTED][:COMING]
    marks: dict[int, dict[int, Mark]] = {}
    for round_ in (*started, *coming):
        absent = dict.fromkeys(Absence.objects.filter(round=round_).values_list("entry", flat=True), Mark.ABSENT)
        absent |= {entry.pk: Mark.RESTS for entry in list_resting_players(round_)}
        if round_ in started:
            live = Seat.objects.filter(seating__round=round_, seating__state__in=Seating.LIVE)
            absent |= dict.fromkeys(live.values_list("entry", flat=True), Mark.PLAYED)
        else:
            absent |= {entry.pk: Mark.PLAYS for entry in list_round_players(round_)}
        marks[round_.pk] = absent
    columns = tuple(AttendanceColumn(round_, None, round_ in coming) for round_ in (*started, *coming))
    return Grid(columns, tuple((entry, tuple(_list_cells(entry, columns, marks))) for entry in people))


def _list_cells(
    entry: Entry, columns: Iterable[AttendanceColumn], marks: Mapping[int, Mapping[int, Mark]]
) -> Iterable[AttendanceCell]:
    for column in columns:
        if column.round is not None:
            mark = marks[column.round.pk].get(entry.pk, Mark.NONE)
            is_known = mark == Mark.PLAYED or is_present(entry, column.round.number)
            yield AttendanceCell(column, mark if is_known else Mark.NONE)


def _build_evening_grid(tournament: Tournament, people: list[Entry]) -> Grid:
    today = timezone.localdate(timezone=zoneinfo.ZoneInfo(tournament.time_zone))
    games: dict[datetime.date, Counter[int]] = defaultdict(Counter)
    for day, tables in group_tables_by_evening(tournament):
        if day is not None:
            games[day].update(entry.pk for table in tables if table.played for entry in table.players)
    present: dict[datetime.date, set[int]] = defaultdict(set)
    for day, key in Presence.objects.filter(entry__tournament=tournament).values_list("day", "entry"):
        present[day].add(key)
    days = sorted({*games, *present, today})[-EVENINGS:]
    columns = tuple(AttendanceColumn(None, day, open=True) for day in days)

    def cell(entry: Entry, column: AttendanceColumn, day: datetime.date) -> AttendanceCell:
        if count := games[day][entry.pk]:
            return AttendanceCell(column, Mark.PLAYED, count)
        return AttendanceCell(column, Mark.PRESENT if entry.pk in present[day] else Mark.NONE)

    cells = ((entry, tuple(map(cell, [entry] * len(days), columns, days))) for entry in people)
    return Grid(columns, tuple(cells))
