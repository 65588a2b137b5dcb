"""Standings of a tournament: all confirmed results for its staff; only released rounds for the public."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from threading import Lock
from typing import Any, Final, NamedTuple

from cachetools import LRUCache
from django.utils.translation import gettext

from tournaments.core.models.log import AuditEntry
from tournaments.core.shared_answers import share_answer
from tournaments.core.text.sentences import translate_text
from tournaments.core.visibility import find_hidden_standings_round
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable
from tournaments.rounds.queries.postponed import list_tables_to_come
from tournaments.standings.logic import (
    METRICS,
    Key,
    Standings,
    StandingsRow,
    compute,
)
from tournaments.standings.logic.carry import Carry, carry_line, compute_added_value, compute_carried_value
from tournaments.standings.logic.categories import CategoryPlace
from tournaments.standings.logic.charts import find_quarter
from tournaments.standings.queries.ledger_input import Rows, build_input, read, read_rows


@dataclass(frozen=True)
class MetricColumn:
    """Column of the standings: a metric of the tie-break order, or without `decides` one that only informs."""

    key: str
    short: str
    name: str
    decides: bool = True


@dataclass(frozen=True)
class CompetitorProgress:
    places: tuple[int, ...]
    """Places after each round; 0 where there was none."""
    last: Fraction | None
    """Contribution of the last round to the first criterion; None without a game or a line of that round."""
    of: int

    @property
    def moved(self) -> int | None:
        """Places gained by the last round, negative if lost; None without a place before or after it."""
        before, now = (0, 0, *self.places)[-2:]
        return before - now if before and now else None

    @property
    def rounds(self) -> list[tuple[int, int, int]]:
        """Return (round, place after it, quarter of the field in which the place lies) in order."""
        return [(number, place, find_quarter(place, self.of)) for number, place in enumerate(self.places, 1)]


@dataclass(frozen=True, kw_only=True)
class ShownRow:
    row: StandingsRow
    cells: tuple[Fraction | None, ...]
    """Values in the order of the columns; None where a metric was not needed to find the place."""
    informing: int = 0
    """Number of the last cells that decide nothing."""
    carried: Fraction | None = None
    """Part of the first criterion that a stage carried over; None without such a stage."""
    progress: CompetitorProgress | None = None

    @property
    def leading(self) -> str:
        """Slice of the first cells that decide, two at most, for the projector."""
        return f":{min(2, len(self.cells) - self.informing)}"


@dataclass(frozen=True, kw_only=True)
class PlayerStanding(ShownRow):
    player: Entry
    within: tuple[CategoryPlace, ...] = ()
    shown: CategoryPlace | None = None
    """Place within the category of the list; `row` has the overall one."""
    left_after: int | None = None
    """Round after which the player left, 0 before the first; None if they play on or are disqualified."""


@dataclass(frozen=True, kw_only=True)
class TeamStanding(ShownRow):
    team: Team


@dataclass(frozen=True)
class StandingsTable:
    after: int
    columns: tuple[MetricColumn, ...]
    team_columns: tuple[MetricColumn, ...]
    individual: tuple[PlayerStanding, ...]
    teams: tuple[TeamStanding, ...]
    public_through: int = 0
    """Last round with public standings; 0 where the table is not the public one."""
    categories: tuple[Category, ...] = ()
    category: Category | None = None
    to_come: tuple[GameTable, ...] = ()

    @property
    def headed_by_teams(self) -> bool:
        return any(line.row.place for line in self.teams)

    @property
    def leading(self) -> tuple[MetricColumn, ...]:
        """Columns of the figures on the projector: the first that decide, two at most."""
        return _choose_leading_columns(self.columns)

    @property
    def team_leading(self) -> tuple[MetricColumn, ...]:
        return _choose_leading_columns(self.team_columns)


def _choose_leading_columns(columns: tuple[MetricColumn, ...]) -> tuple[MetricColumn, ...]:
    return tuple(column for column in columns if column.decides)[:2]


def find_public_standings(tournament: Tournament, after: int | None = None) -> StandingsTable | None:
    """Return the public standings, with the places after each round; None while they are hidden."""
    return share_answer(("standings", tournament.pk, after), lambda: _build_public_standings(tournament, after))


def _build_public_standings(tournament: Tournament, after: int | None) -> StandingsTable | None:
    last = get_last_public_round(tournament)
    last_shown = last if after is None else after
    if not 1 <= last_shown <= last:
        return None
    rounds = [get_standings(tournament, number) for number in range(1, last_shown + 1)]
    players = _compute_progress([round_.individual for round_ in rounds], rounds[-1].metrics[0])
    teams = _compute_progress([round_.teams for round_ in rounds], (*rounds[-1].team_metrics, "total")[0])
    newest = build_table(tournament, rounds[-1])
    return replace(
        newest,
        individual=tuple(replace(line, progress=players[line.row.key]) for line in newest.individual),
        teams=tuple(replace(line, progress=teams[line.row.key]) for line in newest.teams),
        public_through=last,
    )


def find_public_round(tournament: Tournament, after: int | None = None) -> int | None:
    """Return the round of the public standings, `after` or the last; None while they are hidden."""
    last = get_last_public_round(tournament)
    last_shown = last if after is None else after
    return last_shown if 1 <= last_shown <= last else None


def get_last_public_round(tournament: Tournament) -> int:
    """Return the last round with public standings, 0 without; annulled rounds do not block it."""
    last, closed = get_last_released_round(tournament), find_hidden_standings_round(tournament)
    return last if closed is None else min(last, closed - 1)


def get_last_released_round(tournament: Tournament) -> int:
    """Return the last round with released results, hidden standings or not; 0 without."""
    last = 0
    for round_ in tournament.rounds.order_by("number"):
        if round_.released_at is not None:
            last = round_.number
        elif not round_.alone and round_.annulled_at is None:
            break
    return last


COUNT_NOTHING: Final = frozenset(
    {"announcements", "calls", "fees", "hall", "library", "mailings", "open_items", "papers", "photos", "portraits"}
)
"""Subjects of logged actions that change no rows that standings are computed from."""


class _Remembered(NamedTuple):
    state: tuple[int, datetime.datetime]
    head: tuple[int, str]
    """Number and digest of the last entry of the log before the rows were read; (0, "") without one."""
    rows: Rows
    compute: Callable[[int | None], Standings]


_REMEMBERED: Final[LRUCache[int, _Remembered]] = LRUCache(8)
"""Standings by event, shared by all its pages."""
MAX_ROUNDS: Final = 100
_LOCK: Final = Lock()


def get_standings(tournament: Tournament, after: int | None = None) -> Standings:
    """Return the standings after a round (None: all confirmed results), computed again only if their rows changed."""
    state = (tournament.version, tournament.updated_at)
    with _LOCK:
        remembered = _REMEMBERED.get(tournament.pk)
    if remembered is None or remembered.state != state:
        remembered = _renew(tournament, remembered, state)
        with _LOCK:
            _REMEMBERED[tournament.pk] = remembered
    return remembered.compute(after)


def _renew(tournament: Tournament, remembered: _Remembered | None, state: tuple[int, datetime.datetime]) -> _Remembered:
    """Return the renewed standings; the log is read first, so that nothing that comes later is missed."""
    log = AuditEntry.committed.filter(tournament=tournament).order_by("sequence")
    if remembered is None:
        newest = log.values_list("sequence", "digest").last()
        rows = read_rows(tournament)
        return _Remembered(state, newest or (0, ""), rows, _make_cached_compute(rows))
    entries = list(log.filter(sequence__gte=remembered.head[0]).values_list("sequence", "digest", "action"))
    head = entries[-1][:2] if entries else (0, "")
    # The digest tells the entry from one of a transaction that was rolled back.
    goes_on = len(entries) > 1 and entries[0][:2] == remembered.head
    if goes_on and all(action.partition(".")[0] in COUNT_NOTHING for _number, _digest, action in entries[1:]):
        return remembered._replace(state=state, head=head)
    rows = read_rows(tournament)
    computed = remembered.compute if remembered.rows == rows else _make_cached_compute(rows)
    return _Remembered(state, head, rows, computed)


def _make_cached_compute(rows: Rows) -> Callable[[int | None], Standings]:
    return lru_cache(MAX_ROUNDS)(partial(compute, build_input(rows)))


def compute_standings(tournament: Tournament, after: int | None = None) -> Standings:
    """Compute the standings without the cache, for use inside a transaction."""
    return compute(read(tournament), after)


def build_table(tournament: Tournament, standings: Standings) -> StandingsTable:
    entries = {entry.pk: entry for entry in tournament.entries.select_related("team")}
    teams = {team.pk: team for team in tournament.teams.all()}
    of_players = _Figures(standings.individual, standings.metrics)
    of_teams = _Figures(standings.teams, standings.team_metrics)
    leaves = make_leaving_lookup(tournament, standings.after)
    return StandingsTable(
        after=standings.after,
        columns=of_players.columns,
        team_columns=of_teams.columns,
        individual=tuple(
            PlayerStanding(
                player=entry,
                left_after=leaves(entry) if row.out is None else None,
                **of_players.of(row),
            )
            for row in standings.individual
            for entry in (entries[int(row.key)],)
        ),
        teams=tuple(TeamStanding(team=teams[int(row.key)], **of_teams.of(row)) for row in standings.teams),
        to_come=tuple(list_tables_to_come(tournament, standings.after)),
    )


def make_leaving_lookup(tournament: Tournament, after: int) -> Callable[[Entry], int | None]:
    """Return a function for the round after which a player left, by the end of round `after`; None if they play on."""
    last = min(after, tournament.rounds.count() - 1)
    return lambda entry: entry.left_after(last)


class _Figures:
    """Columns of a table: the metrics, then points carried over and the number of games if they differ."""

    def __init__(self, rows: Collection[StandingsRow], metrics: Sequence[str]) -> None:
        self.metrics = metrics
        self.with_carry = any(row.carried_at for row in rows)
        self.with_games = "played" not in metrics and _has_different_games(rows)
        informing = [MetricColumn("carried", gettext("Carried"), gettext("Points carried over"), decides=False)]
        informing = informing if self.with_carry else []
        if self.with_games:
            informing += [replace(column, decides=False) for column in build_columns(["played"])]
        self.columns, self.informing = (*build_columns(metrics), *informing), len(informing)

    def of(self, row: StandingsRow) -> dict[str, Any]:
        carried = compute_carried_value(row, self.metrics[0]) if self.with_carry else None
        cells = [row.values.get(key) for key in self.metrics]
        cells += [carried] if self.with_carry else []
        cells += [Fraction(row.played)] if self.with_games else []
        return {"row": row, "cells": tuple(cells), "informing": self.informing, "carried": carried}


def _has_different_games(rows: Iterable[StandingsRow]) -> bool:
    numbers: dict[int, set[int]] = {}
    for row in rows:
        if row.place:
            numbers.setdefault(row.stage, set()).add(row.played)
    return any(len(played) > 1 for played in numbers.values())


def build_columns(keys: Iterable[str]) -> tuple[MetricColumn, ...]:
    return tuple(
        MetricColumn(key, translate_text(METRICS[key].short), translate_text(METRICS[key].name)) for key in keys
    )


def carry_lines(tournament: Tournament, key: Key, through: int) -> dict[int, Carry]:
    """Return first round of a stage -> the player's line of points carried over, up to round `through`."""
    lines: dict[int, Carry] = {}
    before: StandingsRow | None = None
    for number in range(1, through + 1):
        computed = get_standings(tournament, number)
        row = next((row for row in computed.individual if row.key == key), None)
        if row is not None and before is not None and row.carried_at == number:
            lines[number] = carry_line(before, row, computed.metrics[0])
        before = row
    return lines


def _compute_progress(rounds: list[tuple[StandingsRow, ...]], first: str) -> dict[Key, CompetitorProgress]:
    by_round = [{row.key: row.place for row in rows} for rows in rounds]
    count = max((row.place for row in rounds[-1]), default=0)
    return {
        row.key: CompetitorProgress(
            tuple(places.get(row.key, 0) for places in by_round), compute_added_value(row, first, len(rounds)), count
        )
        for row in rounds[-1]
    }
