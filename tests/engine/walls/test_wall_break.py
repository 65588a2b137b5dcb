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
