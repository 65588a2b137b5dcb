"""The games of an event by round, as the lines of confirmed results in the ledger tell them.

A line is never changed: it is voided, and another takes its place. So a process remembers a round's games for as long
as the mark of its lines stays the same, and reads only the rounds in which a sheet was counted or corrected since.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from django.db.models import Case, Field, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Cast

from engine.exact import read_stored
from tournaments.core.public_version import marks_of_lines
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import GameTable
from tournaments.standings.logic import Game
from tournaments.standings.logic.lines import quickly
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import forfeits

Games = tuple[Game, ...]

PLAYED: Final = Q(kind=ScoreLine.Kind.RESULT, result__isnull=False)
"""The lines that are games; all others are adjustments."""


@dataclass(frozen=True, slots=True)
class LedgerMark:
    """What tells the lines of a round from others: how many there are, the newest, how many are void and since when.

    The times tell apart rows that got the same key after a transaction was undone, or in a database brought back.
    """

    round: int
    lines: int
    newest: int
    made_at: datetime.datetime
    void: int
    voided_at: datetime.datetime | None


@dataclass(frozen=True, slots=True)
class _Known:
    """The games of a round, and all that they were made of."""

    mark: LedgerMark
    number: int
    teams: Mapping[int, int | None]
    games: Games


_KNOWN: Final[LRUCache[int, _Known]] = LRUCache(40_000, lambda known: len(known.games) + 1)
"""By the key of the round: as many games as a hundred rounds of 400 players have, some ten megabytes."""
_LOCK: Final = Lock()
"""Held for each look into `_KNOWN`, which notes what was asked for last."""


def games_by_round(tournament: Tournament, at: datetime.datetime | None = None) -> dict[int, Games]:
    """Number of a round -> its games, rounds in order; now, or as they counted `at` a moment.

    As long as nothing has changed in a round, its games are the same object.
    """
    event = tournament.pk
    rounds = dict(tournament.rounds.order_by("number").values_list("pk", "number"))
    teams = dict(tournament.entries.order_by().values_list("pk", "team_id"))
    if at is not None:
        lines = ScoreLine.objects.filter(PLAYED, forfeits.counts_at(at), tournament=event)
        counted = _read(_rows(lines), rounds, _numbered(_tables(round__tournament=event)), teams)
        return {number: counted[pk] for pk, number in rounds.items() if pk in counted}
    marks = {row[0]: LedgerMark(*row) for row in marks_of_lines(event)}
    known = {}
    for pk, mark in marks.items():
        with _LOCK:
            found = _KNOWN.get(pk)
        if found is not None and (found.mark, found.number, found.teams) == (mark, rounds[pk], teams):
            known[pk] = found.games
    unknown = [pk for pk in marks if pk not in known]
    if unknown:
        if known:
            lines = ScoreLine.objects.filter(PLAYED, tournament=event, voided_at__isnull=True, round__in=unknown)
            tables = _numbered(_tables(round__in=unknown))
            fresh = _read(_rows(lines), {pk: rounds[pk] for pk in unknown}, tables, teams)
        else:
            lines = ScoreLine.objects.filter(PLAYED, tournament=event, voided_at__isnull=True)
            fresh = _read(_rows(lines), rounds, _numbered(_tables(round__tournament=event)), teams)
        for pk in unknown:
            known[pk] = fresh.get(pk, ())
            # A round larger than all that is kept is read each time.
            with _LOCK, suppress(ValueError):
                _KNOWN[pk] = _Known(marks[pk], rounds[pk], teams, known[pk])
    return {number: known[pk] for pk, number in rounds.items() if known.get(pk)}


def _rows(lines: QuerySet[ScoreLine]) -> QuerySet[ScoreLine, Any]:
    """What `_read` wants to know of these lines."""
    return lines.order_by("pk").values_list(*LINE, BESIDE_A_SCORE)


LINE: Final = ("entry_id", "table_id", "amount_numerator", "amount_denominator")
"""At each moment the lines of one result count at a table (`result_one_confirmed`)."""
BESIDE_A_SCORE: Final = Case(
    When(unit=ScoreLine.Unit.TABLE_POINTS, then=Value(None)), default=Cast("extra", TextField()), output_field=Field()
)
"""What a score has beside its amount, as text; nothing of table points. A plain field converts nothing."""
TABLE: Final = ("pk", "round_id", "number")


def _tables(**which: object) -> QuerySet[GameTable, Any]:
    return GameTable.objects.filter(**which).order_by().values_list(*TABLE)


def _numbered(tables: Iterable[Sequence[Any]]) -> dict[int, tuple[int, int]]:
    """Key of a table -> key of its round and its number, of rows of `TABLE`."""
    return {pk: (round_pk, number) for pk, round_pk, number in tables}


def _read(
    lines: Iterable[Sequence[Any]],
    rounds: Mapping[int, int],
    tables: Mapping[int, tuple[int, int]],
    teams: Mapping[int, int | None],
) -> dict[int, Games]:
    """Round (by key) -> the games that these `_rows` tell: a score each, table points where the rules have them.

    `rounds`: their numbers by key; `tables`: key of the round and number by key.

    A long event has ten thousand lines, and whole objects of them would take most of a page's time. So each number that
    comes again is made once, and what many lines share is looked up beside them instead of joined to each.
    """
    rows = list(lines)
    in_tables = {(row[0], row[1]): row for row in rows if row[4] is None}
    amounts, facts = _Amounts(), _facts_of_scores({row[4] for row in rows if row[4] is not None})
    games: dict[int, list[Game]] = {pk: [] for pk in rounds}
    places = {pk: (games[round_pk].append, rounds[round_pk], number) for pk, (round_pk, number) in tables.items()}
    none = Fraction(0)
    for entry, table, above, below, extra in rows:
        if extra is None:
            continue
        keep, number, table_number = places[table]
        points, uma, place, shared = facts[extra]
        apart = in_tables.pop((entry, table), None)
        table_points = none if apart is None else amounts[apart[2], apart[3]]
        score = amounts[above, below]
        keep(_game(entry, number, table_number, score, points, table_points, uma, place, shared, teams[entry]))
    # Of what has no score, table points alone.
    for entry, table, above, below, _nothing in in_tables.values():
        keep, number, table_number = places[table]
        keep(Game(entry, number, table_number, none, table_points=amounts[above, below], team=teams[entry]))
    return {pk: tuple(found) for pk, found in games.items() if found}


_game: Final = quickly(Game)


class _Amounts(dict[tuple[int, int], Fraction]):
    """Numerator and denominator -> the fraction, made when it is asked for first."""

    def __missing__(self, ratio: tuple[int, int]) -> Fraction:
        made = self[ratio] = Fraction(*ratio)
        return made


def _facts_of_scores(texts: Iterable[str]) -> dict[str, tuple[Fraction, Fraction, int, bool]]:
    """What lines have beside their amounts, as JSON -> (points, uma, place, shared); see `sheets.counting`.

    Most texts of a long event differ from each other, their numbers less. So all are read in one piece, and each number
    once.
    """
    told = list(texts)
    numbers = _Numbers()
    return {
        text: (
            numbers[type(points := extra.get("points", 0)), points],
            numbers[type(uma := extra.get("uma", 0)), uma],
            extra.get("place", 0),
            extra.get("shared", False),
        )
        for text, extra in zip(told, json.loads(f"[{','.join(told)}]"), strict=True)
    }


class _Numbers(dict[tuple[type, Any], Fraction]):
    """An amount as it is stored, with its type, because 1 is True -> the fraction, made when it is asked for first."""

    def __missing__(self, stored: tuple[type, Any]) -> Fraction:
        made = self[stored] = read_stored(stored[1])
        return made
