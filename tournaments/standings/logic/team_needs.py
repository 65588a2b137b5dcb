"""Possible places of teams: bounds that hold whatever happens in the last round.

Two teams are compared at a time, one with all members first with the maximum points, the other with all last with the
minimum, so a certain place is certain. Several teams at shared tables are not considered together: a bound may be
unreachable.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournaments.standings.logic.compute import StandingsRow
from tournaments.standings.logic.lines import Game, Key
from tournaments.standings.logic.metrics import metric
from tournaments.standings.logic.needs import Needs
from tournaments.standings.logic.round_ahead import FAR, RoundAhead, game_of

UNFORESEEN = ("best_member",)
"""Metrics that depend on the places of all players: from there on a tie counts as open."""


def extreme_games(ahead: RoundAhead, *, most: bool) -> list[Game]:
    """Return a game for every seat of the round: all first with the maximum points, or all last with the minimum."""
    start = ahead.scoring.start_points
    lost, won = ahead.swing or (FAR, FAR)
    return [
        game_of(key, ahead, start + won if most else start - lost, 1 if most else len(table), 1)
        for table in ahead.tables
        for key in table
    ]


def team_needs(lows: Sequence[StandingsRow], highs: Sequence[StandingsRow], metrics: Sequence[str]) -> dict[Key, Needs]:
    """Return best and worst place of each team, from the standings with minimum and maximum results."""
    known = [metric(key) for key in metrics]
    open_ties = any(one.key in UNFORESEEN or one.among is not None for one in known)
    counted = [one for one in known if one.key not in UNFORESEEN and one.among is None]

    def value(row: StandingsRow) -> tuple[Fraction, ...]:
        figures = (row.values[one.key] if one.higher_wins else -row.values[one.key] for one in counted)
        # A team that passed a cut by teams stands above all others.
        return (Fraction(row.stage), *figures)

    least, best = ({row.key: value(row) for row in rows} for rows in (lows, highs))
    found = {}
    for team in least:
        above = sum(least[other] > best[team] for other in least if other != team)
        maybe = sum(
            best[other] > least[team] or (open_ties and best[other] == least[team]) for other in least if other != team
        )
        found[team] = Needs(1 + above, 1 + maybe)
    return found
