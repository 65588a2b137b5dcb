from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter

from tournaments.standings.logic.forfeits import CountedForfeit, Out, apply_forfeits
from tournaments.standings.logic.lines import (
    Adjustment,
    Competitor,
    Game,
    Key,
    RankingRules,
    StageRule,
    Substitution,
    credit,
    credit_substitutes,
)
from tournaments.standings.logic.metrics import METRICS, Metric, Tally, Weights, get_metric
from tournaments.standings.logic.ranking import Ranked, TieBreakStep, rank


@dataclass(frozen=True, slots=True)
class StandingsInput:
    competitors: Sequence[Competitor]
    games: Sequence[Game]
    rules: RankingRules = field(default_factory=RankingRules)
    adjustments: Sequence[Adjustment] = ()
    teams: Sequence[Competitor] = ()
    forfeits: Sequence[CountedForfeit] = ()
    outs: Sequence[Out] = ()
    stand_ins: Sequence[Substitution] = ()


@dataclass(slots=True)
class StandingsRow:
    """Row of the standings, `place` 0 for none; never changed, but not frozen, which takes three times as long."""

    place: int
    shared: bool
    key: Key
    values: dict[str, Fraction]
    games: tuple[Game, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    steps: tuple[TieBreakStep, ...] = ()
    stage: int = 0
    weights: Weights = field(default_factory=dict)
    carried_at: int = 0
    """First round of the last stage that took over a part of earlier points; 0 without one."""
    out: Out | None = None
    played: int = 0
    """Number of games so far, including forfeits and those of a substitute that count here."""

    @property
    def total(self) -> Fraction:
        return self.values["total"]

    @property
    def tied_with(self) -> tuple[Key, ...]:
        return self.steps[-1].tied_with if self.shared and self.steps else ()

    @property
    def decided_by(self) -> str | None:
        """Key of the last metric needed to find this place; None if even the last left it tied."""
        return None if self.shared or not self.steps else self.steps[-1].metric


@dataclass(frozen=True, slots=True)
class Standings:
    after: int
    metrics: tuple[str, ...]
    individual: tuple[StandingsRow, ...]
    teams: tuple[StandingsRow, ...] = ()
    team_metrics: tuple[str, ...] = ()


def compute(inputs: StandingsInput, after: int | None = None) -> Standings:
    """Return the standings after round `after` (None: after the last round in the games).

    Competitors without a place come last. Adjustments of later rounds do not count yet; those of no round always do.

    >>> rules = RankingRules(version=2)
    >>> rows = compute(StandingsInput([Competitor(1), Competitor(2)], [Game(2, 1, 1, Fraction(5))], rules)).individual
    >>> [(row.place, row.key) for row in rows]
    [(1, 2), (0, 1)]
    """
    rules = inputs.rules
    games, adjustments = credit(inputs.competitors, inputs.games, inputs.adjustments, inputs.stand_ins)
    settled = apply_forfeits(inputs.competitors, games, inputs.forfeits)
    listed, owned = credit_substitutes(*settled, rules.substitutes)
    if after is None:
        after = max(map(attrgetter("round"), owned), default=0)
    owned = [game for game in owned if game.round <= after]
    lines = [line for line in adjustments if line.round is None or line.round <= after]
    metrics = [get_metric(key) for key in rules.metrics] or [get_metric("total")]
    stages = [stage for stage in rules.stages if stage.first_round <= after]

    weights = _map_weights([competitor.key for competitor in listed], stages)
    tallies = {competitor.key: Tally(competitor, weights=weights) for competitor in listed if competitor.ranked}
    for number, stage in enumerate(stages):
        for key in filter(stage.has, tallies):
            tallies[key].stage = number
            if stage.carry != 1:
                tallies[key].carried_at = stage.first_round
    for game in owned:
        tally = tallies.get(game.player)
        if tally is not None and not (weights and weights.get((game.player, game.round)) == 0):
            tally.games.append(game)
    for line in lines:
        tally = tallies.get(line.player) if line.player is not None else None
        if tally is not None:
            tally.adjustments.append(line)
    for tally in tallies.values():
        tally.games.sort(key=attrgetter("round"))
    if any(metric_.among for metric_ in metrics):
        _find_opponents(tallies, owned)
    outs = {out.player: out for out in inputs.outs if out.round is None or out.round <= after}
    for competitor in listed:
        tally = tallies.get(competitor.key)
        if rules.list_withdrawn or not competitor.withdrawn or tally is None:
            continue
        if not (tally.games or tally.adjustments or competitor.key in outs):
            del tallies[competitor.key]
    played = Counter(game.player for game in owned)
    played.update(line.player for line in lines if line.player is not None and line.kind == WITHOUT_SHEET)
    individual = _rank_rows(tallies, metrics, outs, played, rules.version)

    if rules.team is None or not inputs.teams:
        return Standings(after, tuple(metric_.key for metric_ in metrics), individual)
    team_metrics = [get_metric(key) for key in rules.team.tie_breaks] or [
        metric_ for metric_ in metrics if metric_.for_teams
    ]
    team_tallies, team_games = _build_team_tallies(inputs, listed, owned, lines, stages)
    places = {row.key: row.place for row in individual if row.place}
    for competitor in listed:
        if competitor.team in team_tallies and competitor.key in places:
            team_tallies[competitor.team].member_places.append(places[competitor.key])
    team_games.update(line.team for line in lines if line.team is not None and line.kind == WITHOUT_SHEET)
    ranked_teams = _rank_rows(team_tallies, team_metrics, {}, team_games, rules.version)
    return Standings(
        after,
        tuple(metric_.key for metric_ in metrics),
        individual,
        ranked_teams,
        tuple(metric_.key for metric_ in team_metrics),
    )


WITHOUT_SHEET = "result"
"""Kind of a line that is an imported total, without a sheet."""


def _rank_rows(
    tallies: Mapping[Key, Tally],
    metrics: Sequence[Metric],
    outs: Mapping[Key, Out],
    played: Mapping[Key, int],
    version: int,
) -> tuple[StandingsRow, ...]:
    """Return all rows: ranked, disqualified put last (RI-7.4), not played, other disqualified (MCR-8.9)."""
    parts: tuple[list[Tally], ...] = ([], [], [], [])
    for key, tally in tallies.items():
        out = outs.get(key)
        has_place = (version == 1 or played.get(key, 0) > 0) and (out is None or out.last)
        parts[(out is not None) + 2 * (not has_place)].append(tally)
    rows: list[StandingsRow] = []
    for index, part in enumerate(parts):
        before = len(rows)
        for ranked in rank(part, metrics):
            row = _build_row(ranked, metrics)
            row.played, row.out = played.get(row.key, 0), outs.get(row.key)
            row.place, row.shared = (before + row.place, row.shared) if index < 2 else (0, False)
            rows.append(row)
    return tuple(rows)


def _map_weights(
    players: Iterable[Key | None], stages: Sequence[StageRule]
) -> dict[tuple[Key | None, int | None], Fraction]:
    weights: dict[tuple[Key | None, int | None], Fraction] = {}
    for stage in stages:
        for key in players if stage.carry != 1 else ():
            if stage.has(key):
                for number in range(1, stage.first_round):
                    weights[key, number] = weights.get((key, number), Fraction(1)) * stage.carry
    return weights


def _find_opponents(tallies: dict[Key, Tally], games: Sequence[Game]) -> None:
    at_table: dict[tuple[int, int], list[Key]] = {}
    for game in games:
        if game.table:
            at_table.setdefault((game.round, game.table), []).append(game.player)
    for tally in tallies.values():
        tally.opponents = {}
        for game in tally.games:
            # A forfeit without a chair has table 0, where nobody met.
            for opponent in at_table.get((game.round, game.table), ()):
                if opponent != tally.competitor.key:
                    tally.opponents.setdefault(opponent, []).append(game)


def _enter_stages(tally: Tally, members: Collection[Key], played: Collection[Key], stages: Sequence[StageRule]) -> None:
    """Note the team's last stages and weights: after a cut by teams all counts by the team, else by the player."""
    entered = [(stage, stage.of_team(tally.competitor.key, members)) for stage in stages]
    by_player = [stage if stage.teams is None else of_team for stage, of_team in entered]
    own_teams = [of_team for _stage, of_team in entered]
    tally.weights = {**_map_weights({*members, *played}, by_player), **_map_weights([None], own_teams)}
    for number, (stage, of_team) in enumerate(entered):
        if of_team.has(None):
            tally.stage = number if stage.teams is not None else tally.stage
            tally.carried_at = stage.first_round if stage.carry != 1 else tally.carried_at


def _build_team_tallies(
    inputs: StandingsInput,
    players: Sequence[Competitor],
    games: Sequence[Game],
    lines: Sequence[Adjustment],
    stages: Sequence[StageRule],
) -> tuple[dict[Key, Tally], Counter[Key]]:
    """Return the teams' tallies of games (all, or the best k of a round) and lines, and their numbers of games."""
    best = inputs.rules.team.best if inputs.rules.team is not None else None
    first = get_metric(inputs.rules.metrics[0] if inputs.rules.metrics else "total")
    team_of = {player.key: player.team for player in players}
    tallies = {team.key: Tally(team) for team in inputs.teams if team.ranked}
    by_round: dict[tuple[Key, int], list[Game]] = {}
    for game in games:
        if not game.for_team:
            continue
        team = game.team if game.team is not None else team_of.get(game.player)
        if team is not None and team in tallies:
            by_round.setdefault((team, game.round), []).append(game)
    counting = [stage for stage in stages if stage.teams is not None or (inputs.rules.team and inputs.rules.team.carry)]
    members, played = dict[Key | None, set[Key]](), dict[Key, set[Key]]()
    for player in players if counting else ():
        members.setdefault(player.team, set()).add(player.key)
    for (team, _), team_games in by_round.items() if counting else ():
        played.setdefault(team, set()).update(game.player for game in team_games)
    for key, tally in tallies.items() if counting else ():
        _enter_stages(tally, members.get(key, ()), played.get(key, ()), counting)
    number = Counter[Key]()
    for (team, _), team_games in sorted(by_round.items(), key=lambda item: item[0][1]):
        parts = tallies[team].weights
        if best is not None and len(team_games) > best:
            team_games = sorted(team_games, key=lambda game: _compute_game_value(game, first, parts), reverse=True)[
                :best
            ]
        number[team] += len(team_games)
        tallies[team].games.extend(game for game in team_games if parts.get((game.player, game.round)) != 0)
    for tally in tallies.values():
        tally.games.sort(key=lambda game: (game.round, game.table, game.place, str(game.player)))
    for line in lines:
        team = line.team if line.player is None else team_of.get(line.player)
        if team is not None and team in tallies:
            tallies[team].adjustments.append(line)
    return tallies, number


def _compute_game_value(game: Game, first: Metric, weights: Weights) -> tuple[Fraction, Fraction]:
    single = Tally(Competitor(game.player), [game], weights=weights)
    return (first.compute(single), METRICS["total"].compute(single))


def _build_row(ranked: Ranked, metrics: Sequence[Metric]) -> StandingsRow:
    tally, place, shared, steps = ranked
    values = {step.metric: step.value for step in steps}
    for metric_ in metrics:
        if metric_.key not in values and metric_.among is None:
            values[metric_.key] = metric_.compute(tally)
    if "total" not in values:
        values["total"] = METRICS["total"].compute(tally)
    return StandingsRow(
        place,
        shared,
        tally.competitor.key,
        values,
        tuple(tally.games),
        tuple(tally.adjustments),
        tuple(steps),
        tally.stage,
        tally.weights,
        tally.carried_at,
    )
