"""Standings of a tournament: computed from the ledger's valid lines, with players and teams.

`standings` counts every confirmed result and is for the event's staff; `public_standings` ends with the released
rounds, or at the first hidden one.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from operator import attrgetter
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from django.db.models import Case, Field, Q, TextField, Value, When
from django.db.models.functions import Cast

from engine.exact import read_stored
from engine.match.scoring import MatchScoring
from tournaments.core.text.sentences import translated
from tournaments.core.visibility import standings_close
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import IN_COMPETITION, Entry, StageEntry, Team
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.models import StandIn as RoundStandIn
from tournaments.standings.logic import (
    METRICS,
    Adjustment,
    Competitor,
    Game,
    Key,
    RankingRules,
    StageRule,
    StandIn,
    Standings,
    StandingsInput,
    StandingsRow,
    SubstitutePolicy,
    TeamRule,
    compute,
)
from tournaments.standings.logic.categories import CategoryPlace
from tournaments.standings.logic.charts import spark
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import forfeits

PLAYED: Final = Q(kind=ScoreLine.Kind.RESULT, result__isnull=False)
"""The lines that are games; all others are adjustments."""


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
    """Contribution of the last round to the first criterion; None if nothing is known before or after it."""
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


@dataclass(frozen=True)
class PlayerStanding:
    """A row of the individual table with its player."""

    row: StandingsRow
    player: Entry
    cells: tuple[Fraction | None, ...]
    """The metrics' values in the order of the columns; None where a metric was not needed to find the place."""
    progress: Progress | None = None
    within: tuple[CategoryPlace, ...] = ()
    shown: CategoryPlace | None = None
    """The place of the list, where that is one of a category; `row` has the overall one."""
    left_after: int | None = None
    """The round after which the player left, 0 before the first; None if they play on or are disqualified."""


@dataclass(frozen=True)
class TeamStanding:
    """A row of the team table with its team."""

    row: StandingsRow
    team: Team
    cells: tuple[Fraction | None, ...]
    progress: Progress | None = None


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


def public_standings(tournament: Tournament, after: int | None = None) -> StandingsTable | None:
    """Return the public standings, with the places after each round; None while they are hidden."""
    last = standings_through(tournament)
    shown = last if after is None else after
    if not 1 <= shown <= last:
        return None
    rounds = [standings(tournament, number) for number in range(1, shown + 1)]
    players = _progress([each.individual for each in rounds], rounds[-1].metrics)
    teams = _progress([each.teams for each in rounds], rounds[-1].team_metrics)
    found = table(tournament, rounds[-1])
    return replace(
        found,
        individual=tuple(replace(line, progress=players[line.row.key]) for line in found.individual),
        teams=tuple(replace(line, progress=teams[line.row.key]) for line in found.teams),
        public_through=last,
    )


def public_after(tournament: Tournament, after: int | None = None) -> int | None:
    """Return the round of the public standings, `after` or the last; None while they are hidden."""
    last = standings_through(tournament)
    shown = last if after is None else after
    return shown if 1 <= shown <= last else None


def standings_through(tournament: Tournament) -> int:
    """Return the last round with public standings; 0 if there are none.

    A table of an open evening that is still in play and an annulled round do not block others; one whose result was
    withdrawn does.
    """
    last, closed = 0, standings_close(tournament)
    for round_ in tournament.rounds.order_by("number"):
        if round_.alone and round_.state != Round.State.FINISHED:
            continue
        if round_.annulled_at is not None:
            continue
        if round_.released_at is None:
            break
        last = round_.number
    return last if closed is None else min(last, closed - 1)


_State = tuple[int, datetime.datetime]
_REMEMBERED: Final[LRUCache[int, tuple[_State, Callable[[int | None], Standings]]]] = LRUCache(8)
"""By event: its state, and what computes its standings after a round, once for each. All pages of an event share it."""
MAX_ROUNDS: Final = 100
"""Rounds of an event that are remembered."""
_LOCK: Final = Lock()


def standings(tournament: Tournament, after: int | None = None) -> Standings:
    """Return the standings after a round (None: all confirmed results), cached until the event changes."""
    state = (tournament.version, tournament.updated_at)
    with _LOCK:
        known, computed = _REMEMBERED.get(tournament.pk, (None, None))
    if computed is None or known != state:
        computed = lru_cache(MAX_ROUNDS)(partial(compute, read(tournament)))
        with _LOCK:
            _REMEMBERED[tournament.pk] = (state, computed)
    return computed(after)


def compute_standings(tournament: Tournament, after: int | None = None) -> Standings:
    """Compute the standings without the cache, for use inside a transaction."""
    return compute(read(tournament), after)


def table(tournament: Tournament, standings: Standings) -> StandingsTable:
    """Return standings with their players and teams."""
    entries = {entry.pk: entry for entry in tournament.entries.select_related("team")}
    teams = {team.pk: team for team in tournament.teams.all()}
    games, team_games = (_games(*own) for own in _both(standings))
    left = leaving(tournament, standings.after)
    return StandingsTable(
        after=standings.after,
        columns=columns(standings.metrics) + games,
        team_columns=columns(standings.team_metrics) + team_games,
        individual=tuple(
            PlayerStanding(
                row,
                entry := entries[int(row.key)],
                _cells(row, standings.metrics, games),
                left_after=left(entry) if row.out is None else None,
            )
            for row in standings.individual
        ),
        teams=tuple(
            TeamStanding(row, teams[int(row.key)], _cells(row, standings.team_metrics, team_games))
            for row in standings.teams
        ),
    )


