"""Standings of a tournament: computed from the ledger's valid lines, with players and teams.

`standings` counts every confirmed result, except of tables of an open evening that were withdrawn, and is for the
event's staff; `public_standings` ends with the released rounds, or at the first hidden one.
"""

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
from tournaments.core.text.sentences import translated
from tournaments.core.visibility import standings_close
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable
from tournaments.rounds.queries.postponed import tables_to_come
from tournaments.standings.logic import (
    METRICS,
    Key,
    Standings,
    StandingsRow,
    compute,
)
from tournaments.standings.logic.carry import Carry, added_by, carried_over, carry_line
from tournaments.standings.logic.categories import CategoryPlace
from tournaments.standings.logic.charts import spark
from tournaments.standings.queries.ledger_input import Rows, built, read, read_rows


@dataclass(frozen=True)
class MetricColumn:
    """A column of the standings: a metric of the tie-break order, or one that only informs (`decides` false)."""

    key: str
    short: str
    name: str
    decides: bool = True


@dataclass(frozen=True)
class Progress:
    """Places of a player or team, round by round."""

    places: tuple[int, ...]
    """After each round; 0 where there was none."""
    last: Fraction | None
    """Contribution of the last round to the first criterion; None without a game or a line of that round."""
    of: int
    """Number of places."""

    @property
    def moved(self) -> int | None:
        """Places gained by the last round, negative if lost; None without a place before or after it."""
        before, now = (0, 0, *self.places)[-2:]
        return before - now if before and now else None

    @property
    def spark(self) -> str:
        """The places as a small line, points of a polyline."""
        return spark(self.places, self.of)


@dataclass(frozen=True, kw_only=True)
class ShownRow:
    """A row of the standings with its figures."""

    row: StandingsRow
    cells: tuple[Fraction | None, ...]
    """The metrics' values in the order of the columns; None where a metric was not needed to find the place."""
    informing: int = 0
    """Number of the last cells that decide nothing."""
    carried: Fraction | None = None
    """Part of the first criterion that a stage carried over; None without such a stage."""
    progress: Progress | None = None

    @property
    def leading(self) -> str:
        """The slice of the first cells that decide, two at most, for the projector."""
        return f":{min(2, len(self.cells) - self.informing)}"


@dataclass(frozen=True, kw_only=True)
class PlayerStanding(ShownRow):
    """A row of the individual table with its player."""

    player: Entry
    within: tuple[CategoryPlace, ...] = ()
    shown: CategoryPlace | None = None
    """The place of the list, where that is one of a category; `row` has the overall one."""
    left_after: int | None = None
    """The round after which the player left, 0 before the first; None if they play on or are disqualified."""


@dataclass(frozen=True, kw_only=True)
class TeamStanding(ShownRow):
    """A row of the team table with its team."""

    team: Team


@dataclass(frozen=True)
class StandingsTable:
    """Standings for pages, prints and files."""

    after: int
    columns: tuple[MetricColumn, ...]
    team_columns: tuple[MetricColumn, ...]
    individual: tuple[PlayerStanding, ...]
    teams: tuple[TeamStanding, ...]
    public_through: int = 0
    """The last round after which everybody may see them; 0 where the table is not the public one."""
    categories: tuple[Category, ...] = ()
    category: Category | None = None
    to_come: tuple[GameTable, ...] = ()
    """Postponed tables of these rounds that are still to be played."""

    @property
    def headed_by_teams(self) -> bool:
        """True for an event of teams, whose winners are teams."""
        return any(line.row.place for line in self.teams)

    @property
    def leading(self) -> tuple[MetricColumn, ...]:
        """The columns of the figures on the projector: the first that decide, two at most."""
        return _leading(self.columns)

    @property
    def team_leading(self) -> tuple[MetricColumn, ...]:
        """The same of the teams' figures."""
        return _leading(self.team_columns)


def _leading(columns: tuple[MetricColumn, ...]) -> tuple[MetricColumn, ...]:
    return tuple(column for column in columns if column.decides)[:2]


