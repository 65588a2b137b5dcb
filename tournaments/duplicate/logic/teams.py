"""Duplicate teams: sums of members' values per board, matches between teams, victory points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from tournaments.duplicate.logic.comparison import Compared, ComparedRow, rank_rows
from tournaments.duplicate.logic.scales import Points

BLITZ: Final = 30
"""Margin per square root of boards that wins all victory points.

Contract bridge takes 15 for two pairs, about 2.5 standard deviations. Measured with seeded players, 2.5 of them are 34
(Butler) and 38 (cross-IMPs) in MCR, 27 and 32 in riichi.
"""

HUNDREDTH: Final = Decimal("0.01")
Board = tuple[int, int]
"""(session, number)."""


def sum_boards_by_team(compared: Iterable[Compared], team_of: Mapping[Any, Any]) -> dict[Any, dict[Board, Fraction]]:
    """Return team -> board -> sum of the members' values; players without a team do not count."""
    by_team: dict[Any, dict[Board, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for line in compared:
        if line.line.player in team_of:
            by_team[team_of[line.line.player]][line.line.session, line.line.board] += line.value
    return by_team


def compute_team_standings(compared: Iterable[Compared], team_of: Mapping[Any, Any]) -> list[ComparedRow]:
    return rank_rows({team: list(boards.values()) for team, boards in sum_boards_by_team(compared, team_of).items()})


def compute_victory_standings(compared: Iterable[Compared], team_of: Mapping[Any, Any]) -> list[ComparedRow]:
    """Rank teams by victory points from IMPs: every two play a match per session; ``boards`` counts matches."""
    teams = sum_boards_by_team(compared, team_of)
    sessions = dict.fromkeys(session for boards in teams.values() for session, _number in boards)
    values: dict[Any, list[Fraction]] = defaultdict(list)
    for session in sessions:
        for first, second in combinations(teams, 2):
            both = [board for board in teams[first] if board[0] == session and board in teams[second]]
            if both:
                margin = sum((teams[first][board] - teams[second][board] for board in both), Fraction(0))
                for team, points in zip((first, second), victory_points(margin, len(both)), strict=True):
                    values[team].append(points)
    return rank_rows(values)


def victory_points(margin: Points, boards: int) -> tuple[Fraction, Fraction]:
    """Return winner's and loser's victory points, hundredths of 20, of a match won by ``margin`` IMPs.

    The continuous scale of world bridge: 20 - 0 from the blitz times the square root of the boards, each further IMP
    worth less than the one before. A negative margin swaps the two.

    >>> [str(points) for points in victory_points(60, 16)]
    ['1673/100', '327/100']
    """
    golden = (Decimal(5).sqrt() - 1) / 2
    size = abs(Fraction(margin))
    # The share of the blitz, cut at a blitz; both square roots are Decimals, so that every machine rounds alike.
    share = min(Decimal(1), Decimal(size.numerator) / size.denominator / (BLITZ * Decimal(boards).sqrt()))
    more = 10 * (1 - golden ** (3 * share)) / (1 - golden**3)
    winner = Fraction((10 + more).quantize(HUNDREDTH, ROUND_HALF_UP))
    return (winner, 20 - winner) if margin >= 0 else (20 - winner, winner)