def leaving(tournament: Tournament, after: int) -> Callable[[Entry], int | None]:
    """Return a function that says after which round a player left, by the end of the round `after`; None of those who
    play on. Nobody leaves after the last round.
    """
    last = min(after, tournament.rounds.count() - 1)
    return lambda entry: entry.left_after(last)


def _both(standings: Standings) -> tuple[tuple[tuple[StandingsRow, ...], tuple[str, ...]], ...]:
    return (standings.individual, standings.metrics), (standings.teams, standings.team_metrics)


def _games(rows: Iterable[StandingsRow], metrics: Collection[str]) -> tuple[MetricColumn, ...]:
    """Return the column of the number of games, where that differs among the players of a stage with a place."""
    numbers: dict[int, set[int]] = {}
    for row in rows:
        if row.place:
            numbers.setdefault(row.stage, set()).add(row.played)
    if "played" in metrics or all(len(own) == 1 for own in numbers.values()):
        return ()
    return tuple(replace(column, decides=False) for column in columns(["played"]))


def columns(keys: Iterable[str]) -> tuple[MetricColumn, ...]:
    """Return the metrics' headings in the reader's language."""
    return tuple(MetricColumn(key, translated(METRICS[key].short), translated(METRICS[key].name)) for key in keys)


def _cells(row: StandingsRow, keys: Iterable[str], games: Collection[MetricColumn]) -> tuple[Fraction | None, ...]:
    return (*(row.values.get(key) for key in keys), *(Fraction(row.played) for _column in games))


def _progress(rounds: list[tuple[StandingsRow, ...]], metrics: tuple[str, ...]) -> dict[Key, Progress]:
    """Return the progress of everybody in the last of the rounds; `metrics` are those of the last."""
    by_round = [{row.key: row for row in rows} for rows in rounds]
    count = max((row.place for row in rounds[-1]), default=0)
    found = {}
    for key in by_round[-1]:
        rows = [each.get(key) for each in by_round]
        gained, *before = (row.values.get(metrics[0]) if row else None for row in reversed(rows[-2:]))
        if before:
            gained = None if gained is None or before[0] is None else gained - before[0]
        found[key] = Progress(tuple(row.place if row else 0 for row in rows), gained, count)
    return found


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
    lost = {(one.player, one.round) for one in sessions}
    teams = tournament.teams.order_by("code").values_list("pk", flat=True) if tournament.has_teams else ()
    return StandingsInput(
        competitors=_competitors(tournament, people or {}, ruleset),
        games=games(tournament, at),
        rules=_rules(tournament, ruleset),
        adjustments=_adjustments(tournament, ruleset.scoring, lost, at),
        teams=[Competitor(pk, number=place) for place, pk in enumerate(teams, 1)],
        forfeits=sessions,
        outs=outs,
        stand_ins=_stand_ins(tournament, at),
    )


def _stand_ins(tournament: Tournament, at: datetime.datetime | None) -> list[StandIn]:
    rows = RoundStandIn.objects.filter(round__tournament=tournament).order_by("pk")
    rows = rows if at is None else rows.filter(created_at__lte=at)
    return [StandIn(*row) for row in rows.values_list("entry_id", "round__number", "plays_for_id")]


def games(tournament: Tournament, at: datetime.datetime | None = None) -> list[Game]:
    """Load the games of confirmed results, by round: a score each, table points if the rules have them.

    A long event has ten thousand lines. So rows are loaded instead of objects, shared values are looked up separately,
    and repeated numbers and texts are parsed once.
    """
    teams = dict(tournament.entries.order_by().values_list("pk", "team_id"))
    rows = GameTable.objects.filter(round__tournament=tournament).order_by()
    tables = {pk: (number, table) for pk, number, table in rows.values_list("pk", "round__number", "number")}
    lines = ScoreLine.objects.filter(PLAYED, forfeits.counts_at(at), tournament=tournament).order_by("pk")
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
    let_through = list(
        StageEntry.objects.filter(stage__tournament=tournament).order_by().values_list("stage_id", "entry_id")
    )
    came = list(
        tournament.entries.filter(substitute_for__isnull=False).values_list("pk", "substitute_for_id", "from_round")
    )
    for stage in tournament.stages.order_by("number"):
        if stage.pk not in first_rounds:
            continue
        players = {entry for own, entry in let_through if own == stage.pk}
        # By a rule since release 0.3.0 too.
        while tournament.ranking_version > 1 and (
            heirs := {pk for pk, absent, since in came if absent in players and since >= first_rounds[stage.pk]}
            - players
        ):
            players |= heirs
        if stage.cut_to is not None and not players:
            continue  # the cut has not been made yet
        own = frozenset[Key](players) if stage.cut_to is not None else None
        yield StageRule(first_rounds[stage.pk], own, stage.carry)
