"""Checks of a sheet: impossible hands are refused with hand, field and seat."""

from __future__ import annotations

import pickle
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
from engine.match.sheet_rules import NEUTRAL, SheetLineError, parse_kongs
from engine.records.declared_cases import answer_pay, read_hand

START = HandStart()
MCR, EMA, WRC, TENHOU = "mcr-2006", "riichi-ema-2016", "riichi-wrc", "riichi-tenhou"
AONO, SML, WORLD, RIVER = "taiwan-aono", "taiwan-sml-2026", "sichuan-world-championship", "sichuan-xueliu"


def win(seat: int, source: int | str, **value: object) -> list[object]:
    return ["win", seat, source, value]


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    (MCR, {"events": [win(0, 0, points=8)]}, "events.0", "seat 0 cannot win on its own discard"),
    (MCR, {"events": [win(0, 1, points=7)]}, "events.0", "points of seat 0: 7 is not between 8 and 336"),
    (MCR, {"events": [win(0, 1, points=337)]}, "events.0", "points of seat 0: 337 is not between 8 and 336"),
    ("mcr-japan", {"events": [win(0, 1, points=89)]}, "events.0", "points of seat 0: 89 is not between 8 and 88"),
    ("mcr-beginner", {"events": [win(0, 1, points=5)]}, "events.0", "points of seat 0: 5 is not between 6 and 336"),
    (MCR, {"events": [win(0, 1, tai=3)]}, "events.0", "a win has no tai here; it has points"),
    (MCR, {"events": [win(0, 1)]}, "events.0", "the win of seat 0 lacks its points"),
    (MCR, {"events": [win(0, 1, points=8), win(2, 1, points=8)]}, "events.1", "one player wins on a tile"),
    (MCR, {"events": [["kong", 0, "concealed", None]]}, "events.0", "kongs are not paid under these rules"),
    (MCR, {"events": [win(0, 1, points=8, liable=2)]}, "events.0", "nobody is liable for a hand under these rules"),
    (MCR, {"events": [], "end": "four_winds"}, "end", "a hand does not end by four_winds under these rules"),
    (MCR, {"events": [], "riichi": [0]}, "riichi", "these rules have no riichi"),
    (MCR, {"events": [], "fines": [0, 0, 10, 0]}, "fines", "fines cannot add points; write them as negative numbers"),
    (EMA, {"events": [win(0, 1, han=1, fu=20)]}, "events.0", "seat 0: no hand has 1 han and 20 fu"),
    (EMA, {"events": [win(0, 1, han=2, fu=20)]}, "events.0", "seat 0: no hand has 2 han and 20 fu"),
    (EMA, {"events": [win(0, "self", han=2, fu=25)]}, "events.0", "seat 0: no hand has 2 han and 25 fu"),
    (EMA, {"events": [win(0, "self", han=3, fu=35)]}, "events.0", "seat 0: no hand has 3 han and 35 fu"),
    (EMA, {"events": [win(0, 1, han=4)]}, "events.0", "the win of seat 0 lacks its fu"),
    (EMA, {"events": [win(0, 1, han=0, fu=30)]}, "events.0", "han of seat 0: 0 is not between 1 and 60"),
    (EMA, {"events": [win(0, 1, yakuman=2)]}, "events.0", "yakuman of seat 0: 2 is not between 1 and 1"),
    (EMA, {"events": [win(0, 1, han=5, liable=2)]}, "events.0", "seat 2 answers for a yakuman only"),
    (EMA, {"events": [win(0, 1, yakuman=1, liable=0)]}, "events.0", "seat 0 cannot answer for its own hand"),
    (EMA, {"events": [win(0, 1, han=5), win(0, 1, han=5)]}, "events.1", "seat 0 has won already"),
    (EMA, {"events": [win(0, 1, han=5), win(2, 3, han=5)]}, "events.1", "the hand has ended with the win before"),
    (EMA, {"events": [win(0, "self", han=5), win(2, 1, han=5)]}, "events.1", "the hand has ended with the win before"),
    (EMA, {"events": [], "end": "nine_terminals"}, "end", "a hand does not end by nine_terminals under these rules"),
    (TENHOU, {"events": [], "nagashi": [1]}, "nagashi", "nagashi mangan is an end of the hand and names who is paid"),
    (TENHOU, {"events": [win(0, 1, han=5)], "end": "four_winds"}, "end", "a hand that was won has no other end"),
    (EMA, {"events": [], "ready": [1, 1]}, "ready", "expected different seats from 0 to 3"),
    (AONO, {"events": [win(0, 1, tai=999)]}, "events.0", "tai of seat 0: 999 is not between 0 and"),
    (AONO, {"events": [win(0, 1, tai=3), win(2, 1, tai=3)]}, "events.1", "one player wins on a tile"),
    (AONO, {"events": [win(0, "self", tai=9, others=1)]}, "events.0", "others pay beside the player whose flower"),
    (SML, {"events": [win(0, 1, tai=3, liable=2)]}, "events.0", "nobody is liable for a hand under these rules"),
    (WORLD, {"events": [win(0, 1, fan=0), win(0, 2, fan=0)]}, "events.1", "seat 0 has won already"),
    (WORLD, {"events": [win(0, 1, fan=0), win(2, 0, fan=0)]}, "events.1", "seat 0 has won and discards no more"),
    (
        WORLD,
        {"events": [win(0, 1, fan=0), ["kong", 2, "exposed", 0]]},
        "events.1",
        "seat 0 has won and pays for no kong",
    ),
    (WORLD, {"events": [win(0, 1, fan=0), ["kong", 0, "added", None]]}, "events.1", "seat 0 has won and makes no kong"),
    (RIVER, {"events": [win(0, 1, fan=0), ["kong", 0, "exposed", 1]]}, "events.1", "seat 0 has won and makes no kong"),
    (
        WORLD,
        {"events": [win(0, 3, fan=0), win(1, 3, fan=0), win(2, 3, fan=0), ["kong", 3, "late", None]]},
        "events.3",
        "the hand has ended with its last winner",
    ),
    (WORLD, {"events": [win(0, 1, fan=99)]}, "events.0", "fan of seat 0: 99 is not between 0 and"),
    (WORLD, {"events": [win(0, 1, fan=1, after_kong=True)]}, "events.0", "the kong before this win is missing"),
    (WORLD, {"events": [["kong", 0, "exposed", None]]}, "events.0", "give the discarder for an exposed kong"),
    (WORLD, {"events": [["kong", 0, "exposed", 0]]}, "events.0", "seat 0 cannot make a kong of its own discard"),
    (
        WORLD,
        {"events": [["kong", 0, "double", None]]},
        "events.0",
        "unknown kind of kong; use one of concealed, exposed, added, late",
    ),
    (
        WORLD,
        {"events": [win(0, 1, fan=0)], "shown": {"0": {"state": "ready", "fan": 1}}},
        "shown.0",
        "seat 0 has won and shows nothing at the wall's end",
    ),
    (
        WORLD,
        {"events": [], "shown": {"0": {"state": "ready"}}},
        "shown.0",
        "a ready hand, and only that, has fan: seat 0",
    ),
    (WORLD, {"events": [], "shown": {"0": {"state": "asleep"}}}, "shown.0", "seat 0 is one of ready, not_ready"),
    (WORLD, {"events": [], "shown": {"0": {"state": "not_ready"}}}, "shown.1", "what seat 1 showed is missing"),
]


