"""Teams: sums of members, matches, the victory point scale, places."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.duplicate.logic.comparison import BoardScore, Compared
from tournaments.duplicate.logic.teams import (
    matches,
    place_standings,
    team_boards,
    team_standings,
    victory_points,
    victory_standings,
)

TEAMS = {"ida": "red", "sam": "red", "olga": "blue", "petra": "blue", "ren": "green", "sue": "green"}


def board(number: int, session: int = 1, **values: int) -> list[Compared]:
    return [
        Compared(BoardScore(session, number, seat % 4, player, value), Fraction(value), None, 4, 4)
        for seat, (player, value) in enumerate(values.items())
    ]


PLAYED = [
    *board(1, ida=5, sam=-2, olga=1, petra=1, ren=-5, sue=0),
    *board(2, ida=0, sam=4, olga=-3, petra=-1, ren=0, sue=0, otto=99),
]


def test_a_team_has_the_sum_of_its_members() -> None:
    assert [(each.board, each.team, each.value, each.members) for each in team_boards(PLAYED, TEAMS)] == [
        (1, "red", 3, 2),
        (1, "blue", 2, 2),
        (1, "green", -5, 2),
        (2, "red", 4, 2),
        (2, "blue", -4, 2),
        (2, "green", 0, 2),
    ]
    assert [(row.place, row.key, row.total) for row in team_standings(PLAYED, TEAMS)] == [
        (1, "red", 7),
        (2, "blue", -2),
        (3, "green", -5),
    ]


def test_every_two_teams_play_a_match_in_every_session() -> None:
    found = matches([*PLAYED, *board(1, session=2, ida=1, olga=1)], TEAMS)
    assert [(match.session, match.teams, match.totals, match.boards) for match in found] == [
        (1, ("red", "blue"), (7, -2), 2),
        (1, ("red", "green"), (7, -5), 2),
        (1, ("blue", "green"), (-2, -5), 2),
        (2, ("red", "blue"), (1, 1), 1),
    ]
    assert found[3].victory == (10, 10)
    assert [row.key for row in victory_standings(found)] == ["red", "blue", "green"]
    assert sum(row.total for row in victory_standings(found)) == 80


def test_places_on_each_board_whatever_the_margin() -> None:
    assert [(row.key, row.total) for row in place_standings(PLAYED, TEAMS)] == [("red", 6), ("blue", 3), ("green", 3)]
    level = board(1, ida=4, olga=4, ren=0)
    assert [(row.key, row.total) for row in place_standings(level, TEAMS)] == [
        ("red", Fraction(5, 2)),
        ("blue", Fraction(5, 2)),
        ("green", 1),
    ]


@pytest.mark.parametrize(
    ("margin", "boards", "blitz", "winner"),
    # With 15 the scale of world bridge; 10 * (1 - g**1.5) / (1 - g**3) = 6.73 for half a blitz, g the golden section.
    [(0, 16, 15, "10"), (30, 16, 15, "16.73"), (60, 16, 15, "20"), (500, 16, 15, "20"), (60, 16, 30, "16.73")],
)
def test_victory_points(margin: int, boards: int, blitz: int, winner: str) -> None:
    assert victory_points(margin, boards, blitz=blitz) == (Fraction(winner), 20 - Fraction(winner))


def test_a_match_has_boards() -> None:
    with pytest.raises(ValueError, match="a match has at least one board"):
        victory_points(3, 0)


@given(st.integers(-200, 200), st.integers(-200, 200), st.integers(1, 64))
def test_victory_points_grow_with_the_margin_and_mirror(one: int, other: int, boards: int) -> None:
    first, second = victory_points(one, boards)
    assert first + second == 20
    assert victory_points(-one, boards) == (second, first)
    assert (first >= victory_points(other, boards)[0]) or one < other
