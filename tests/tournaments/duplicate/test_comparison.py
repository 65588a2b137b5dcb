"""Boards worked out by hand: comparisons, fouled and unplayable boards, penalties, standings, teams."""

import math
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.family import ruleset_names
from tests.support.rows import rows_of
from tournaments.duplicate.logic.comparison import (
    METHODS,
    BoardScore,
    Compared,
    Method,
    compare,
    compute_standings,
    neuberg,
)
from tournaments.duplicate.logic.scales import get_scale
from tournaments.duplicate.logic.teams import (
    compute_team_standings,
    compute_victory_standings,
    sum_boards_by_team,
    victory_points,
)

rows = rows_of(__file__)

MCR = get_scale("mcr-2006")
# East of board 1 at four tables: a win of 10 from a discard, nothing, a discard into it, a self-draw of 24.
EAST = {"ida": 34, "sam": -8, "petra": -18, "olga": 96}


def east(**changes: BoardScore) -> list[BoardScore]:
    return [changes.get(name, BoardScore(1, 1, 0, name, points)) for name, points in EAST.items()]


def values(lines: list[BoardScore], method: Method) -> dict[object, Fraction]:
    return {each.line.player: each.value for each in compare(lines, method, scale=MCR)}


@rows
def test_each_method_by_hand(method: Method, found: list[str]) -> None:
    assert list(values(east(), method).values()) == list(map(Fraction, found))
    assert {each.datum for each in compare(east())} == {26}


def test_other_seats_boards_and_sessions_are_no_comparison_and_equals_share() -> None:
    ida, sam = BoardScore(1, 1, 0, "ida", 34), BoardScore(1, 1, 0, "sam", -8)
    others = [BoardScore(1, 1, 1, "ren", 900), BoardScore(1, 2, 0, "sue", 900), BoardScore(2, 1, 0, "dina", 900)]
    assert [each.value for each in compare([ida, sam, *others])[:2]] == [21, -21]
    level = [BoardScore(1, 1, 0, name, points) for name, points in (("ida", 4), ("sam", 4), ("petra", -8))]
    assert list(values(level, "matchpoints").values()) == [75, 75, 0]


def test_a_penalty_stays_in_the_own_result_and_leaves_the_others_datum() -> None:
    # Without penalties: 10, 10, -20 and 0. Petra called a false win, which paid ida 10 of her 20.
    lines = [
        BoardScore(1, 1, 0, "ida", 20, penalty=10),
        BoardScore(1, 1, 0, "sam", 10),
        BoardScore(1, 1, 0, "olga", -20),
        BoardScore(1, 1, 0, "petra", -30, penalty=-30),
    ]
    assert list(values(lines, "difference").values()) == [20, 10, -20, -30]
    assert list(values(lines, "matchpoints").values()) == [100, Fraction(500, 6), 0, 0]
    # sam: +0, +30 (240: 6), +10 (80: 2).
    assert values(lines, "cross_imp")["sam"] == Fraction(8, 3)


def test_plays_of_a_fouled_board_are_compared_among_themselves() -> None:
    fouled = east(olga=BoardScore(1, 1, 0, "olga", 96, version="two tiles exchanged"))
    assert list(values(fouled, "difference").values()) == [*(Fraction(number, 3) for number in (94, -32, -62)), 0]
    # Four plays expected, three scores: 4, 2, 0 of 4 become 17/3, 3, 1/3 of 6; olga's one score is worth a half.
    assert neuberg(2, 3, 4) == 3
    assert list(values(fouled, "matchpoints").values()) == [Fraction(1700, 18), 50, Fraction(100, 18), 50]
    answer = compare(fouled, "difference")
    assert [each.averaged for each in answer] == [False, False, False, True]


