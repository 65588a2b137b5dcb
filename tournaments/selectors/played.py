"""The games of an event by round, as the lines of confirmed results in the ledger tell them.

A line is never changed: it is voided, and another takes its place. So a process remembers a round's games for as long
as the mark of its lines stays the same, and reads only the rounds in which a sheet was counted or corrected since.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.db.models import Count, ExpressionWrapper, Field, Max, Q, QuerySet, TextField
from django.db.models.functions import Cast

from engine.exact import read_stored
from tournaments.models import Entry, GameTable, Round, ScoreLine, Tournament
from tournaments.prepared import Prepared, answers
from tournaments.selectors import forfeits
from tournaments.selectors.remembered import Remembered
from tournaments.standings import Game
from tournaments.standings.lines import quickly

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


_KNOWN: Final = Remembered[int, _Known](40_000, lambda known: len(known.games) + 1)
"""By the key of the round: as many games as a hundred rounds of 400 players have, some ten megabytes."""


def games_by_round(tournament: Tournament, at: datetime.datetime | None = None) -> dict[int, Games]:
    """Number of a round -> its games, rounds in order; now, or as they counted `at` a moment.

    As long as nothing has changed in a round, its games are the same object.
    """
    event = tournament.pk
    rounds, teams = (dict(found) for found in answers([_ROUNDS.for_rows(event), _TEAMS.for_rows(event)]))
    if at is not None:
        lines = ScoreLine.objects.filter(PLAYED, forfeits.counts_at(at), tournament=event)
        counted = _read(_rows(lines), rounds, dict(_TABLES.for_rows(event).asked()), teams)
        return {number: counted[pk] for pk, number in rounds.items() if pk in counted}
    marks = {row[0]: LedgerMark(*row) for row in _MARKS.rows(event)}
    known = {}
    for pk, mark in marks.items():
        found = _KNOWN.get(pk)
        if found is not None and (found.mark, found.number, found.teams) == (mark, rounds[pk], teams):
            known[pk] = found.games
    unknown = [pk for pk in marks if pk not in known]
    if unknown:
        if known:
            lines = ScoreLine.objects.filter(PLAYED, tournament=event, voided_at__isnull=True, round__in=unknown)
            tables = dict(GameTable.objects.filter(round__in=unknown).order_by().values_list("pk", "number"))
            fresh = _read(_rows(lines), {pk: rounds[pk] for pk in unknown}, tables, teams)
        else:
            counting, numbered = answers([_COUNTING.for_rows(event), _TABLES.for_rows(event)])
            fresh = _read(counting, rounds, dict(numbered), teams)
        for pk in unknown:
            known[pk] = fresh.get(pk, ())
            _KNOWN.keep(pk, _Known(marks[pk], rounds[pk], teams, known[pk]))
    return {number: known[pk] for pk, number in rounds.items() if known.get(pk)}


def _marks(tournament: int) -> QuerySet[ScoreLine, Any]:
    """Rows of rounds with what makes the mark of their lines, void ones too."""
    lines = ScoreLine.objects.filter(PLAYED, tournament=tournament).order_by().values_list("round_id")
    return lines.annotate(Count("pk"), Max("pk"), Max("created_at"), Count("voided_at"), Max("voided_at"))


def _rows(lines: QuerySet[ScoreLine]) -> QuerySet[ScoreLine, Any]:
    """What `_read` wants to know of these lines."""
    return lines.order_by("pk").values_list(*LINE, IN_TABLE_POINTS, Cast("extra", TextField()))


LINE: Final = ("result_id", "entry_id", "round_id", "table_id", "amount_numerator", "amount_denominator")
IN_TABLE_POINTS: Final = ExpressionWrapper(Q(unit=ScoreLine.Unit.TABLE_POINTS), Field())
"""Asked of the database: a word in each line takes as long to read as two numbers. A plain field converts nothing."""
_ROUNDS: Final = Prepared(
    lambda event: Round.objects.filter(tournament=event).order_by("number").values_list("pk", "number"), int
)
_TEAMS: Final = Prepared(
    lambda event: Entry.objects.filter(tournament=event).order_by().values_list("pk", "team_id"), int
)
_TABLES: Final = Prepared(
    lambda event: GameTable.objects.filter(round__tournament=event).order_by().values_list("pk", "number"), int
)
_MARKS: Final = Prepared(_marks, int)
_COUNTING: Final = Prepared(
    lambda event: _rows(ScoreLine.objects.filter(PLAYED, tournament=event, voided_at__isnull=True)), int
)
"""Of a whole event, which is read at once where a process knows none of it."""


def _read(
    lines: Iterable[Sequence[Any]],
    rounds: Mapping[int, int],
    tables: Mapping[int, int],
    teams: Mapping[int, int | None],
) -> dict[int, Games]:
    """Round (by key) -> the games that these `_rows` of `rounds` tell: a score each, table points where the rules have
    them. `rounds` and `tables`: their numbers by key.

    A long event has ten thousand lines, and whole objects of them would take most of a page's time. So each number that
    comes again is made once, and what many lines share is looked up beside them instead of joined to each.
    """
    rows = list(lines)
    scores = [row for row in rows if not row[6]]
    in_tables: dict[Any, Any] = {row[:2]: row[2:6] for row in rows if row[6]}
    amounts, facts = _Amounts(), _facts_of_scores(dict.fromkeys([row[7] for row in scores]))
    games: dict[int, list[Game]] = {pk: [] for pk in rounds}
    none = Fraction(0)
    nothing = (0, 0, 0, 1)
    for result, entry, round_pk, table_pk, above, below, _in_table_points, extra in scores:
        points, uma, place, shared = facts[extra]
        games[round_pk].append(
            _game(
                entry,
                rounds[round_pk],
                tables[table_pk],
                amounts[above, below],
                points,
                amounts[in_tables.pop((result, entry), nothing)[2:]],
                uma,
                place,
                shared,
                teams[entry],
            )
        )
    # Of what has no score, table points alone.
    for (_result, entry), (round_pk, table_pk, above, below) in in_tables.items():
        apart = amounts[above, below]
        game = Game(entry, rounds[round_pk], tables[table_pk], none, table_points=apart, team=teams[entry])
        games[round_pk].append(game)
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
