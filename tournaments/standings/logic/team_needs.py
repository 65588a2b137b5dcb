"""Bounds of the places of teams, whatever happens in the last round.

Two teams are compared at a time, one with all members first with the maximum points, the other with all last with the
minimum; several teams at shared tables are not considered together, so a bound may be unreachable.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.logic.compute import StandingsRow
from tournaments.standings.logic.lines import Game, Key
from tournaments.standings.logic.metrics import get_metric
from tournaments.standings.logic.needs import Needs
from tournaments.standings.logic.round_ahead import FAR, RoundAhead, build_game

UNFORESEEN = ("best_member",)
"""Metrics that depend on the places of all players: ties in them count as open."""


def build_extreme_games(ahead: RoundAhead, *, most: bool) -> list[Game]:
    """Return a game for every seat of the round: all first with the maximum points, or all last with the minimum."""
    start = ahead.scoring.start_points
    lost, won = ahead.swing or (FAR, FAR)
    return [
        build_game(key, ahead, start + won if most else start - lost, 1 if most else len(table), 1)
        for table in ahead.tables
        for key in table
    ]


def compute_team_needs(
    lows: Sequence[StandingsRow], highs: Sequence[StandingsRow], metrics: Sequence[str]
) -> dict[Key, Needs]:
    """Return best and worst place of each team, from the standings with minimum and maximum results."""
    used = [get_metric(key) for key in metrics]
    open_ties = any(used_metric.key in UNFORESEEN or used_metric.among is not None for used_metric in used)
    counted = [used_metric for used_metric in used if used_metric.key not in UNFORESEEN and used_metric.among is None]

    def value(row: StandingsRow) -> tuple[Fraction, ...]:
        figures = (
            row.values[used_metric.key] if used_metric.higher_wins else -row.values[used_metric.key]
            for used_metric in counted
        )
        # A team that passed a cut by teams stands above all others.
        return (Fraction(row.stage), *figures)

    least, best = ({row.key: value(row) for row in rows} for rows in (lows, highs))
    needs = {}
    for team in least:
        above = sum(least[rival] > best[team] for rival in least if rival != team)
        maybe = sum(
            best[rival] > least[team] or (open_ties and best[rival] == least[team]) for rival in least if rival != team
        )
        needs[team] = Needs(1 + above, 1 + maybe)
    return needs
