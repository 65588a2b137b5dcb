"""Standings of a tournament: the ledger's valid lines folded into games, then computed; a process remembers them.

`standings` counts every confirmed result and is for those who run the event; `public_standings` ends with the released
rounds, or where they begin to be hidden. Both are keyed by primary keys; `table` adds the names for pages and files.
"""

from __future__ import annotations

import datetime
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from cachetools import LRUCache
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from engine.exact import read_stored
from engine.match.scoring import MatchScoring
from tournaments.core.text.sentences import translated
from tournaments.entries.models.entries import IN_COMPETITION, Entry, StageEntry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.standings.logic import (
    METRICS,
    Adjustment,
    Competitor,
    CountedForfeit,
    Game,
    Key,
    Out,
    RankingRules,
    StageRule,
    Standings,
    StandingsRow,
    SubstitutePolicy,
    TeamRule,
    compute,
)
from tournaments.standings.logic.lines import quickly
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import forfeits, public
from tournaments.standings.queries.played import Games, games_by_round

if TYPE_CHECKING:
    from tournaments.standings.queries.ways import WayToPlace

CACHE_SECONDS = 24 * 3600


def match_scoring(tournament: Tournament) -> MatchScoring:
    """The match scoring of the newest rules."""
    return MatchScoring.from_dict(tournament.ruleset.match_scoring)


def standings(tournament: Tournament, after: int | None = None) -> Standings:
    """After round `after` (None: all confirmed results), remembered until the tournament changes.

    Pages, API, papers and screens get the same value.
    """
    key = (tournament.pk, tournament.version, tournament.updated_at)
    with _LOCK:
        known = _READ.get(key)
    if known is None:
        known = _counted(tournament)
        with _LOCK:
            _READ[key] = known
    return _computed(tournament, known, after)


def public_standings(tournament: Tournament, after: int | None = None) -> Standings | None:
    """What anybody may see: released rounds without a gap; None while all are hidden or before the first release."""
    shown = public_after(tournament, after)
    return standings(tournament, shown) if shown is not None else None


def public_after(tournament: Tournament, after: int | None = None) -> int | None:
    """The round after which anybody may see the standings: `after`, or the last; None where nobody may."""
    last = public.standings_through(tournament)
    if last == 0 or (after is not None and not 1 <= after <= last):
        return None
    return after or last


def compute_standings(
    tournament: Tournament,
    after: int | None = None,
    *,
    at: datetime.datetime | None = None,
    people: Mapping[int, Mapping[str, Any]] | None = None,
    foreseen: Sequence[Game] = (),
) -> Standings:
    """The same without the cache, for use inside a transaction.

    `at`: as they were at that moment, with what the rows of `people` held then (`selectors.moments`). `foreseen`: games
    of rounds as they might end, instead of all that is known of these rounds.
    """
    return next(course(tournament, [after], at=at, people=people, foreseen=foreseen))


def course(
    tournament: Tournament,
    rounds: Iterable[int | None],
    *,
    at: datetime.datetime | None = None,
    people: Mapping[int, Mapping[str, Any]] | None = None,
    foreseen: Sequence[Game] = (),
) -> Iterator[Standings]:
    """The standings after each of these rounds, from one reading of the ledger; now or `at` a moment."""
    known = _counted(tournament, at=at, people=people)
    if foreseen:
        ahead: dict[int, list[Game]] = defaultdict(list)
        for game in foreseen:
            ahead[game.round].append(game)
        known = replace(
            known,
            games={**known.games, **{number: tuple(games) for number, games in ahead.items()}},
            adjustments=[line for line in known.adjustments if line.round not in ahead],
            sessions=[one for one in known.sessions if one.round not in ahead],
        )
    for after in rounds:
        plain = at is None and people is None and not foreseen
        yield _computed(tournament, known, after) if plain else known.after(after)


@dataclass(frozen=True)
class _Counted:
    """All that the standings of an event follow from."""

    players: Sequence[Competitor]
    rules: RankingRules
    games: Mapping[int, Games]
    adjustments: Sequence[Adjustment]
    teams: Sequence[Competitor]
    sessions: Sequence[CountedForfeit]
    outs: Sequence[Out]

    def after(self, number: int | None) -> Standings:
        """The standings after that round; None: after the last."""
        return compute(
            self.players,
            [game for games in self.games.values() for game in games],
            self.rules,
            adjustments=self.adjustments,
            teams=self.teams,
            forfeits=self.sessions,
            outs=self.outs,
            after=number,
        )

    def until(self, number: int) -> _Counted:
        """What the standings after that round follow from, as far as rounds can be told apart.

        Where sessions are lost, all rounds count: whoever played in none of them has no standing.
        """
        if self.sessions:
            return self
        games = {own: games for own, games in self.games.items() if own <= number}
        lines = [line for line in self.adjustments if line.round is None or line.round <= number]
        return replace(self, games=games, adjustments=lines)


