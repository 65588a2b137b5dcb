"""Payments of wins: dealer items, flower wins, liability, false wins; points balance."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import HandError
from engine.family import ruleset
from engine.play.transfers import net
from engine.rules.taiwan.settlement import false_win_transfers, win_transfers
from engine.tiles.tile import EAST as EAST_TILE
from tests.support.taiwan_hands import scored

PLAIN = "123m678m789s45s22p chow(345p) +3s"
CONCEALED = "123m678m345p789s45s22z +3s"
LOOSE = "19m19p19s1234567z147m +9p"
"""Nothing but loose tiles: a win on flowers only."""
ALL = "12345678f"
WEST, NORTH, EAST, SOUTH = 2, 3, 0, 1

DRAWN: dict[str, Any] = {"by": "self_draw"}
DEALT: dict[str, Any] = {**DRAWN, "dealer": True}
ROBBED: dict[str, Any] = {"robbed_flower": "3f", "flower_replacement": True, **DRAWN}
SPLIT: dict[str, Any] = {"parameters": {"liability_ron_split": True}}


@pytest.mark.parametrize(
    ("line", "preset", "win", "payer", "more", "paid"),
    [
        (PLAIN, "aono", DRAWN, None, {}, {NORTH: 70, EAST: 70, SOUTH: 70}),
        # The dealer pays the repeats of a self-draw, and is paid them by everybody.
        (PLAIN, "aono", {**DRAWN, "dealer_repeats": 2}, None, {}, {NORTH: 70, EAST: 170, SOUTH: 70}),
        (PLAIN, "blog2015", DRAWN, None, {}, {NORTH: 70, EAST: 90, SOUTH: 70}),
        (PLAIN, "aono", {**DEALT, "dealer_repeats": 2}, None, {"dealer": WEST}, {NORTH: 170, EAST: 170, SOUTH: 170}),
        # Eight flowers win whatever the tiles.
        (f"{LOOSE} | {ALL}", "aono", {**DRAWN, "flower_replacement": True}, None, {}, {3: 210, 0: 210, 1: 210}),
        # A robbed flower with a drawn seventh is split when the hand is complete; without it the robbed player pays.
        (f"{CONCEALED} | {ALL}", "aono", {**ROBBED, "dealer_repeats": 1}, NORTH, {}, {3: 290, 0: 230, 1: 170}),
        (
            *(f"{CONCEALED} | {ALL}", "aono", {**ROBBED, "dealer_repeats": 1, "dealer_pays": True}),
            *(EAST, {}, {NORTH: 170, EAST: 350, SOUTH: 170}),
        ),
        (f"{LOOSE} | {ALL}", "aono", ROBBED, NORTH, {}, {NORTH: 210}),
        (f"{CONCEALED} | {ALL}", "blog2015", ROBBED, NORTH, {}, {NORTH: 250}),
        # Seven flowers from the deal and one robbed are settled like a drawn seventh.
        (f"{LOOSE} | {ALL}", "aono", {**DRAWN, "first_turn": True, "robbed_flower": "4f"}, NORTH, {}, {NORTH: 290}),
        # Who is liable pays a self-draw for all, and a discard in its thrower's place or by halves.
        (PLAIN, "sml-2026", DRAWN, None, {}, {NORTH: 6, EAST: 7, SOUTH: 6}),
        (PLAIN, "sml-2026", DRAWN, None, {"liable": SOUTH}, {SOUTH: 19}),
        (PLAIN, "sml-2026", {}, NORTH, {}, {NORTH: 7}),
        (PLAIN, "sml-2026", {}, NORTH, {"liable": SOUTH}, {SOUTH: 7}),
        (PLAIN, "sml-2026", SPLIT, NORTH, {"liable": SOUTH}, {NORTH: 4, SOUTH: 4}),
        (PLAIN, "sml-2026", SPLIT, NORTH, {"liable": NORTH}, {NORTH: 7}),
    ],
)
def test_payments_of_west(
    line: str, preset: str, win: dict[str, Any], payer: int | None, more: dict[str, Any], paid: dict[int, int]
) -> None:
    transfers = win_transfers(scored(line, preset, **win), WEST, **{"dealer": EAST, "payer": payer, **more})
    assert sum(net(transfers)) == 0
    assert {item.target for item in transfers} == {WEST}
    assert {item.source: item.amount for item in transfers} == paid


@pytest.mark.parametrize(
    ("line", "win", "payer", "liable", "reason", "clause"),
    [
        (PLAIN, {}, SOUTH, None, "discarder", "TW-5.2"),
        (PLAIN, {"by": "robbed_kong"}, NORTH, None, "robbed_kong", ""),
        (
            f"{CONCEALED} | {ALL}",
            {"robbed_flower": "8f", "flower_replacement": True},
            NORTH,
            None,
            "robbed_flower",
            "TW-5.7",
        ),
        (PLAIN, {}, NORTH, SOUTH, "", "TW-E10"),
    ],
)
def test_a_payment_has_its_reason_and_clause(
    line: str, win: dict[str, Any], payer: int, liable: int | None, reason: str, clause: str
) -> None:
    (item,) = win_transfers(scored(line, **win), WEST, EAST, payer, liable=liable)
    assert (item.reason, item.clause) == (reason or item.reason, clause or item.clause)


def test_self_draw_is_paid_in_turn_order() -> None:
    found = win_transfers(scored(PLAIN, by="self_draw"), WEST, EAST)
    assert [(item.source, item.reason) for item in found] == [(seat, "self_draw") for seat in (NORTH, EAST, SOUTH)]


def test_seats_that_contradict_the_scored_win_are_refused() -> None:
    result = scored(PLAIN)
    with pytest.raises(HandError, match="another dealer"):
        win_transfers(result, WEST, WEST, SOUTH)
    with pytest.raises(HandError, match="one payer"):
        win_transfers(result, WEST, EAST)
    with pytest.raises(HandError, match="no win"):
        win_transfers(scored(LOOSE), WEST, EAST, SOUTH)
    with pytest.raises(HandError, match="only a flower"):
        scored(CONCEALED, robbed_flower="5m")


def test_false_win_pays_only_where_it_ends_the_hand() -> None:
    assert false_win_transfers(ruleset("taiwan-aono").parameters, SOUTH, EAST) == ()
    ending = ruleset("taiwan-aono", {"false_win_effect": "end_hand", "false_win_tai": 2}).parameters
    paid = false_win_transfers(ending, SOUTH, EAST, repeats=3)
    assert [(item.source, item.target, item.amount) for item in paid] == [(SOUTH, to, 90) for to in (WEST, NORTH, EAST)]
    assert {item.clause for item in paid} == {"TW-7.6"}
    # The dealer's has the dealer item three times.
    paid = false_win_transfers(ruleset("taiwan-sml-2026").parameters, EAST, EAST, repeats=1)
    assert [item.amount for item in paid] == [16, 16, 16]


def test_explanation_names_what_was_swallowed_and_by_what() -> None:
    result = scored("45p789s44z pung(111z) pung(222z) pung(333z) +6p", "sml-2026")
    lost = [(item.pattern, item.because, item.clause) for item in result.explain().not_counted]
    assert lost == [("feng", "xiaosixi", "TW-4.22")]
    steps = scored("123m678m345p789s45s44z +3s", by="self_draw", dealer=True, dealer_repeats=1).explain().steps
    assert steps == (("menqian_zimo 3 = 3 tai", "TW-4.3"), ("each: 50 + 20 x (3 + 3 dealer) = 170", "TW-5.1"))


def test_awards_name_their_sets() -> None:
    result = scored("111m555p33s77m chow(234p) pung(111z) +7m", by="self_draw")
    assert result.reading is not None
    sets = {award.pattern: [result.reading.sets[index].tiles[0] for index in award.sets[0]] for award in result.awards}
    assert (sets["feng"], sets["sananke"]) == ([EAST_TILE], [0, 6, 13])
