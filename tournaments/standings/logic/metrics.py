"""Metrics that order standings. A metric is one entry in one table; no other code knows its name."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter

from tournaments.standings.logic.lines import ZERO, Adjustment, Competitor, Game, Key

Weights = Mapping[tuple[Key | None, int | None], Fraction]
"""Share of (player, round) that still counts, where it is not all; the player is None for a team's own lines."""


@dataclass(slots=True)
class Tally:
    """Games of one competitor that count, in order of play, and other lines of the ledger."""

    competitor: Competitor
    games: list[Game] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    weights: Weights = field(default_factory=dict)
    stage: int = 0
    member_places: list[int] = field(default_factory=list)
    opponents: dict[Key, list[Game]] | None = None
    """Own games by opponent, filled only for a metric among tied players."""
    carried_at: int = 0


def sum_exactly(values: Iterable[Fraction]) -> Fraction:
    """Sum fractions, many times as fast as sum() if most share a denominator.

    >>> sum_exactly([Fraction(7, 3), Fraction(7, 3), Fraction(4)])
    Fraction(26, 3)
    """
    ratios = [value.as_integer_ratio() for value in values]
    denominators = {denominator for _numerator, denominator in ratios}
    if len(denominators) == 1:
        return Fraction(sum([numerator for numerator, _denominator in ratios]), *denominators)
    by_denominator = dict.fromkeys(denominators, 0)
    for numerator, denominator in ratios:
        by_denominator[denominator] += numerator
    parts = [Fraction(numerator, denominator) for denominator, numerator in by_denominator.items()]
    return sum(parts[1:], parts[0]) if parts else ZERO