@pytest.mark.parametrize(("name", "hand", "part", "message"), REFUSED)
def test_hands_that_cannot_be_are_named(name: str, hand: dict[str, Any], part: str, message: str) -> None:
    read = read_hand("hands.1", hand)
    with pytest.raises(SheetError) as caught:
        settle_table(ruleset(name).sheet.settle, [DeclaredHand(), read], START)
    assert str(caught.value).startswith(f"hand 2: {message}")
    assert caught.value.at == f"hands.1.{part}"
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


def test_an_event_without_rules_takes_the_points_as_they_are_written() -> None:
    line = {f"hand_points_{seat}": points for seat, points in enumerate((30, -10, -10, -10))} | {"penalty_0": -5}
    settled = settle_hand(NEUTRAL.settle, NEUTRAL.read_line(line), START)
    assert (settled.deltas, settled.after) == ((25, -10, -10, -10), START)


@pytest.mark.parametrize("text", ["Xc", "Ex", "E", "EdWW", "EdX"])
def test_what_is_no_kong_is_said(text: str) -> None:
    with pytest.raises(SheetLineError, match="is not a kong"):
        parse_kongs(text)


CASE: dict[str, Any] = {"ruleset": "riichi-wrc", "hands": [{"events": [win(1, 2, han=4, fu=30)]}]}


def test_a_case_is_answered() -> None:
    case = CASE | {"before": {"dealer": 1, "counters": 2, "deposits": 1000}, "start_scores": [30000] * 4}
    answer = answer_pay(case)
    assert answer["end_scores"] == [30000, 30000 + 12000 + 600 + 1000, 30000 - 12600, 30000]
    (hand,) = answer["hands"]  # type: ignore[misc]
    assert hand["after"] == {"dealer": 1, "counters": 3, "deposits": 0}
    assert hand["transfers"][0] == {"from": 2, "to": 1, "amount": 12000, "reason": "discarder", "clause": "RI-5.8"}


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"hands": None}, "hands"),
        ({"hands": [{}]}, "hands.0.events"),
        ({"hands": [{"events": [], "extra": 1}]}, "hands.0.extra"),
        ({"hands": [{"events": [["win", 0]]}]}, "hands.0.events.0"),
        ({"hands": [{"events": [["win", 4, "self", {"han": 5}]]}]}, "hands.0.events.0"),
        ({"hands": [{"events": [["win", True, "self", {"han": 5}]]}]}, "hands.0.events.0"),
        ({"hands": [{"events": [["win", 0, "self", {"han": -5}]]}]}, "hands.0.events.0"),
        ({"hands": [{"events": [["win", 0, "self", 5]]}]}, "hands.0.events.0"),
        ({"hands": [{"events": [], "riichi": [7]}]}, "hands.0.riichi"),
        ({"hands": [{"events": [], "fines": [1, 2]}]}, "hands.0.fines"),
        ({"hands": [{"events": [], "void": 1}]}, "hands.0.void"),
        ({"hands": [{"events": [], "shown": {"5": {"state": "ready"}}}]}, "hands.0.shown.5"),
        ({"before": {"dealer": 4}}, "before.dealer"),
        ({"before": {"counters": 10**12}}, "before.counters"),
        ({"start_scores": "none"}, "start_scores"),
        ({"before": {"deposits": 500}}, "hands.0"),
    ],
)
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
        (WORLD, 9, [{"events": [], "void": True}, *of_the_dealers_neighbour(9, {"fan": 1})]),  # Eight and a void one.
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
