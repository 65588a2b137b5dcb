"""Input of the standings, read from the ledger's valid lines and the event's people, stages and rules."""

from __future__ import annotations

import datetime
import json
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final

from django.db.models import Case, Field, Q, TextField, Value, When
from django.db.models.functions import Cast

from engine.exact import read_stored
from engine.match.scoring import MatchScoring
from tournaments.core.visibility import tables_taken_back
from tournaments.entries.models.entries import IN_COMPETITION, Entry, StageTeam
from tournaments.entries.queries import qualified
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.rounds.models import GameTable
from tournaments.rounds.models import StandIn as RoundStandIn
from tournaments.standings.logic import (
    Adjustment,
    Competitor,
    Game,
    Key,
    RankingRules,
    StageRule,
    StandIn,
    StandingsInput,
    SubstitutePolicy,
    TeamRule,
)
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import forfeits

PLAYED: Final = Q(kind=ScoreLine.Kind.RESULT, result__isnull=False)
"""The lines that are games; all others are adjustments."""


def read(
    tournament: Tournament,
    *,
    at: datetime.datetime | None = None,
    people: Mapping[int, Mapping[str, Any]] | None = None,
) -> StandingsInput:
    """Load the input of the standings; `at`: as of that time, with the values of `people` then."""
    ruleset = tournament.ruleset
    if at is not None:
        ruleset = tournament.rulesets.filter(created_at__lte=at).order_by("-number").first() or ruleset
    sessions, outs = forfeits.for_standings(tournament, ruleset.scoring, at)
    # In the history of the log every result counts that was confirmed then.
    taken_back = dict(tables_taken_back(tournament).values_list("pk", "number")) if at is None else {}
    sessions = [forfeit for forfeit in sessions if forfeit.round not in taken_back.values()]
    lost = {(one.player, one.round) for one in sessions}
    teams = tournament.teams.order_by("code").values_list("pk", flat=True) if tournament.has_teams else ()
    return StandingsInput(
        competitors=_competitors(tournament, people or {}, ruleset),
        games=games(tournament, at, without=taken_back),
        rules=_rules(tournament, ruleset),
        adjustments=[
            line
            for line in _adjustments(tournament, ruleset.scoring, lost, at)
            if line.round not in taken_back.values()
        ],
        teams=[Competitor(pk, number=place) for place, pk in enumerate(teams, 1)],
        forfeits=sessions,
        outs=outs,
        stand_ins=_stand_ins(tournament, at),
    )


def _stand_ins(tournament: Tournament, at: datetime.datetime | None) -> list[StandIn]:
    rows = RoundStandIn.objects.filter(round__tournament=tournament).order_by("pk")
    rows = rows if at is None else rows.filter(created_at__lte=at)
    return [StandIn(*row) for row in rows.values_list("entry_id", "round__number", "plays_for_id")]


def games(tournament: Tournament, at: datetime.datetime | None = None, *, without: Collection[int] = ()) -> list[Game]:
    """Load the games of confirmed results, by round: a score each, table points if the rules have them. `without`:
    the rounds (by primary key) that are left out.

    A long event has ten thousand lines. So rows are loaded instead of objects, shared values are looked up separately,
    and repeated numbers and texts are parsed once.
    """
    teams = dict(tournament.entries.order_by().values_list("pk", "team_id"))
    rows = GameTable.objects.filter(round__tournament=tournament).exclude(round__in=without).order_by()
    tables = {pk: (number, table) for pk, number, table in rows.values_list("pk", "round__number", "number")}
    lines = ScoreLine.objects.filter(PLAYED, forfeits.counts_at(at), tournament=tournament).order_by("pk")
    lines = lines.exclude(table__round__in=without) if without else lines
    scores, table_points = [], {}
    for line in lines.values_list("entry_id", "table_id", "amount_numerator", "amount_denominator", _BESIDE_SCORE):
        if line[4] is None:
            table_points[line[:2]] = line[2:4]
        else:
            scores.append(line)
    texts = list({line[4] for line in scores})
    extras = dict(zip(texts, json.loads(f"[{','.join(texts)}]"), strict=True))
    fraction, stored = cache(Fraction), lru_cache(None, typed=True)(read_stored)
    zero = Fraction(0)
    found = []
    for entry, table, numerator, denominator, text in scores:
        extra, apart = extras[text], table_points.pop((entry, table), None)
        found.append(
            Game(
                entry,
                *tables[table],
                fraction(numerator, denominator),
                stored(extra.get("points", 0)),
                zero if apart is None else fraction(*apart),
                stored(extra.get("uma", 0)),
                extra.get("place", 0),
                extra.get("shared", False),
                teams[entry],
            )
        )
    for (entry, table), amount in table_points.items():  # of what has no score
        found.append(Game(entry, *tables[table], zero, table_points=fraction(*amount), team=teams[entry]))
    found.sort(key=attrgetter("round"))
    return found


