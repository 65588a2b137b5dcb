"""Input of the standings, read from the ledger's valid lines and the event's people, stages and rules."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.db.models import ExpressionWrapper, F, Field, Min, Q
from django.db.models.expressions import Combinable

from engine.exact import read_stored
from engine.match.scoring import MatchScoring
from tournaments.core.visibility import list_retracted_tables
from tournaments.entries.models.entries import Entry, StageTeam
from tournaments.entries.queries import group_qualified_by_stage
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.rounds.models import StandIn as RoundStandIn
from tournaments.standings.logic import (
    Adjustment,
    Competitor,
    Game,
    Key,
    RankingRules,
    StageRule,
    StandingsInput,
    SubstitutePolicy,
    Substitution,
    TeamRule,
)
from tournaments.standings.logic.forfeits import CountedForfeit, Out
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import forfeits

PLAYED: Final = Q(kind=ScoreLine.Kind.RESULT, result__isnull=False)
"""Lines that are games; all others are adjustments."""


class Rows(NamedTuple):
    """Rows of the computation as the database returns them, for speed; equal rows make equal standings."""

    people: list[tuple[Any, ...]]
    rank_house: bool
    lines: list[tuple[Any, ...]]
    teams: list[int]
    rules: RankingRules
    adjustments: list[Adjustment]
    forfeits: list[CountedForfeit]
    outs: list[Out]
    stand_ins: list[Substitution]


def read(
    tournament: Tournament,
    *,
    moment: datetime.datetime | None = None,
    people: Mapping[int, Mapping[str, Any]] | None = None,
) -> StandingsInput:
    """Load the input of the standings; `moment`: as of that time, with the values of `people` then."""
    return build_input(read_rows(tournament, moment), people or {})


def read_rows(tournament: Tournament, moment: datetime.datetime | None = None) -> Rows:
    ruleset = tournament.ruleset
    if moment is not None:
        ruleset = tournament.rulesets.filter(created_at__lte=moment).order_by("-number").first() or ruleset
    sessions, outs = forfeits.load_forfeits_and_outs(tournament, ruleset.scoring, moment)
    # For a past moment every result counts that was confirmed then.
    taken_back = dict(list_retracted_tables(tournament).values_list("pk", "number")) if moment is None else {}
    sessions = [forfeit for forfeit in sessions if forfeit.round not in taken_back.values()]
    lost = {(forfeit.player, forfeit.round) for forfeit in sessions}
    # A plain field converts nothing.
    plain = (ExpressionWrapper(F(name), Field()) for name in Person._fields[-3:])
    columns: tuple[str | Combinable, ...] = (*Person._fields[:-3], *plain)
    people = list(tournament.entries.order_by("number").values_list(*columns))
    return Rows(
        people=people,
        rank_house=ruleset.substitutes.rank_house,
        lines=_load_lines(tournament, moment, without=taken_back),
        teams=list(tournament.teams.order_by("code").values_list("pk", flat=True)) if tournament.has_teams else [],
        rules=_build_rules(tournament, ruleset, people),
        adjustments=[
            line
            for line in _load_adjustments(tournament, ruleset.scoring, lost, moment)
            if line.round not in taken_back.values()
        ],
        forfeits=sessions,
        outs=outs,
        stand_ins=_load_stand_ins(tournament, moment),
    )


def build_input(rows: Rows, then: Mapping[int, Mapping[str, Any]] = MappingProxyType({})) -> StandingsInput:
    """Return the input made of the rows; `then`: other values of players, by primary key."""
    return StandingsInput(
        competitors=_build_competitors(rows, then),
        games=_build_games(rows.lines, {row[0]: row[1] for row in rows.people}),
        rules=rows.rules,
        adjustments=rows.adjustments,
        teams=[Competitor(pk, number=place) for place, pk in enumerate(rows.teams, 1)],
        forfeits=rows.forfeits,
        outs=rows.outs,
        stand_ins=rows.stand_ins,
    )


def _load_stand_ins(tournament: Tournament, moment: datetime.datetime | None) -> list[Substitution]:
    rows = RoundStandIn.objects.filter(round__tournament=tournament).order_by("pk")
    rows = rows if moment is None else rows.filter(created_at__lte=moment)
    return [Substitution(*row) for row in rows.values_list("entry_id", "round__number", "plays_for_id")]


def load_games(tournament: Tournament, moment: datetime.datetime | None = None) -> list[Game]:
    """Load the games of confirmed results, by round: a score each, table points if the rules have them."""
    teams = dict(tournament.entries.order_by().values_list("pk", "team_id"))
    return _build_games(_load_lines(tournament, moment), teams)


def _load_lines(
    tournament: Tournament, moment: datetime.datetime | None, *, without: Collection[int] = ()
) -> list[tuple[Any, ...]]:
    """Load the lines that are games, as tuples because an event has ten thousand; `without`: keys of rounds."""
    lines = ScoreLine.objects.filter(PLAYED, forfeits.filter_counting_at(moment), tournament=tournament).order_by("pk")
    lines = lines.exclude(table__round__in=without) if without else lines
    seat = ("entry_id", "table__round__number", "table__number")
    amounts = (f"{name}_{part}" for name in ("amount", "points", "uma") for part in ("numerator", "denominator"))
    # A plain field converts nothing.
    return list(lines.values_list(*seat, "unit", *amounts, "place", ExpressionWrapper(F("shared"), Field())))


def _build_games(lines: Iterable[tuple[Any, ...]], teams: Mapping[int, int | None]) -> list[Game]:
    scores, table_points = [], {}
    for line in lines:
        if line[3] == ScoreLine.Unit.TABLE_POINTS:
            table_points[line[:3]] = line[4:6]
        else:
            scores.append(line)
    fraction, zero = cache(Fraction), Fraction(0)
    games_of = []
    for entry, round_, table, _unit, numerator, denominator, points, parts, uma, shares, place, shared in scores:
        apart = table_points.pop((entry, round_, table), None)
        games_of.append(
            Game(
                entry,
                round_,
                table,
                fraction(numerator, denominator),
                zero if points is None else fraction(points, parts),
                zero if apart is None else fraction(*apart),
                zero if uma is None else fraction(uma, shares),
                place or 0,
                bool(shared),
                teams[entry],
            )
        )
    for (entry, round_, table), amount in table_points.items():  # games without a score
        games_of.append(Game(entry, round_, table, zero, table_points=fraction(*amount), team=teams[entry]))
    games_of.sort(key=attrgetter("round"))
    return games_of


class LedgerRow(NamedTuple):
    pk: int
    entry_id: int | None
    team_id: int | None
    round__number: int | None
    amount_numerator: int
    amount_denominator: int
    unit: str
    scope: str
    kind: str
    reason: str
    clause: str


def _load_adjustments(
    tournament: Tournament, scoring: MatchScoring, lost: Collection[tuple[Key, int]], moment: datetime.datetime | None
) -> list[Adjustment]:
    """Load the lines that count and are no games, with their value.

    Penalties in points at a table are inside the games if the rules count them before the places, else beside them;
    without a table they count in the score. Penalties of a session that is `lost` (player, round) count beside its
    amounts.
    """
    # Two parts, so that each uses an index.
    event, kinds = Q(tournament=tournament), [kind for kind in ScoreLine.Kind if kind != ScoreLine.Kind.RESULT]
    others = event & Q(kind__in=kinds) | event & Q(kind=ScoreLine.Kind.RESULT, result__isnull=True)
    lines = ScoreLine.objects.filter(others, forfeits.filter_counting_at(moment)).order_by("pk")
    adjustments = []
    for line in map(LedgerRow._make, lines.values_list(*LedgerRow._fields)):
        number, amount = line.round__number, Fraction(line.amount_numerator, line.amount_denominator)
        if line.unit == ScoreLine.Unit.POINTS:
            counts = line.scope == ScoreLine.Scope.OVERALL or scoring.fines == "after"
            if line.scope != ScoreLine.Scope.OVERALL and (line.entry_id, number) in lost:
                counts = line.kind == ScoreLine.Kind.PENALTY
            amount = amount / scoring.divisor if counts else Fraction(0)
        adjustments.append(
            Adjustment(
                amount=amount,
                unit="table_points" if line.unit == ScoreLine.Unit.TABLE_POINTS else "score",
                player=line.entry_id,
                team=line.team_id,
                round=number,
                reason=line.reason,
                clause=line.clause,
                kind=line.kind,
                line=line.pk,
            )
        )
    return adjustments


class Person(NamedTuple):
    """Columns of a player, the flags last."""

    pk: int
    team_id: int | None
    number: int
    substitute_for_id: int | None
    from_round: int
    dropped_from_round: int | None
    status: str
    lot: int
    house: bool
    in_competition: bool
    unranked: bool


SUBSTITUTE_FOR: Final = Person._fields.index("substitute_for_id")


def _build_competitors(rows: Rows, then: Mapping[int, Mapping[str, Any]]) -> list[Competitor]:
    """Return all but the waiting list; guests, and house substitutes unless the rules rank them, have no place."""
    stages = []
    for person in map(Person._make, rows.people):
        values = {**person._asdict(), **then.get(person.pk, {})}
        dropped = values["dropped_from_round"]
        if values["status"] == Entry.Status.WAITING or not values.get("made", True):
            continue
        stages.append(
            Competitor(
                key=values["pk"],
                team=values["team_id"],
                number=values["number"],
                substitute_for=None if values["in_competition"] else values["substitute_for_id"],
                ranked=(rows.rank_house or not values["house"]) and not values["unranked"],
                withdrawn=dropped is not None and dropped <= values["from_round"],
                lot=values["lot"],
            )
        )
    return stages


def _build_rules(tournament: Tournament, ruleset: RulesetVersion, people: Iterable[tuple[Any, ...]]) -> RankingRules:
    rules = ruleset.substitutes
    absent = {unit: read_stored(amount) for unit, amount in rules.absent.items()}
    return RankingRules(
        metrics=tuple(ruleset.tie_breaks),
        stages=tuple(_iterate_stage_rules(tournament, people)),
        # A rule since release 0.3.0: `ranking_version` above 1.
        team=TeamRule(tournament.team_best, carry=tournament.ranking_version > 1) if tournament.has_teams else None,
        substitutes=SubstitutePolicy(rules.points, rules.place, rules.qualify, rules.team, absent),
        version=tournament.ranking_version,
        list_withdrawn=rules.list_withdrawn,
    )


def _iterate_stage_rules(tournament: Tournament, people: Iterable[tuple[Any, ...]]) -> Iterable[StageRule]:
    """Yield the rules of the stages in force; their players passed the cut, or took the chair of somebody who did."""
    stages = list(tournament.stages.annotate(first=Min("rounds__number")).exclude(first=None).order_by("number"))
    let_through = group_qualified_by_stage(stage for stage in stages if stage.cut_to is not None)
    teams: dict[int, set[Key]] = {}
    passed = StageTeam.objects.filter(stage__in=[stage for stage in stages if stage.of_teams])
    for stage_id, team in passed.order_by().values_list("stage_id", "team_id"):
        teams.setdefault(stage_id, set()).add(team)
    substitutes = [Person._make(row) for row in people if row[SUBSTITUTE_FOR] is not None]
    came = [(row.pk, row.substitute_for_id, row.from_round) for row in substitutes]
    for stage in stages:
        players, first = let_through.get(stage.pk, set()), stage.first
        # A rule since release 0.3.0.
        while tournament.ranking_version > 1 and (
            heirs := {pk for pk, absent, since in came if absent in players and since >= first} - players
        ):
            players |= heirs
        if stage.cut_to is not None and not (players or stage.pk in teams):
            continue  # the cut has not been made yet
        members = frozenset[Key](players) if stage.cut_to is not None else None
        of_teams = frozenset(teams.get(stage.pk, ())) if stage.of_teams else None
        yield StageRule(first, members, stage.carry, of_teams)