_READ: Final[LRUCache[tuple[int, int, datetime.datetime], _Counted]] = LRUCache(8)
_COMPUTED: Final[LRUCache[tuple[int, int | None], tuple[_Counted, Standings]]] = LRUCache(60)
"""By event and round, with what they followed from: where that is the same, so are they, whatever else has changed."""
_LOCK: Final = Lock()
"""Held for each look into these, which note what was asked for last."""


def _computed(tournament: Tournament, known: _Counted, after: int | None) -> Standings:
    """The standings after a round, computed only where anything that they follow from has changed."""
    if after is None and not known.sessions:
        after = max(known.games, default=0)
    follows_from = known if after is None else known.until(after)
    key = (tournament.pk, after)
    with _LOCK:
        found = _COMPUTED.get(key)
    if found is None or found[0] != follows_from:
        found = (follows_from, follows_from.after(after))
        with _LOCK:
            _COMPUTED[key] = found
    return found[1]


def _counted(
    tournament: Tournament,
    *,
    at: datetime.datetime | None = None,
    people: Mapping[int, Mapping[str, Any]] | None = None,
) -> _Counted:
    ruleset = tournament.ruleset if at is None else _ruleset_at(tournament, at)
    scoring = MatchScoring.from_dict(ruleset.match_scoring)
    sessions, outs = forfeits.for_standings(tournament, scoring, at)
    games, adjustments = fold_ledger(tournament, scoring, {(one.player, one.round) for one in sessions}, at)
    return _Counted(
        players=competitors(tournament, people),
        rules=rules_of(tournament, ruleset),
        games=games,
        adjustments=adjustments,
        teams=[Competitor(pk, number=place) for place, pk in enumerate(_team_keys(tournament), 1)],
        sessions=sessions,
        outs=outs,
    )


def _ruleset_at(tournament: Tournament, at: datetime.datetime) -> RulesetVersion:
    return tournament.rulesets.filter(created_at__lte=at).order_by("-number").first() or tournament.ruleset


def _team_keys(tournament: Tournament) -> Iterable[int]:
    return tournament.teams.order_by("code").values_list("pk", flat=True) if tournament.has_teams else ()


def competitors(tournament: Tournament, then: Mapping[int, Mapping[str, Any]] | None = None) -> list[Competitor]:
    """Everybody who may have a place: all but the waiting list, and guests as unranked. `then`: what else rows held."""
    found = []
    # Most entries have the same beside their columns: each text is read once.
    read = cache(json.loads)
    entries = tournament.entries.order_by("number").values_list(*ENTRY[:-1], Cast("extra", TextField()))
    for *row, text in entries:
        told, made = [*row, read(text)], True
        if then and (changed := then.get(row[0])):
            told = [changed.get(name, value) for name, value in zip(ENTRY, told, strict=True)]
            made = changed.get("made", True)
        key, team, number, substitute_for, from_round, dropped, status, extra = told
        if status == Entry.Status.WAITING or not made:
            continue
        found.append(
            _competitor(
                key,
                team,
                number,
                None if extra.get(IN_COMPETITION) else substitute_for,
                not extra.get("unranked", False),
                dropped is not None and dropped <= from_round,
                int(extra.get("lot", 0)),
            )
        )
    return found


_competitor: Final = quickly(Competitor)
ENTRY: Final = (
    *("pk", "team_id", "number", "substitute_for_id", "from_round", "dropped_from_round", "status"),
    "extra",
)


def rules_of(tournament: Tournament, ruleset: RulesetVersion) -> RankingRules:
    """The event's rules as the computation wants them."""
    policy = dict(ruleset.substitute_policy)
    absent = {unit: read_stored(amount) for unit, amount in policy.pop("absent", {}).items()}
    # Events made before the question was asked keep their lists.
    list_withdrawn = policy.pop("list_withdrawn", True)
    return RankingRules(
        metrics=tuple(ruleset.tie_breaks),
        stages=tuple(_stage_rules(tournament)),
        team=TeamRule(best=tournament.team_best) if tournament.has_teams else None,
        substitutes=SubstitutePolicy(**policy, absent=absent),
        list_withdrawn=list_withdrawn,
    )