_BESIDE_SCORE: Final = Case(
    When(unit=ScoreLine.Unit.TABLE_POINTS, then=Value(None)), default=Cast("extra", TextField()), output_field=Field()
)
"""Facts of a score beside its amount, as text; nothing for table points. A plain field converts nothing."""


def _adjustments(
    tournament: Tournament, scoring: MatchScoring, lost: Collection[tuple[Key, int]], at: datetime.datetime | None
) -> list[Adjustment]:
    """Load the lines that count and are no games, with their value.

    Penalties in points at a table are inside the games if the rules count them before the places, else beside them with
    their value in the score; penalties in points without a table always count in the score. Of a session that is `lost`
    (player, round) the penalties count beside the session's amounts; payments at the table belong to the seat.
    """
    # Said in two parts so that each is looked up in an index.
    event, kinds = Q(tournament=tournament), [kind for kind in ScoreLine.Kind if kind != ScoreLine.Kind.RESULT]
    others = event & Q(kind__in=kinds) | event & Q(kind=ScoreLine.Kind.RESULT, result__isnull=True)
    lines = ScoreLine.objects.filter(others, forfeits.counts_at(at))
    adjustments = []
    for line in lines.select_related("round").order_by("pk"):
        amount, number = line.amount, line.round.number if line.round else None
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


_FACTS: Final = (
    "pk", "team_id", "number", "substitute_for_id", "from_round", "dropped_from_round", "status", "house", "extra",
)  # fmt: skip


def _competitors(
    tournament: Tournament, then: Mapping[int, Mapping[str, Any]], ruleset: RulesetVersion
) -> list[Competitor]:
    """Load everybody but the waiting list; guests, and house substitutes unless the rules rank them, have no place."""
    rank_house, found = bool(ruleset.substitute_policy.get("rank_house")), []
    for row in tournament.entries.order_by("number").values(*_FACTS):
        row |= then.get(row["pk"], {})
        extra, dropped = row["extra"], row["dropped_from_round"]
        if row["status"] == Entry.Status.WAITING or not row.get("made", True):
            continue
        found.append(
            Competitor(
                key=row["pk"],
                team=row["team_id"],
                number=row["number"],
                substitute_for=None if extra.get(IN_COMPETITION) else row["substitute_for_id"],
                ranked=(rank_house or not row["house"]) and not extra.get("unranked", False),
                withdrawn=dropped is not None and dropped <= row["from_round"],
                lot=int(extra.get("lot", 0)),
            )
        )
    return found


def _rules(tournament: Tournament, ruleset: RulesetVersion) -> RankingRules:
    policy = dict(ruleset.substitute_policy)
    absent = {unit: read_stored(amount) for unit, amount in policy.pop("absent", {}).items()}
    # Events made before the question was asked keep their lists.
    list_withdrawn = policy.pop("list_withdrawn", True)
    policy.pop("rank_house", None)
    return RankingRules(
        metrics=tuple(ruleset.tie_breaks),
        stages=tuple(_stage_rules(tournament)),
        # By a rule since release 0.3.0, as `ranking_version` says.
        team=TeamRule(tournament.team_best, carry=tournament.ranking_version > 1) if tournament.has_teams else None,
        substitutes=SubstitutePolicy(**policy, absent=absent),
        version=tournament.ranking_version,
        list_withdrawn=list_withdrawn,
    )


def _stage_rules(tournament: Tournament) -> Iterable[StageRule]:
    """Yield the rules of the stages in force; their players passed the cut, or took the chair of one who did."""
    first_rounds: dict[int, int] = {}
    for stage_id, number in tournament.rounds.order_by("number").values_list("stage_id", "number"):
        first_rounds.setdefault(stage_id, number)
    stages = list(tournament.stages.order_by("number"))
    let_through = qualified(stage for stage in stages if stage.cut_to is not None)
    teams: dict[int, set[Key]] = {}
    passed = StageTeam.objects.filter(stage__in=[stage for stage in stages if stage.of_teams])
    for stage_id, team in passed.order_by().values_list("stage_id", "team_id"):
        teams.setdefault(stage_id, set()).add(team)
    came = list(
        tournament.entries.filter(substitute_for__isnull=False).values_list("pk", "substitute_for_id", "from_round")
    )
    for stage in stages:
        if stage.pk not in first_rounds:
            continue
        players = let_through.get(stage.pk, set())
        # By a rule since release 0.3.0 too.
        while tournament.ranking_version > 1 and (
            heirs := {pk for pk, absent, since in came if absent in players and since >= first_rounds[stage.pk]}
            - players
        ):
            players |= heirs
        if stage.cut_to is not None and not (players or stage.pk in teams):
            continue  # the cut has not been made yet
        own = frozenset[Key](players) if stage.cut_to is not None else None
        of_teams = frozenset(teams.get(stage.pk, ())) if stage.of_teams else None
        yield StageRule(first_rounds[stage.pk], own, stage.carry, of_teams)
