"""Teams: sums of members, matches, the victory point scale."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.duplicate.logic.comparison import BoardScore, Compared
from tournaments.duplicate.logic.teams import team_boards, team_standings, victory_points, victory_standings

TEAMS = {"ida": "red", "sam": "red", "olga": "blue", "petra": "blue", "ren": "green", "sue": "green"}


def board(number: int, session: int = 1, **values: int) -> list[Compared]:
    return [
        Compared(BoardScore(session, number, seat % 4, player, value), Fraction(value))
        for seat, (player, value) in enumerate(values.items())
    ]


PLAYED = [
    *board(1, ida=5, sam=-2, olga=1, petra=1, ren=-5, sue=0),
    *board(2, ida=0, sam=4, olga=-3, petra=-1, ren=0, sue=0, otto=99),
]


def test_a_team_has_the_sum_of_its_members() -> None:
    assert team_boards(PLAYED, TEAMS) == {
        "red": {(1, 1): 3, (1, 2): 4},
        "blue": {(1, 1): 2, (1, 2): -4},
        "green": {(1, 1): -5, (1, 2): 0},
    }
    assert [(row.place, row.key, row.total) for row in team_standings(PLAYED, TEAMS)] == [
        (1, "red", 7),
        (2, "blue", -2),
        (3, "green", -5),
    ]


def test_every_two_teams_play_a_match_in_every_session() -> None:
    found = victory_standings([*PLAYED, *board(1, session=2, ida=1, olga=1)], TEAMS)
    points = {(one, other): victory_points(one - other, 2) for one, other in combinations((7, -2, -5), 2)}
    assert [(row.key, row.total, row.boards) for row in found] == [
        ("red", points[7, -2][0] + points[7, -5][0] + 10, 3),
        ("blue", points[7, -2][1] + points[-2, -5][0] + 10, 3),
        ("green", points[7, -5][1] + points[-2, -5][1], 2),
    ]
    assert sum(row.total for row in found) == 80


@pytest.mark.parametrize(
    ("margin", "boards", "winner"),
    # 10 * (1 - g**1.5) / (1 - g**3) = 6.73 for half a blitz, g the golden section.
    [(0, 16, "10"), (60, 16, "16.73"), (120, 16, "20"), (500, 16, "20")],
)
def test_victory_points(margin: int, boards: int, winner: str) -> None:
    assert victory_points(margin, boards) == (Fraction(winner), 20 - Fraction(winner))


@given(st.integers(-200, 200), st.integers(-200, 200), st.integers(1, 64))
def test_victory_points_grow_with_the_margin_and_mirror(one: int, other: int, boards: int) -> None:
    first, second = victory_points(one, boards)
    assert first + second == 20
    assert victory_points(-one, boards) == (second, first)
    assert (first >= victory_points(other, boards)[0]) or one < other
