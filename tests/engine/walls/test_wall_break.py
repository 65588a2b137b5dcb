"""Wall breaks by the dice, from the specifications' examples."""

from __future__ import annotations

from typing import Any

import pytest

from engine.family import ruleset
from engine.play.wall_on_table import Break
from tests.engine.rules.taiwan.test_examples import example


@pytest.mark.parametrize(("dice", "seat", "stacks"), [((2, 5), 2, 2), ((2, 4), 1, 2), ((3, 5), 3, 3), ((1, 4), 0, 1)])
def test_sc_8_31_the_smaller_die_counts_the_stacks(dice: tuple[int, int], seat: int, stacks: int) -> None:
    for dealer in range(4):
        broken = ruleset("sichuan-world-championship").procedure.wall_break([dice], dealer)
        assert broken == Break((dealer + seat) % 4, stacks)


def test_sc_2_4_the_dice_that_count_and_the_stacks_that_stay() -> None:
    """SC-2.4: 4 and 5 make 9, the dealer's own wall; of 2, 5 and 1 two dice make 7, three 8."""
    fewer = ruleset("sichuan-world-championship", {"break_skip": "min_die_minus_one"}).procedure
    assert fewer.wall_break([(4, 5)], 1) == Break(1, 3)
    throw = [(2, 5, 1)]
    assert ruleset("sichuan-world-championship").procedure.wall_break(throw, 0) == Break(2, 2)
    assert ruleset("sichuan-world-championship", {"dice_count": 3}).procedure.wall_break(throw, 0) == Break(3, 1)


@pytest.mark.parametrize(("throw", "expected"), [((3, 4), Break(3, 7)), ((6, 6, 6), Break(1, 5))])
def test_the_sum_of_the_dice_may_count_the_stacks(throw: tuple[int, ...], expected: Break) -> None:
    """Of 18 the wall of seat 2, the dealer's other neighbour, has 13; the next on its left, seat 1, gives five."""
    options = {"break_skip": "dice_sum", "dice_count": 3}
    assert ruleset("sichuan-world-championship", options).procedure.wall_break([throw], 1) == expected


@pytest.mark.parametrize(
    ("name", "dealer", "lengths"),
    [
        ("sichuan-world-championship", 0, (14, 13, 14, 13)),
        ("sichuan-world-championship", 1, (13, 14, 13, 14)),
        ("sichuan-sbr-2025", 1, (14, 13, 14, 13)),
        ("sichuan-tfmj-2024", 0, (13, 14, 13, 14)),
        ("mcr-2006", 3, (18, 18, 18, 18)),
        ("mcr-japan", 0, (17, 17, 17, 17)),
        ("riichi-ema-2016", 2, (17, 17, 17, 17)),
        ("taiwan-aono", 2, (18, 18, 18, 18)),
    ],
)
def test_sc_2_2_two_opposite_walls_are_longer(name: str, dealer: int, lengths: tuple[int, ...]) -> None:
    assert ruleset(name).procedure.wall_lengths(dealer) == lengths


def test_tw_2_5_the_first_hand_is_broken_by_the_throw_that_chose_the_dealer() -> None:
    """East throws 1, 2 and 3 and so chooses seat 1; the dealer's own throw would be 2, 2 and 4."""
    throws = [(1, 2, 3), (2, 2, 4)]
    aono, blog = ruleset("taiwan-aono").procedure, ruleset("taiwan-blog2015").procedure
    assert (aono.wall_break(throws, 1), blog.wall_break(throws, 1)) == (Break(0, 8), Break(2, 6))
    assert (aono.wall_break(throws[1:], 1), blog.wall_break(throws[1:], 1)) == (Break(0, 8), Break(0, 8))


def test_tw_8_45_the_break_seat_is_east() -> None:
    row = example("TW-8.45")
    rules: Any = ruleset("taiwan-aono").procedure
    dice = [(4, 4, 6)]
    assert sum(dice[0]) == row["dice_sum"]
    assert rules.wall_break(dice, 0) == Break(1, row["stacks_left_standing"])
    letters = [wind.letter for wind in rules.seat_winds(dice, 0)]
    places = ("dealer", "right_of_dealer", "opposite", "left_of_dealer")
    assert dict(zip(places, letters, strict=True)) == row["seat_winds"]
    by_dealer: Any = ruleset("taiwan-aono", {"seat_wind_basis": "dealer"}).procedure
    assert [wind.letter for wind in by_dealer.seat_winds(dice, 2)] == ["W", "N", "E", "S"]


def test_eighteen_points_begin_at_the_right_end_of_the_next_wall() -> None:
    assert ruleset("taiwan-aono").procedure.wall_break([(6, 6, 6)], 0) == Break(0, 0)


def test_two_rolls_of_mcr_and_the_single_one_of_other_editions() -> None:
    rules = ruleset("mcr-2006", {"dice_rolls": 2}).procedure
    assert rules.wall_break([(2, 3), (4, 5)], 0) == Break(0, 14)
    assert rules.wall_break([(3, 4), (6, 6)], 0) == Break(1, 1)
    assert ruleset("mcr-2006", {"dice_rolls": 1}).procedure.wall_break([(2, 4)], 0) == Break(1, 6)


def test_riichi_counts_both_by_one_roll() -> None:
    assert ruleset("riichi-ema-2016").procedure.wall_break([(3, 4)], 1) == Break(3, 7)