def scale_to_integers(values: Sequence[Fraction]) -> list[int]:
    """Return the values as integer multiples of a common part, for fast comparison.

    >>> scale_to_integers([Fraction(1, 3), Fraction(1, 2), Fraction(-4)])
    [2, 3, -24]
    """
    ratios = [value.as_integer_ratio() for value in values]
    shared = math.lcm(*{denominator for _numerator, denominator in ratios})
    return [numerator * (shared // denominator) for numerator, denominator in ratios]


def _sum_games(tally: Tally, unit: str, value: Callable[[Game], Fraction]) -> Fraction:
    weights = tally.weights
    if weights:
        total = sum_exactly(value(game) * weights.get((game.player, game.round), 1) for game in tally.games)
    else:
        total = sum_exactly(map(value, tally.games))
    for line in tally.adjustments:
        if line.unit == unit:
            total += line.amount * weights.get((line.player, line.round), 1)
    return total


def total(tally: Tally) -> Fraction:
    """Sum of the game scores, penalties included (MCR: of the points; RI-8.6, SC-2.9)."""
    return _sum_games(tally, "score", attrgetter("score"))


def table_points(tally: Tally) -> Fraction:
    """Sum of the table points, penalties in table points included (MCR-8.5)."""
    return _sum_games(tally, "table_points", attrgetter("table_points"))


def points(tally: Tally) -> Fraction:
    """Sum of the points without uma (RI-8.6)."""
    return _sum_games(tally, "points", attrgetter("points"))


def uma(tally: Tally) -> Fraction:
    return _sum_games(tally, "", attrgetter("uma"))


def _make_place_counter(place: int) -> Callable[[Tally], Fraction]:
    def times(tally: Tally) -> Fraction:
        return Fraction(sum(game.place == place for game in tally.games))

    return times


def best_table_points(tally: Tally) -> Fraction:
    """Return the highest table points of a single game (MCR 1998)."""
    return max((game.table_points for game in tally.games), default=ZERO)


def times_best_table_points(tally: Tally) -> Fraction:
    """Return the number of games with the highest table points (MCR 1998)."""
    best = best_table_points(tally)
    return Fraction(sum(game.table_points == best for game in tally.games))


def best_game(tally: Tally) -> Fraction:
    return max((game.score for game in tally.games), default=ZERO)


def worst_game(tally: Tally) -> Fraction:
    """Return the lowest score of a game; the higher one is the better."""
    return min((game.score for game in tally.games), default=ZERO)


def last_game(tally: Tally) -> Fraction:
    return tally.games[-1].score if tally.games else ZERO


def penalties(tally: Tally) -> Fraction:
    return Fraction(sum(line.kind == "penalty" for line in tally.adjustments))


def played(tally: Tally) -> Fraction:
    return Fraction(len(tally.games))


def average_place(tally: Tally) -> Fraction:
    """Return the mean place at the tables; 0 before the first game."""
    ranked = [game.place for game in tally.games if game.place]
    return Fraction(sum(ranked), len(ranked)) if ranked else ZERO


def best_member(tally: Tally) -> Fraction:
    """Return the place of a team's best member (MCR-8.6); 10**6 without placed members."""
    return Fraction(min(tally.member_places, default=10**6))


def lot(tally: Tally) -> Fraction:
    """Return the number drawn by lot; 10**6, behind all others, without one."""
    return Fraction(tally.competitor.lot or 10**6)


def direct_games(tally: Tally, rivals: Sequence[Key]) -> Fraction:
    """Return the table points, or scores if there are none, of the games against tied players (MCR 1998)."""
    # By identity: somebody who played for the player may have sat at the same table, and both games count.
    games = {id(game): game for rival in rivals for game in (tally.opponents or {}).get(rival, ())}
    by_table_points = any(game.table_points for game in games.values())
    return sum_exactly(game.table_points if by_table_points else game.score for game in games.values())


@dataclass(frozen=True, slots=True)
class Metric:
    """Number that can order standings, by `compute` of one competitor or `among` with the keys of those tied."""

    key: str
    short: str
    name: str
    higher_wins: bool = True
    compute: Callable[[Tally], Fraction] = total
    among: Callable[[Tally, Sequence[Key]], Fraction] | None = None
    for_teams: bool = True


def gettext_noop(text: str) -> str:
    """Mark a text for translation (this package does not import Django)."""
    return text


METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        Metric("total", gettext_noop("Total"), gettext_noop("Total score"), compute=total),
        Metric("table_points", gettext_noop("TP"), gettext_noop("Table points"), compute=table_points),
        Metric("points", gettext_noop("Points"), gettext_noop("Points without uma"), compute=points),
        Metric("uma", gettext_noop("Uma"), gettext_noop("Sum of the uma"), compute=uma),
        Metric("first_places", gettext_noop("1st"), gettext_noop("First places"), compute=_make_place_counter(1)),
        Metric("second_places", gettext_noop("2nd"), gettext_noop("Second places"), compute=_make_place_counter(2)),
        Metric("third_places", gettext_noop("3rd"), gettext_noop("Third places"), compute=_make_place_counter(3)),
        Metric(
            "fourth_places",
            gettext_noop("4th"),
            gettext_noop("Fourth places (fewer is better)"),
            False,
            _make_place_counter(4),
        ),
        Metric("average_place", gettext_noop("Ø"), gettext_noop("Average place"), False, average_place),
        Metric(
            "best_table_points",
            gettext_noop("Best TP"),
            gettext_noop("Highest table points of one game"),
            compute=best_table_points,
        ),
        Metric(
            "times_best_table_points",
            gettext_noop("× best"),
            gettext_noop("Games with the highest table points"),
            compute=times_best_table_points,
        ),
        Metric("best_game", gettext_noop("Best"), gettext_noop("Best game"), compute=best_game),
        Metric("worst_game", gettext_noop("Worst"), gettext_noop("Worst game (higher is better)"), compute=worst_game),
        Metric("last_game", gettext_noop("Last"), gettext_noop("Latest game"), compute=last_game),
        Metric("penalties", gettext_noop("Pen."), gettext_noop("Penalties (fewer is better)"), False, penalties),
        Metric("played", gettext_noop("Games"), gettext_noop("Games played"), compute=played),
        Metric(
            "direct_games",
            gettext_noop("Direct"),
            gettext_noop("Games against each other"),
            among=direct_games,
            for_teams=False,
        ),
        Metric("best_member", gettext_noop("Best m."), gettext_noop("Place of the best member"), False, best_member),
        Metric("lot", gettext_noop("Lot"), gettext_noop("Lot"), False, lot, for_teams=False),
    )
}


def get_metric(key: str) -> Metric:
    """Return the metric with that key. Raises ValueError naming the known ones."""
    metric = METRICS.get(key)
    if metric is None:
        raise ValueError(f"no metric {key!r}; known: {', '.join(METRICS)}")
    return metric