def test_a_board_that_could_not_be_played_is_the_average_of_the_own_session() -> None:
    second = [BoardScore(1, 2, 1, "ida", None), BoardScore(1, 2, 1, "sam", 10), BoardScore(1, 2, 1, "olga", 4)]
    other_session = [BoardScore(2, 1, 0, "ida", 100), BoardScore(2, 1, 0, "sam", 0)]
    answer = compare([*east(), *second, *other_session])
    assert (answer[4].value, answer[4].averaged, answer[4].datum) == (8, True, None)
    assert [each.value for each in answer[5:7]] == [3, -3]
    assert compare([BoardScore(1, 1, 0, "ida", None)])[0].value == 0
    assert compare([BoardScore(1, 1, 0, "ida", None)], "matchpoints")[0].value == 50


@pytest.mark.parametrize(("award", "imps"), [(60, 3), (50, 0), (40, -3)])
def test_an_award_is_its_percentage_and_three_imps_for_ten(award: int, imps: int) -> None:
    line = BoardScore(1, 1, 0, "ida", None, award=award)
    assert compare([line], "matchpoints")[0].value == award
    assert compare([line], "cross_imp", scale=MCR)[0].value == imps


points = st.integers(-300, 300)


@given(st.lists(points, min_size=2, max_size=12), st.sampled_from(METHODS))
def test_a_whole_cell_sums_to_nothing_and_more_points_are_never_worth_less(results: list[int], method: Method) -> None:
    lines = [BoardScore(1, 1, 0, number, each) for number, each in enumerate(results)]
    found = list(values(lines, method).values())
    assert method == "butler" or sum(found) == (50 * len(results) if method == "matchpoints" else 0)
    order = [value for _, value in sorted(zip(results, found, strict=True))]
    assert order == sorted(order)


@rows
def test_a_median_win_is_seven_imps_and_a_limit_hand_at_most_twenty_two(ruleset: str, win: int, limit: int) -> None:
    scale = get_scale(ruleset)
    assert scale.imps(win) == 7
    assert scale.imps(-win) == -7
    assert 15 <= scale.imps(limit) <= 22


@pytest.mark.parametrize("name", ruleset_names())
def test_the_steps_of_a_scale_are_its_thresholds_in_points(name: str) -> None:
    scale = get_scale(name)
    assert scale.imps(0) == 0
    for imps, threshold in enumerate(scale.thresholds, 1):
        least = Fraction(threshold) / scale.multiplier
        assert scale.imps(least) == imps
        assert scale.imps(least - Fraction(1, 1000)) == imps - 1


def worth(player: str, *boards: int) -> list[Compared]:
    return [Compared(BoardScore(1, number, 0, player, each), Fraction(each)) for number, each in enumerate(boards)]


def test_standings_by_total_or_mean_with_the_standard_error() -> None:
    found = compute_standings([*worth("sam", 3, -3, 3, -3), *worth("ida", 10, 12, 8, 10), *worth("olga", 0, 0, 0, 0)])
    assert [(row.place, row.shared, row.key, row.total) for row in found] == [
        (1, False, "ida", 40), (2, True, "sam", 0), (2, True, "olga", 0),
    ]  # fmt: skip
    # ida: deviations 0, 2, -2, 0: variance 8/3; sam: variance 12.
    assert [row.error for row in found[:2]] == [pytest.approx(math.sqrt(8 / 3 / 4)), pytest.approx(math.sqrt(3))]
    assert [row.close for row in found] == [False, True, False]
    # One board has no error, and an average does not count for it.
    (row,) = compute_standings(worth("ida", 5))
    assert (row.mean, row.error, row.close) == (5, None, False)
    extra = Compared(BoardScore(1, 9, 0, "ida", None), Fraction(11), averaged=True)
    (row,) = compute_standings([*worth("ida", 10, 12), extra])
    assert (row.total, row.boards, row.error) == (33, 3, pytest.approx(1.0))
    uneven = [*worth("ida", 4, 4, 4), *worth("sam", 5)]
    assert [[row.key for row in compute_standings(uneven, by_mean=by_mean)] for by_mean in (True, False)] == [
        ["sam", "ida"], ["ida", "sam"],
    ]  # fmt: skip


