"""Payments of wins: dealer items, flower wins, liability, false wins; points balance."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import HandError
from engine.family import ruleset
from engine.play.transfers import net
from engine.rules.taiwan.settlement import false_win_transfers, win_transfers
from engine.scoring.score import ScoredHand
from tests.support.taiwan_hands import scored, tai_by_pattern

PLAIN = "123m678m789s45s22p chow(345p) +3s"
CONCEALED = "123m678m345p789s45s22z +3s"
LOOSE = "19m19p19s1234567z147m +9p"
"""Nothing but loose tiles: a win on flowers only."""
ALL = "12345678f"
WEST, NORTH, EAST, SOUTH = 2, 3, 0, 1


def moved(result: ScoredHand, payer: int | None = None, dealer: int = EAST, **more: Any) -> dict[int | None, int]:
    transfers = win_transfers(result, WEST, dealer, payer, **more)
    assert sum(net(transfers)) == 0
    assert {item.target for item in transfers} == {WEST}
    return {item.source: item.amount for item in transfers}


def test_self_draw_is_paid_by_all_three_in_turn_order() -> None:
    result = scored(PLAIN, by="self_draw")
    assert list(moved(result).items()) == [(NORTH, 70), (EAST, 70), (SOUTH, 70)]
    assert {item.reason for item in win_transfers(result, WEST, EAST)} == {"self_draw"}


def test_a_discard_is_paid_by_its_discarder_alone() -> None:
    (item,) = win_transfers(scored(PLAIN), WEST, EAST, SOUTH)
    assert (item.source, item.amount, item.reason, item.clause) == (SOUTH, 90, "discarder", "TW-5.2")


def test_who_robbed_a_kong_is_paid_by_who_added_it() -> None:
    (item,) = win_transfers(scored(PLAIN, by="robbed_kong"), WEST, EAST, NORTH)
    assert (item.source, item.amount, item.reason) == (NORTH, 50 + 20 * 3, "robbed_kong")


def test_the_dealer_pays_the_repeats_of_a_self_draw() -> None:
    assert moved(scored(PLAIN, by="self_draw", dealer_repeats=2)) == {EAST: 70 + 100, SOUTH: 70, NORTH: 70}
    assert moved(scored(PLAIN, "blog2015", by="self_draw")) == {EAST: 90, SOUTH: 70, NORTH: 70}


def test_a_winning_dealer_is_paid_the_repeats_by_everybody() -> None:
    result = scored(PLAIN, by="self_draw", dealer=True, dealer_repeats=2)
    assert moved(result, dealer=WEST) == {EAST: 170, SOUTH: 170, NORTH: 170}


def test_the_dealer_item_is_not_in_the_tai_of_the_hand() -> None:
    assert scored(PLAIN, by="self_draw", dealer=True, dealer_repeats=3).value == {"tai": 1}


def test_seats_that_contradict_the_scored_win_are_refused() -> None:
    result = scored(PLAIN)
    with pytest.raises(HandError, match="another dealer"):
        win_transfers(result, WEST, WEST, SOUTH)
    with pytest.raises(HandError, match="one payer"):
        win_transfers(result, WEST, EAST)
    with pytest.raises(HandError, match="no win"):
        win_transfers(scored(LOOSE), WEST, EAST, SOUTH)


def test_eight_flowers_win_whatever_the_tiles() -> None:
    result = scored(f"{LOOSE} | {ALL}", by="self_draw", flower_replacement=True)
    assert (result.complete, result.win, result.value) == (False, True, {"tai": 8})
    assert moved(result) == {EAST: 210, SOUTH: 210, NORTH: 210}


def test_eight_flowers_need_their_replacement_tile_for_that() -> None:
    result = scored(f"{LOOSE} | {ALL}", by="self_draw")
    assert (result.win, [reason.code for reason in result.reasons], result.payments) == (False, ["incomplete"], {})


def test_a_lost_flower_win_still_counts_with_a_later_hand() -> None:
    assert tai_by_pattern(scored(f"{CONCEALED} | {ALL}")) == {"menqian": 1, "manhua": 8}


def test_last_flower_of_an_opponent_robbed() -> None:
    flowers = f"{CONCEALED} | {ALL}"
    won: dict[str, Any] = {"robbed_flower": "8f", "flower_replacement": True}
    assert tai_by_pattern(scored(flowers, **won)) == {"menqian": 1, "gangkai": 1, "qiqiangyi": 8}
    without = {"qiqiangyi_case1_menqian": False}
    assert tai_by_pattern(scored(flowers, parameters=without, **won)) == {"gangkai": 1, "qiqiangyi": 8}
    (item,) = win_transfers(scored(flowers, **won), WEST, EAST, NORTH)
    assert (item.amount, item.reason, item.clause) == (250, "robbed_flower", "TW-5.7")


def test_robbed_flower_with_a_drawn_seventh_is_split_when_the_hand_is_complete() -> None:
    won: dict[str, Any] = {"by": "self_draw", "robbed_flower": "3f", "flower_replacement": True, "dealer_repeats": 1}
    result = scored(f"{CONCEALED} | {ALL}", **won)
    # West owns 3f and 7f: the robbed 3f counts for nobody, 7f and the set of plants do.
    assert tai_by_pattern(result) == {"menqian_zimo": 3, "gangkai": 1, "qiqiangyi": 8}
    assert result.payments == {"discarder": 50 + 20 * 12, "dealer": 50 + 20 * (4 + 2 + 3), "others": 50 + 20 * (4 + 2)}
    assert moved(result, NORTH) == {NORTH: 290, EAST: 230, SOUTH: 170}
    from_dealer = scored(f"{CONCEALED} | {ALL}", dealer_pays=True, **won)
    assert moved(from_dealer, EAST) == {EAST: 350, SOUTH: 170, NORTH: 170}


def test_robbed_flower_with_a_drawn_seventh_and_no_hand_is_paid_by_the_robbed_player() -> None:
    won: dict[str, Any] = {"by": "self_draw", "robbed_flower": "3f", "flower_replacement": True}
    assert moved(scored(f"{LOOSE} | {ALL}", **won), NORTH) == {NORTH: 210}


def test_only_a_flower_can_be_robbed() -> None:
    with pytest.raises(HandError, match="only a flower"):
        scored(CONCEALED, robbed_flower="5m")


def test_robbed_flower_without_the_split_counts_like_a_discard() -> None:
    won: dict[str, Any] = {"by": "self_draw", "robbed_flower": "3f", "flower_replacement": True}
    result = scored(f"{CONCEALED} | {ALL}", "blog2015", **won)
    assert tai_by_pattern(result) == {"menqian": 1, "gangkai": 1, "qiqiangyi": 8}
    assert moved(result, NORTH) == {NORTH: 50 + 20 * 10}


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("aono", {"tianhu": 24, "peipai_huahu": 12}),
        ("blog2015", {"tianhu": 24, "manhua": 8, "peipai_huahu": 4}),
        ("sml-2026", {"peipai_huahu": 8}),
    ],
)
def test_all_flowers_from_the_deal_with_a_complete_hand(preset: str, expected: dict[str, int]) -> None:
    result = scored(f"{CONCEALED} | {ALL}", preset, by="self_draw", first_turn=True, dealer=True)
    assert tai_by_pattern(result) == expected


def test_all_flowers_from_the_deal_stand_in_for_the_declaration_of_an_earthly_win() -> None:
    won: dict[str, Any] = {"by": "self_draw", "first_turn": True}
    assert tai_by_pattern(scored(f"{CONCEALED} | {ALL}", **won)) == {"dihu": 24, "peipai_huahu": 12}
    plain = scored(f"{CONCEALED} | {ALL}", parameters={"peipai_huahu_implies_dihu": False}, **won)
    assert tai_by_pattern(plain) == {"menqian_zimo": 3, "peipai_huahu": 12}


def test_seven_flowers_from_the_deal_and_one_robbed_are_settled_like_a_drawn_seventh() -> None:
    result = scored(f"{LOOSE} | {ALL}", by="self_draw", first_turn=True, robbed_flower="4f")
    assert tai_by_pattern(result) == {"peipai_huahu": 12}
    assert moved(result, NORTH) == {NORTH: 290}


def test_flower_wins_of_the_table_of_2026_stand_alone() -> None:
    won: dict[str, Any] = {"by": "self_draw", "flower_replacement": True}
    eight = scored(f"{CONCEALED} | {ALL}", "sml-2026", **won)
    assert (eight.complete, tai_by_pattern(eight)) == (True, {"baxian": 8})
    assert eight.payments == {"dealer": 14, "others": 13}
    robbed = scored(f"{CONCEALED} | {ALL}", "sml-2026", robbed_flower="4f", **won)
    assert tai_by_pattern(robbed) == {"qiqiangyi": 8}
    assert robbed.payments == {"discarder": 13}


def test_liable_player_pays_a_self_draw_for_all() -> None:
    result = scored(PLAIN, "sml-2026", by="self_draw")
    assert moved(result) == {EAST: 7, SOUTH: 6, NORTH: 6}
    assert moved(result, liable=SOUTH) == {SOUTH: 19}
    assert {item.clause for item in win_transfers(result, WEST, EAST, liable=SOUTH)} == {"TW-E10"}


def test_liable_player_and_discarder() -> None:
    alone = scored(PLAIN, "sml-2026")
    assert moved(alone, NORTH) == {NORTH: 7}
    assert moved(alone, NORTH, liable=SOUTH) == {SOUTH: 7}
    halves = scored(PLAIN, "sml-2026", parameters={"liability_ron_split": True})
    assert moved(halves, NORTH, liable=SOUTH) == {NORTH: 4, SOUTH: 4}
    assert moved(halves, NORTH, liable=NORTH) == {NORTH: 7}


def test_false_win_pays_only_where_it_ends_the_hand() -> None:
    assert false_win_transfers(ruleset("taiwan-aono").parameters, SOUTH, EAST) == ()
    ending = ruleset("taiwan-aono", {"false_win_effect": "end_hand", "false_win_tai": 2}).parameters
    paid = false_win_transfers(ending, SOUTH, EAST, repeats=3)
    assert [(item.source, item.target, item.amount, item.clause) for item in paid] == [
        (SOUTH, WEST, 90, "TW-7.6"),
        (SOUTH, NORTH, 90, "TW-7.6"),
        (SOUTH, EAST, 90, "TW-7.6"),
    ]


def test_false_win_of_the_dealer_has_the_dealer_item_three_times() -> None:
    paid = false_win_transfers(ruleset("taiwan-sml-2026").parameters, EAST, EAST, repeats=1)
    assert [item.amount for item in paid] == [16, 16, 16]