def public_standings(tournament: Tournament, after: int | None = None) -> StandingsTable | None:
    """Return the public standings, with the places after each round; None while they are hidden."""
    last = standings_through(tournament)
    last_shown = last if after is None else after
    if not 1 <= last_shown <= last:
        return None
    rounds = [standings(tournament, number) for number in range(1, last_shown + 1)]
    players = _progress([round_.individual for round_ in rounds], rounds[-1].metrics[0])
    teams = _progress([round_.teams for round_ in rounds], (*rounds[-1].team_metrics, "total")[0])
    newest = table(tournament, rounds[-1])
    return replace(
        newest,
        individual=tuple(replace(line, progress=players[line.row.key]) for line in newest.individual),
        teams=tuple(replace(line, progress=teams[line.row.key]) for line in newest.teams),
        public_through=last,
    )


def public_after(tournament: Tournament, after: int | None = None) -> int | None:
    """Return the round of the public standings, `after` or the last; None while they are hidden."""
    last = standings_through(tournament)
    last_shown = last if after is None else after
    return last_shown if 1 <= last_shown <= last else None


def standings_through(tournament: Tournament) -> int:
    """Return the last round with public standings; 0 if there are none.

    A table of an open evening whose result is not public, in play or withdrawn, and an annulled round do not block
    others.
    """
    last, closed = 0, standings_close(tournament)
    for round_ in tournament.rounds.order_by("number"):
        if round_.released_at is not None:
            last = round_.number
        elif not round_.alone and round_.annulled_at is None:
            break
    return last if closed is None else min(last, closed - 1)


COUNT_NOTHING: Final = frozenset(
    {"announcements", "calls", "fees", "hall", "library", "mailings", "open_items", "papers", "photos", "portraits"}
)
"""Subjects of logged actions that change none of the rows that standings are computed from."""


class _Remembered(NamedTuple):
    """Standings of an event as they were remembered."""

    state: tuple[int, datetime.datetime]
    head: tuple[int, str]
    """Number and digest of the last entry of the log before the rows were read; (0, "") without one."""
    rows: Rows
    compute: Callable[[int | None], Standings]
    """Compute the standings after a round, once for each."""


_REMEMBERED: Final[LRUCache[int, _Remembered]] = LRUCache(8)
"""By event. All pages of an event share it."""
MAX_ROUNDS: Final = 100
"""Rounds of an event that are remembered."""
_LOCK: Final = Lock()


def standings(tournament: Tournament, after: int | None = None) -> Standings:
    """Return the standings after a round (None: all confirmed results), cached until the event changes. Most changes
    leave the rows as they are, and then nothing is computed again.
    """
    state = (tournament.version, tournament.updated_at)
    with _LOCK:
        remembered = _REMEMBERED.get(tournament.pk)
    if remembered is None or remembered.state != state:
        remembered = _renewed(tournament, remembered, state)
        with _LOCK:
            _REMEMBERED[tournament.pk] = remembered
    return remembered.compute(after)


def _renewed(
    tournament: Tournament, remembered: _Remembered | None, state: tuple[int, datetime.datetime]
) -> _Remembered:
    """Return what is to be remembered now. Reads the log first, so that nothing that comes later is missed."""
    log = AuditEntry.objects.filter(tournament=tournament).order_by("sequence")
    if remembered is None:
        newest = log.values_list("sequence", "digest").last()
        rows = read_rows(tournament)
        return _Remembered(state, newest or (0, ""), rows, _computed(rows))
    entries = list(log.filter(sequence__gte=remembered.head[0]).values_list("sequence", "digest", "action"))
    head = entries[-1][:2] if entries else (0, "")
    # The digest tells the entry from one of a transaction that was rolled back.
    goes_on = len(entries) > 1 and entries[0][:2] == remembered.head
    if goes_on and all(action.partition(".")[0] in COUNT_NOTHING for _number, _digest, action in entries[1:]):
        return remembered._replace(state=state, head=head)
    rows = read_rows(tournament)
    computed = remembered.compute if remembered.rows == rows else _computed(rows)
    return _Remembered(state, head, rows, computed)


