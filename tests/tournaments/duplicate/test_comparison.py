"""Boards worked out by hand: every comparison, fouled and unplayable boards, penalties, standings."""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.family import ruleset_names
from tournaments.duplicate.logic.comparison import METHODS, BoardScore, Compared, Method, compare, neuberg, standings
from tournaments.duplicate.logic.scales import scale_for

MCR = scale_for("mcr-2006")
# East of board 1 at four tables: a win of 10 from a discard, nothing, a discard into it, a self-draw of 24.
EAST = {"ida": 34, "sam": -8, "petra": -18, "olga": 96}


def east(**changes: BoardScore) -> list[BoardScore]:
    return [changes.get(name, BoardScore(1, 1, 0, name, points)) for name, points in EAST.items()]


def values(lines: list[BoardScore], method: Method) -> dict[object, Fraction]:
    return {each.line.player: each.value for each in compare(lines, method, scale=MCR)}


def thirds(*numbers: int) -> list[Fraction]:
    return [Fraction(number, 3) for number in numbers]


def test_difference_is_from_the_mean_of_the_seat() -> None:
    assert list(values(east(), "difference").values()) == [8, -34, -44, 70]
    assert {each.datum for each in compare(east())} == {26}


def test_butler_takes_the_difference_to_imps() -> None:
    # Times 8: 64, -272, -352, 560.
    assert list(values(east(), "butler").values()) == [2, -7, -8, 11]


def test_cross_imps_are_the_mean_against_each_other_result() -> None:
    # 34: +42 (8 IMPs), +52 (9), -62 (-10); -8: -42 (-8), +10 (2), -104 (-13) and so on.
    assert list(values(east(), "cross_imp").values()) == thirds(7, -19, -25, 37)


def test_matchpoints_count_who_is_beaten() -> None:
    assert list(values(east(), "matchpoints").values()) == [Fraction(200, 3), Fraction(100, 3), 0, 100]
    level = [BoardScore(1, 1, 0, name, points) for name, points in (("ida", 4), ("sam", 4), ("petra", -8))]
    assert list(values(level, "matchpoints").values()) == [75, 75, 0]


def test_other_seats_boards_and_sessions_are_no_comparison() -> None:
    ida, sam = BoardScore(1, 1, 0, "ida", 34), BoardScore(1, 1, 0, "sam", -8)
    others = [
        BoardScore(1, 1, 1, "ren", 900),
        BoardScore(1, 2, 0, "sue", 900),
        BoardScore(2, 1, 0, "dina", 900),
    ]
    assert [each.value for each in compare([ida, sam, *others])[:2]] == [21, -21]


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
    assert list(values(fouled, "difference").values()) == [
        Fraction(94, 3),
        Fraction(-32, 3),
        Fraction(-62, 3),
        0,
    ]
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


@given(st.lists(points, min_size=2, max_size=12), st.sampled_from([method for method in METHODS if method != "butler"]))
def test_a_whole_cell_sums_to_nothing(results: list[int], method: Method) -> None:
    lines = [BoardScore(1, 1, 0, number, each) for number, each in enumerate(results)]
    even = 50 * len(results) if method == "matchpoints" else 0
    assert sum(values(lines, method).values()) == even


@given(st.lists(points, min_size=2, max_size=8), st.sampled_from(METHODS))
def test_more_points_are_never_worth_less(results: list[int], method: Method) -> None:
    lines = [BoardScore(1, 1, 0, number, each) for number, each in enumerate(results)]
    order = sorted(zip(results, values(lines, method).values(), strict=True))
    worth = [value for _, value in order]
    assert worth == sorted(worth)


@pytest.mark.parametrize(
    ("ruleset", "win", "limit"),
    [("mcr-2006", 34, 288), ("riichi-wrc", 5200, 48000), ("sichuan-sbr-2025", 4, 27), ("taiwan-aono", 130, 1110)],
)
def test_a_median_win_is_seven_imps_and_a_limit_hand_at_most_twenty_two(ruleset: str, win: int, limit: int) -> None:
    scale = scale_for(ruleset)
    assert scale.imps(win) == 7
    assert scale.imps(-win) == -7
    assert 15 <= scale.imps(limit) <= 22


@pytest.mark.parametrize("name", ruleset_names())
def test_the_steps_of_a_scale_are_its_thresholds_in_points(name: str) -> None:
    scale = scale_for(name)
    assert scale.imps(0) == 0
    for imps, threshold in enumerate(scale.thresholds, 1):
        least = Fraction(threshold) / scale.multiplier
        assert scale.imps(least) == imps
        assert scale.imps(least - Fraction(1, 1000)) == imps - 1


def worth(player: str, *boards: int) -> list[Compared]:
    return [Compared(BoardScore(1, number, 0, player, each), Fraction(each)) for number, each in enumerate(boards)]


def test_standings_by_total_with_the_standard_error() -> None:
    found = standings([*worth("sam", 3, -3, 3, -3), *worth("ida", 10, 12, 8, 10), *worth("olga", 0, 0, 0, 0)])
    assert [(row.place, row.shared, row.key, row.total) for row in found] == [
        (1, False, "ida", 40),
        (2, True, "sam", 0),
        (2, True, "olga", 0),
    ]
    # ida: deviations 0, 2, -2, 0: variance 8/3; sam: variance 12.
    assert found[0].error == pytest.approx(math.sqrt(8 / 3 / 4))
    assert found[1].error == pytest.approx(math.sqrt(3))
    assert [row.close for row in found] == [False, True, False]


def test_one_board_has_no_error_and_an_average_does_not_count_for_it() -> None:
    (row,) = standings(worth("ida", 5))
    assert (row.mean, row.error, row.close) == (5, None, False)
    extra = Compared(BoardScore(1, 9, 0, "ida", None), Fraction(11), averaged=True)
    (row,) = standings([*worth("ida", 10, 12), extra])
    assert (row.total, row.boards, row.error) == (33, 3, pytest.approx(1.0))


def test_by_mean_for_different_numbers_of_boards() -> None:
    found = standings([*worth("ida", 4, 4, 4), *worth("sam", 5)], by_mean=True)
    assert [row.key for row in found] == ["sam", "ida"]
    assert [row.key for row in standings([*worth("sam", 5), *worth("ida", 4, 4, 4)])] == ["ida", "sam"]


def test_the_disqualified_stand_behind_all_others_or_have_no_place() -> None:
    field = [*worth("ida", 10, 12), *worth("sam", 4, 4), *worth("olga", 4, 4), *worth("petra", -9, 0)]
    assert [
        (row.place, row.shared, row.key, row.out) for row in standings(field, out={"ida": True, "petra": False})
    ] == [
        (1, True, "sam", False),
        (1, True, "olga", False),
        (3, False, "ida", True),
        (0, False, "petra", True),
    ]


@given(st.data())
def test_the_order_of_the_lines_changes_no_value(data: st.DataObject) -> None:
    lines = [
        BoardScore(1, board, seat, 10 * seat + table, data.draw(points))
        for board in (1, 2)
        for seat in (0, 1)
        for table in range(4)
    ]
    mixed = data.draw(st.permutations(lines))
    for method in METHODS:
        found: dict[BoardScore, set[Fraction]] = defaultdict(set)
        for order in (lines, mixed):
            for each in compare(order, method, scale=MCR):
                found[each.line].add(each.value)
        assert all(len(each) == 1 for each in found.values())


@pytest.mark.parametrize(
    ("award", "own", "worth"), [(60, 90, 90), (60, 10, 60), (40, 90, 40), (40, 10, 10), (50, 90, 50)]
)
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
