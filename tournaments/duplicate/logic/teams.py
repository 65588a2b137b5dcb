"""Teams of duplicate: the members' values of a board added up, matches of every two teams, victory points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.duplicate.logic.comparison import AnyKey, Compared, ComparedRow, rows
from tournaments.duplicate.logic.scales import Points

BLITZ: Final = 30
"""Margin per square root of boards that wins all victory points.

Contract bridge takes 15 for the one difference a board that two pairs make, about 2.5 standard deviations; four members
who are compared each for themselves spread twice as far. Measured with seeded players, 2.5 standard deviations of the
difference of two teams on a board are 34 (Butler) and 38 (cross-IMPs) in MCR, 27 and 32 in riichi.
"""

HUNDREDTH: Final = Decimal("0.01")


class TeamBoard(NamedTuple):
    """What the members of a team made of one board together, and how many of them played it."""

    session: int
    board: AnyKey
    team: AnyKey
    value: Fraction
    members: int


class Match(NamedTuple):
    """Two teams over the boards of a session: totals, and victory points, which add up to 20."""

    session: int
    teams: tuple[AnyKey, AnyKey]
    totals: tuple[Fraction, Fraction]
    boards: int
    victory: tuple[Fraction, Fraction]


def team_boards(compared: Iterable[Compared], team_of: Mapping[AnyKey, AnyKey]) -> tuple[TeamBoard, ...]:
    """The sum of the members' values by session, board and team, in the order of the lines.

    A player of no team counts for none.
    """
    found: dict[tuple[int, AnyKey, AnyKey], list[Fraction]] = defaultdict(list)
    for each in compared:
        if each.line.player in team_of:
            found[each.line.session, each.line.board, team_of[each.line.player]].append(each.value)
    return tuple(TeamBoard(*key, sum(values, Fraction(0)), len(values)) for key, values in found.items())


def victory_points(margin: Points, boards: int, *, blitz: int = BLITZ) -> tuple[Fraction, Fraction]:
    """Victory points of a match won by ``margin`` IMPs over so many boards: winner's and loser's, hundredths of 20.

    The continuous scale of world bridge: 10 - 10 for a tie, 20 - 0 from ``blitz`` times the square root of the boards,
    each further IMP worth less than the one before. A negative margin turns the two round.

    >>> [str(points) for points in victory_points(60, 16)]
    ['1673/100', '327/100']
    """
    if boards < 1:
        raise ValueError("a match has at least one board")
    golden = (Decimal(5).sqrt() - 1) / 2
    size = abs(Fraction(margin))
    # The share of the blitz, cut at a blitz; both square roots are Decimals, so that every machine rounds alike.
    share = min(Decimal(1), Decimal(size.numerator) / size.denominator / (blitz * Decimal(boards).sqrt()))
    more = 10 * (1 - golden ** (3 * share)) / (1 - golden**3)
    winner = Fraction((10 + more).quantize(HUNDREDTH, ROUND_HALF_UP))
    return (winner, 20 - winner) if margin >= 0 else (20 - winner, winner)


def matches(compared: Iterable[Compared], team_of: Mapping[AnyKey, AnyKey], *, blitz: int = BLITZ) -> tuple[Match, ...]:
    """The match of every two teams in every session, by their totals over the boards both have played.

    The values are IMPs: ``compare`` with ``butler`` or ``cross_imp``.
    """
    sums: dict[int, dict[AnyKey, dict[AnyKey, Fraction]]] = defaultdict(lambda: defaultdict(dict))
    for each in team_boards(compared, team_of):
        sums[each.session][each.team][each.board] = each.value
    found = []
    for session, teams in sums.items():
        for one, other in combinations(teams, 2):
            both = [board for board in teams[one] if board in teams[other]]
            if not both:
                continue
            first = sum((teams[one][board] for board in both), Fraction(0))
            second = sum((teams[other][board] for board in both), Fraction(0))
            victory = victory_points(first - second, len(both), blitz=blitz)
            found.append(Match(session, (one, other), (first, second), len(both), victory))
    return tuple(found)


def team_standings(compared: Iterable[Compared], team_of: Mapping[AnyKey, AnyKey]) -> tuple[ComparedRow, ...]:
    """Teams by the total of their boards, with the standard error per board."""
    values: dict[AnyKey, list[Fraction]] = defaultdict(list)
    for each in team_boards(compared, team_of):
        values[each.team].append(each.value)
    return rows(values)


def victory_standings(played: Iterable[Match]) -> tuple[ComparedRow, ...]:
    """Teams by victory points; ``boards`` of a row counts matches."""
    values: dict[AnyKey, list[Fraction]] = defaultdict(list)
    for match in played:
        for team, points in zip(match.teams, match.victory, strict=True):
            values[team].append(points)
    return rows(values)


def place_standings(compared: Iterable[Compared], team_of: Mapping[AnyKey, AnyKey]) -> tuple[ComparedRow, ...]:
    """Teams by places: on each board 4, 3, 2, 1 for the teams in the order of their values, equal ones share.

    For more or fewer than four teams the best gets as many as there are teams.
    """
    by_board: dict[AnyKey, list[TeamBoard]] = defaultdict(list)
    for each in team_boards(compared, team_of):
        by_board[each.session, each.board].append(each)
    values: dict[AnyKey, list[Fraction]] = defaultdict(list)
    for found in by_board.values():
        for each in found:
            beaten = sum(other.value < each.value for other in found)
            level = sum(other.value == each.value for other in found)
            # Equal teams share the places beaten + 1 .. beaten + level, counted from below.
            values[each.team].append(Fraction(2 * beaten + level + 1, 2))
    return rows(values)