def _computed(rows: Rows) -> Callable[[int | None], Standings]:
    return lru_cache(MAX_ROUNDS)(partial(compute, built(rows)))


def compute_standings(tournament: Tournament, after: int | None = None) -> Standings:
    """Compute the standings without the cache, for use inside a transaction."""
    return compute(read(tournament), after)


def table(tournament: Tournament, standings: Standings) -> StandingsTable:
    """Return standings with their players and teams."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("team")}
    teams = {team.pk: team for team in tournament.teams.all()}
    of_players = _Figures(standings.individual, standings.metrics)
    of_teams = _Figures(standings.teams, standings.team_metrics)
    leaves = leaving(tournament, standings.after)
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
        to_come=tuple(tables_to_come(tournament, standings.after)),
    )


def leaving(tournament: Tournament, after: int) -> Callable[[Entry], int | None]:
    """Return a function that says after which round a player left, by the end of the round `after`; None of those who
    play on. Nobody leaves after the last round.
    """
    last = min(after, tournament.rounds.count() - 1)
    return lambda entry: entry.left_after(last)


class _Figures:
    """Columns of a table: the metrics, then what informs: points carried over and the number of games."""

    def __init__(self, rows: Collection[StandingsRow], metrics: Sequence[str]) -> None:
        self.metrics = metrics
        self.with_carry = any(row.carried_at for row in rows)
        self.with_games = "played" not in metrics and _games_differ(rows)
        informing = [MetricColumn("carried", gettext("Carried"), gettext("Points carried over"), decides=False)]
        informing = informing if self.with_carry else []
        if self.with_games:
            informing += [replace(column, decides=False) for column in columns(["played"])]
        self.columns, self.informing = (*columns(metrics), *informing), len(informing)

    def of(self, row: StandingsRow) -> dict[str, Any]:
        """Return the values of the row's line."""
        carried = carried_over(row, self.metrics[0]) if self.with_carry else None
        cells = [row.values.get(key) for key in self.metrics]
        cells += [carried] if self.with_carry else []
        cells += [Fraction(row.played)] if self.with_games else []
        return {"row": row, "cells": tuple(cells), "informing": self.informing, "carried": carried}


def _games_differ(rows: Iterable[StandingsRow]) -> bool:
    """Return whether the number of games differs among the players of a stage with a place."""
    numbers: dict[int, set[int]] = {}
    for row in rows:
        if row.place:
            numbers.setdefault(row.stage, set()).add(row.played)
    return any(len(played) > 1 for played in numbers.values())


def columns(keys: Iterable[str]) -> tuple[MetricColumn, ...]:
    """Return the metrics' headings in the reader's language."""
    return tuple(MetricColumn(key, translated(METRICS[key].short), translated(METRICS[key].name)) for key in keys)


def carry_lines(tournament: Tournament, key: Key, through: int) -> dict[int, Carry]:
    """Return the player's line of points carried over by the first round of each stage with one, up to a round."""
    lines: dict[int, Carry] = {}
    before: StandingsRow | None = None
    for number in range(1, through + 1):
        computed = standings(tournament, number)
        row = next((row for row in computed.individual if row.key == key), None)
        if row is not None and before is not None and row.carried_at == number:
            lines[number] = carry_line(before, row, computed.metrics[0])
        before = row
    return lines


def _progress(rounds: list[tuple[StandingsRow, ...]], first: str) -> dict[Key, Progress]:
    """Return the progress of everybody in the last of the rounds from 1; `first` is its first criterion."""
    by_round = [{row.key: row.place for row in rows} for rows in rounds]
    count = max((row.place for row in rounds[-1]), default=0)
    return {
        row.key: Progress(
            tuple(places.get(row.key, 0) for places in by_round), added_by(row, first, len(rounds)), count
        )
        for row in rounds[-1]
    }
