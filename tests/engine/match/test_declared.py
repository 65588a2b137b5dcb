"""Checks of a sheet: impossible hands are refused with hand, field and seat."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.family import ruleset, ruleset_names
from engine.match.declared import (
    DeclaredHand,
    DeclaredWin,
    HandStart,
    SheetError,
    final_points,
    settle_hand,
    settle_table,
)
from engine.records.declared_cases import answer_pay, read_hand
from tests.support.rows import rows_of

rows = rows_of(__file__)

START = HandStart()


REFUSED = [json.loads(line) for line in Path(__file__).with_name("refused_hands.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{row['ruleset']}: {row['message']}")
def test_hands_that_cannot_be_are_named(row: dict[str, Any]) -> None:
    read = read_hand("hands.1", row["hand"])
    with pytest.raises(SheetError) as caught:
        settle_table(ruleset(row["ruleset"]).sheet.settle, [DeclaredHand(), read], START)
    assert str(caught.value).startswith(f"hand 2: {row['message']}")
    assert caught.value.at == f"hands.1.{row['at']}"
    assert pickle.loads(pickle.dumps(caught.value)).to_dict() == caught.value.to_dict()


def test_two_han_are_needed_from_the_fifth_counter() -> None:
    """RI-5.1 in the edition of 2012."""
    settle = ruleset("riichi-ema-2012").sheet.settle
    hand = DeclaredHand((DeclaredWin(0, 1, {"han": 1, "fu": 30}),))
    assert settle_hand(settle, hand, HandStart(0, 4, 0)).deltas == (2700, -2700, 0, 0)
    with pytest.raises(ValueError, match="1 is not between 2 and 60"):
        settle_hand(settle, hand, HandStart(0, 5, 0))


@pytest.mark.parametrize("name", ruleset_names())
def test_a_void_hand_changes_nothing_but_its_fines(name: str) -> None:
    start = HandStart(2, 1, 0)
    settled = settle_hand(ruleset(name).sheet.settle, DeclaredHand(void=True, fines=(0, -10, 0, 0)), start)
    assert (settled.after, settled.deltas) == (start, (0, -10, 0, 0))


@given(
    st.sampled_from(ruleset_names()),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 3)), max_size=4),
    st.sets(st.integers(0, 3)),
)
def test_what_some_get_others_pay_or_put_down(name: str, wins: list[tuple[int, int, int]], riichi: set[int]) -> None:
    rules = ruleset(name)
    worth = {"mcr": ("points", 8), "riichi": ("han", 4), "taiwan": ("tai", 0), "sichuan": ("fan", 0)}[rules.family.name]
    hands = [
        DeclaredHand(
            (DeclaredWin(seat, None if step == 0 else (seat + step) % 4, {worth[0]: worth[1] + more}),),
            riichi=tuple(riichi) if rules.sheet.stick else (),
        )
        for seat, step, more in wins
    ]
    hands.append(DeclaredHand(ready=tuple(riichi)))
    settled = settle_table(rules.sheet.settle, hands, START)
    assert sum(final_points(settled, [0] * 4)) + settled[-1].after.deposits == 0


CASE: dict[str, Any] = {"ruleset": "riichi-wrc", "hands": [{"events": [["win", 1, 2, {"han": 4, "fu": 30}]]}]}


def test_a_case_is_answered() -> None:
    case = CASE | {"before": {"dealer": 1, "counters": 2, "deposits": 1000}, "start_scores": [30000] * 4}
    answer = answer_pay(case)
    assert answer["end_scores"] == [30000, 30000 + 12000 + 600 + 1000, 30000 - 12600, 30000]
    (hand,) = answer["hands"]  # type: ignore[misc]
    assert hand["after"] == {"dealer": 1, "counters": 3, "deposits": 0}
    assert hand["transfers"][0] == {"from": 2, "to": 1, "amount": 12000, "reason": "discarder", "clause": "RI-5.8"}


@rows
def test_a_case_that_is_none_says_where(change: dict[str, Any], at: str) -> None:
    with pytest.raises(ValueError) as caught:
        answer_pay(CASE | change)
    assert caught.value.at == at  # type: ignore[attr-defined]


def of_the_dealers_neighbour(hands: int, value: dict[str, int]) -> list[dict[str, Any]]:
    return [{"events": [["win", (at + 1) % 4, at % 4, value]]} for at in range(hands)]


@pytest.mark.parametrize(
    ("name", "most", "hands"),
    [
        ("mcr-2006", 16, [{"events": []}] * 17),  # Sixteen hands, won or not (MCR-2.6).
        ("riichi-ema-2016", 8, of_the_dealers_neighbour(9, {"han": 1, "fu": 30})),  # East and South (RI-2.6).
        ("riichi-tenhou", 12, of_the_dealers_neighbour(13, {"han": 1, "fu": 30})),  # West, where nobody has 30,000.
        ("taiwan-aono", 16, of_the_dealers_neighbour(17, {"tai": 1})),  # Four rounds (TW-2.15).
        # Eight and a void one.
        ("sichuan-world-championship", 9, [{"events": [], "void": True}, *of_the_dealers_neighbour(9, {"fan": 1})]),
    ],
)
def test_no_hand_is_paid_after_the_match(name: str, most: int, hands: list[dict[str, Any]]) -> None:
    answer = answer_pay({"ruleset": name, "hands": hands[:most]})
    assert len(answer["hands"]) == most  # type: ignore[arg-type]
    with pytest.raises(SheetError, match=f"hand {most + 1}: the match is over") as caught:
        answer_pay({"ruleset": name, "hands": hands})
    assert caught.value.at == f"hands.{most}"


def test_the_game_ends_below_zero_where_the_points_are_known() -> None:
    """RI-2.8 on Tenhou: who has less than the 1,300 of the first hand ends the game with it."""
    case: dict[str, Any] = {"ruleset": "riichi-tenhou", "hands": of_the_dealers_neighbour(2, {"han": 1, "fu": 40})}
    assert answer_pay(case)["end_scores"] == [-1300, 0, 1300, 0]
    assert answer_pay(case | {"start_scores": [1300, 25000, 25000, 25000]})["end_scores"] == [0, 25000, 26300, 25000]
    with pytest.raises(SheetError, match="hand 2: the match is over"):
        answer_pay(case | {"start_scores": [1200, 25000, 25000, 25000]})