def _stage_rules(tournament: Tournament) -> Iterable[StageRule]:
    first_rounds: dict[int, int] = {}
    for stage_id, number in tournament.rounds.order_by("number").values_list("stage_id", "number"):
        first_rounds.setdefault(stage_id, number)
    let_through = list(
        StageEntry.objects.filter(stage__tournament=tournament).order_by().values_list("stage_id", "entry_id")
    )
    for stage in tournament.stages.order_by("number"):
        if stage.pk not in first_rounds:
            continue
        players = frozenset[Key](entry for own, entry in let_through if own == stage.pk)
        if stage.cut_to is not None and not players:
            continue  # the cut has not been made yet
        yield StageRule(first_rounds[stage.pk], players if stage.cut_to is not None else None, stage.carry)


def fold_ledger(
    tournament: Tournament,
    scoring: MatchScoring,
    lost: Collection[tuple[Key, int]] = (),
    at: datetime.datetime | None = None,
) -> tuple[dict[int, Games], list[Adjustment]]:
    """Lines that count (or counted `at` a moment) as games of each round (those of confirmed results) and adjustments
    (all others).

    Fines in points at a table are inside the games where the rules count them before the places, and stand beside them
    as what they are worth in the score where not; fines in points with no table always count in the score. Of a session
    that is `lost` (player, round) the fines count beside what the session counts, and what was paid at the table does
    not: it is the chair's.
    """
    return games_by_round(tournament, at), _adjustments(_others(tournament.pk, at), scoring, lost)


def _others(tournament: int, at: datetime.datetime | None = None) -> QuerySet[ScoreLine]:
    """The lines that count and are no games: of another kind, or of no result. Said so that both are looked up."""
    event = Q(tournament=tournament)
    other = event & Q(kind__in=[kind for kind in ScoreLine.Kind if kind != ScoreLine.Kind.RESULT])
    lines = ScoreLine.objects.filter(
        other | event & Q(kind=ScoreLine.Kind.RESULT, result__isnull=True), forfeits.counts_at(at)
    )
    return lines.select_related("round").order_by("pk")


def _adjustments(
    lines: Iterable[ScoreLine], scoring: MatchScoring, lost: Collection[tuple[Key, int]]
) -> list[Adjustment]:
    """The lines that are no games, in what they are worth; see `fold_ledger`."""
    adjustments = []
    for line in lines:
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


@dataclass(frozen=True)
class MetricColumn:
    """A column of the standings: a metric of the tie-break order."""

    key: str
    short: str
    name: str


@dataclass(frozen=True)
class PlayerStanding:
    """A row of the individual table with its player."""

    row: StandingsRow
    player: public.ListedPlayer
    cells: tuple[Fraction | None, ...]
    """The metrics' values in the order of the columns; None where a metric was not needed to find the place."""
    progress: WayToPlace | None = None


@dataclass(frozen=True)
class TeamStanding:
    """A row of the team table with its team."""

    row: StandingsRow
    code: str
    name: str
    country: str
    cells: tuple[Fraction | None, ...]
    progress: WayToPlace | None = None


@dataclass(frozen=True)
class StandingsTable:
    """Standings as pages, prints and files show them."""

    after: int
    columns: tuple[MetricColumn, ...]
    team_columns: tuple[MetricColumn, ...]
    individual: tuple[PlayerStanding, ...]
    teams: tuple[TeamStanding, ...]


def columns(keys: Iterable[str]) -> tuple[MetricColumn, ...]:
    """The metrics' headings in the reader's language."""
    return tuple(MetricColumn(key, translated(METRICS[key].short), translated(METRICS[key].name)) for key in keys)


def table(tournament: Tournament, standings: Standings) -> StandingsTable:
    """The standings with the people's and teams' names."""
    entries = {entry.pk: public.player_of(entry) for entry in tournament.entries.select_related("team")}
    teams = {team.pk: team for team in tournament.teams.all()}
    return StandingsTable(
        after=standings.after,
        columns=columns(standings.metrics),
        team_columns=columns(standings.team_metrics),
        individual=tuple(
            PlayerStanding(row, entries[int(row.key)], _cells(row, standings.metrics)) for row in standings.individual
        ),
        teams=tuple(
            TeamStanding(row, team.code, team.name, team.country, _cells(row, standings.team_metrics))
            for row in standings.teams
            if (team := teams[int(row.key)])
        ),
    )


def _cells(row: StandingsRow, keys: Iterable[str]) -> tuple[Fraction | None, ...]:
    return tuple(row.values.get(key) for key in keys)


def place_history(tournament: Tournament, entry: Entry, last: int) -> list[tuple[int, StandingsRow]]:
    """(round, the player's row after it) up to round `last`; rounds without a row are left out."""
    history = []
    for number in range(1, last + 1):
        for row in standings(tournament, number).individual:
            if row.key == entry.pk:
                history.append((number, row))
    return history