def test_the_disqualified_stand_behind_all_others_or_have_no_place() -> None:
    field = [*worth("ida", 10, 12), *worth("sam", 4, 4), *worth("olga", 4, 4), *worth("petra", -9, 0)]
    found = compute_standings(field, out={"ida": True, "petra": False})
    assert [(row.place, row.shared, row.key, row.out) for row in found] == [
        (1, True, "sam", False), (1, True, "olga", False), (3, False, "ida", True), (0, False, "petra", True),
    ]  # fmt: skip


@given(st.data())
def test_the_order_of_the_lines_changes_no_value(data: st.DataObject) -> None:
    places = product((1, 2), (0, 1), range(4))
    lines = [BoardScore(1, board, seat, 10 * seat + table, data.draw(points)) for board, seat, table in places]
    mixed = data.draw(st.permutations(lines))
    for method in METHODS:
        one, other = ({each.line: each.value for each in compare(order, method, scale=MCR)} for order in (lines, mixed))
        assert one == other


@rows
def test_who_is_not_at_fault_keeps_a_better_session_and_who_is_a_worse_one(award: int, own: int, worth: int) -> None:
    played = [BoardScore(1, board, 0, "ida", 90 if own == 90 else 10) for board in range(2, 12)]
    others = [
        BoardScore(1, board, 0, f"other {number}", number * 10)
        for board in range(2, 12)
        for number in range(11)
        if number * 10 != own
    ]
    lost = BoardScore(1, 1, 0, "ida", None, award=award)
    assert compare([lost, *played, *others], "matchpoints")[0].value == worth


TEAMS = {"ida": "red", "sam": "red", "olga": "blue", "petra": "blue", "ren": "green", "sue": "green"}


def cell(number: int, session: int = 1, **values: int) -> list[Compared]:
    return [
        Compared(BoardScore(session, number, seat % 4, player, value), Fraction(value))
        for seat, (player, value) in enumerate(values.items())
    ]


PLAYED = [
    *cell(1, ida=5, sam=-2, olga=1, petra=1, ren=-5, sue=0),
    *cell(2, ida=0, sam=4, olga=-3, petra=-1, ren=0, sue=0, otto=99),
]


def test_a_team_has_the_sum_of_its_members() -> None:
    assert sum_boards_by_team(PLAYED, TEAMS) == {
        "red": {(1, 1): 3, (1, 2): 4},
        "blue": {(1, 1): 2, (1, 2): -4},
        "green": {(1, 1): -5, (1, 2): 0},
    }
    assert [(row.place, row.key, row.total) for row in compute_team_standings(PLAYED, TEAMS)] == [
        (1, "red", 7),
        (2, "blue", -2),
        (3, "green", -5),
    ]


def test_every_two_teams_play_a_match_in_every_session() -> None:
    found = compute_victory_standings([*PLAYED, *cell(1, session=2, ida=1, olga=1)], TEAMS)
    points = {(one, other): victory_points(one - other, 2) for one, other in combinations((7, -2, -5), 2)}
    assert [(row.key, row.total, row.boards) for row in found] == [
        ("red", points[7, -2][0] + points[7, -5][0] + 10, 3),
        ("blue", points[7, -2][1] + points[-2, -5][0] + 10, 3),
        ("green", points[7, -5][1] + points[-2, -5][1], 2),
    ]
    assert sum(row.total for row in found) == 80


@rows
def test_victory_points(margin: int, boards: int, winner: str) -> None:
    assert victory_points(margin, boards) == (Fraction(winner), 20 - Fraction(winner))


@given(st.integers(-200, 200), st.integers(-200, 200), st.integers(1, 64))
def test_victory_points_grow_with_the_margin_and_mirror(one: int, other: int, boards: int) -> None:
    first, second = victory_points(one, boards)
    assert first + second == 20
    assert victory_points(-one, boards) == (second, first)
    assert (first >= victory_points(other, boards)[0]) or one < other
