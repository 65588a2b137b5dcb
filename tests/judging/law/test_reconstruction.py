"""Locks left by given events, and impossible events."""

from __future__ import annotations

from typing import Any

import pytest

from judging.law import Finding, Verdict, examine, next_question, overall, read_claim

WORLD = "sichuan-world-championship"
SC_NOW = {"hand": "46m11s222s333s pung(999s)", "void_suit": "p"}
"""Seat 1 waits for 5m, with 9s claimed from seat 3."""
TW_NOW = {"hand": "234567m345p23s88s111z"}
"""Seat 1 waits for 1s and 4s."""
RI_NOW = {"hand": "234567m345p23s88s", "own_discards": "5z"}

PASSED = ["discard", 2, "5m"]
PUNG = [["discard", 3, "9s"], ["pung", 1, 3, "9s"]]


def judged(ruleset: str, facts: dict[str, Any], kind: str = "lock") -> tuple[Finding, ...]:
    return examine(read_claim({"kind": kind, "ruleset": ruleset, "seat": 1, "facts": facts}))


def verdict(ruleset: str, facts: dict[str, Any], *events: list[Any]) -> tuple[str, str]:
    """Verdict and clause of the last finding on the lock of seat 1 after these events."""
    found = judged(ruleset, {**facts, "happened": list(events)})
    return overall(found).value, found[-1].clause


@pytest.mark.parametrize(
    ("hand", "discarded", "expected"),
    [
        pytest.param("46m11s222s333s pung(999s)", "1s", "fails", id="waits for it still"),
        pytest.param("6m22s333s444s9s pung(999s)", "4m", "fails", id="is not ready now"),
        pytest.param("46m11s222s333s pung(999s)", "8s", "holds", id="was no wait then"),
    ],
)
def test_an_own_pung_does_not_end_the_lock(hand: str, discarded: str, expected: str) -> None:
    """SC-6.6, SC-8.54: the tile is held against the hand when it was let pass, and only an own draw releases."""
    facts = {"hand": hand, "void_suit": "p"}
    told = (PASSED, *PUNG, ["discard", 1, discarded])
    assert verdict(WORLD, facts, *told) == (expected, "SC-6.6")
    assert verdict(WORLD, facts, *told, ["discard", 2, "2m"], ["discard", 3, "3m"]) == (expected, "SC-6.6")


def test_the_own_draw_ends_it() -> None:
    facts = {**SC_NOW, "hand": "46m11s222s333s999s"}
    between = (["discard", 3, "9m"], ["discard", 0, "8m"])
    assert verdict(WORLD, facts, PASSED, *between, ["discard", 1, "8m", "drawn"]) == ("holds", "SC-6.6")
    assert verdict(WORLD, facts, PASSED, *between) == ("fails", "SC-6.6")


def test_a_win_against_the_lock_is_refused_and_one_of_more_worth_stands() -> None:
    """SC-8.53: 5m let pass is worth 1, the 4m of seat 0 with a pung of 4m worth 2."""
    facts = {"void_suit": "p", "dead": False, "won_seats": [], "in_time": True, "by": "discard", "source": 0}
    facts |= {"shown": True, "kongs": []}
    passed = ["discard", 2, "5m"]
    told = {"happened": [passed, ["discard", 3, "9m"], ["discard", 0, "5m"]]}
    same = {**facts, **told, "hand": "3334m pung(777s) pung(111m) pung(999s) +5m"}
    failing = [each for each in judged(WORLD, same, "win") if each.verdict is Verdict.FAILS]
    assert [(each.clause, each.infraction) for each in failing] == [("SC-6.6", "false_win")]
    more = {**same, "hand": "3334m pung(777s) pung(111m) pung(999s) +4m"}
    more["happened"] = [passed, ["discard", 3, "9m"], ["discard", 0, "4m"]]
    assert overall(judged(WORLD, more, "win")) is Verdict.HOLDS


def test_what_was_claimed_since_is_asked_for_where_the_tile_does_not_complete_the_hand_now() -> None:
    facts = {**SC_NOW, "hand": "6m22s333s444s9s pung(999s)", "passed_tiles": "5m", "since": ["own_claim"]}
    claim = read_claim({"kind": "lock", "ruleset": WORLD, "seat": 1, "facts": facts})
    assert next_question(claim).question == "happened"
    told = claim.with_fact("happened", [PASSED, *PUNG, ["discard", 1, "4m"]])
    assert overall(examine(told)) is Verdict.FAILS


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([["discard", 2, "4s"], ["discard", 3, "9p"]], "fails", id="let pass"),
        pytest.param([["discard", 2, "4s"], ["draw", 1, "1s"], ["discard", 1, "1s"]], "fails", id="complete since"),
        pytest.param([["discard", 2, "4s"], ["draw", 1, "9s"], ["discard", 1, "9s"]], "holds", id="incomplete since"),
        pytest.param([["draw", 1, "4s"], ["discard", 1, "4s"]], "fails", id="own draw not won on"),
        pytest.param([["discard", 2, "9p"]], "holds", id="no wait"),
    ],
)
def test_the_strict_lock_of_the_taiwanese_game(events: list[Any], expected: str) -> None:
    """TW-6.1: it ends with a discard from a hand that is not complete."""
    assert verdict("taiwan-aono", TW_NOW, *events) == (expected, "TW-6.1")


def test_a_lock_outlives_a_change_of_the_hand() -> None:
    """TW-6.1: 4s let pass, then 9p drawn into a hand complete with it, and 3s discarded: it waits for others now."""
    told = [["discard", 2, "4s"], ["discard", 3, "9m"], ["discard", 0, "9m"], ["draw", 1, "1s"], ["discard", 1, "8s"]]
    assert verdict("taiwan-aono", {"hand": "234567m345p123s8s111z"}, *told) == ("fails", "TW-6.1")


@pytest.mark.parametrize(
    ("riichi", "events", "expected"),
    [
        (False, [["discard", 2, "4s"], ["discard", 3, "9m"]], ("fails", "RI-6.3")),
        (False, [["discard", 0, "4s"], ["discard", 1, "9p", "drawn"], ["discard", 2, "9m"]], ("holds", "RI-6.3")),
        (True, [["discard", 0, "4s"], ["discard", 1, "9p", "drawn"], ["discard", 2, "9m"]], ("fails", "RI-6.4")),
        (True, [["discard", 1, "4s", "drawn"]], ("fails", "RI-6.4")),
    ],
)
def test_furiten_by_what_was_let_pass(riichi: bool, events: list[Any], expected: tuple[str, str]) -> None:
    assert verdict("riichi-ema-2016", {**RI_NOW, "in_riichi": riichi}, *events) == expected


def test_a_tile_that_nobody_saw_leaves_the_lock_open() -> None:
    (found,) = judged("taiwan-aono", {**TW_NOW, "happened": [["discard", 2, "?"], ["discard", 3, "9m"]]})
    assert found.verdict is Verdict.UNDECIDED
    assert found.missing == ("the discard of seat 2 that seat 1 let pass",)
    claim = {"kind": "lock", "ruleset": "taiwan-aono", "facts": {**TW_NOW, "happened": [["discard", 2, "?"]]}}
    assert [each.verdict for each in examine(read_claim(claim))] == [Verdict.UNDECIDED]


@pytest.mark.parametrize(
    ("ruleset", "facts", "problem"),
    [
        (
            WORLD,
            {**SC_NOW, "hand": "46m11s222s333s999s", "happened": [PASSED, *PUNG, ["discard", 1, "1s"]]},
            "the player does not have the meld pung(999s)",
        ),
        (
            WORLD,
            {**SC_NOW, "happened": [["discard", 0, "5m"], ["discard", 2, "8s"]]},
            "it is the turn of seat 1, not of seat 2",
        ),
        (
            "taiwan-aono",
            {**TW_NOW, "happened": [["draw", 1, "9m"], ["discard", 1, "9p"]]},
            "seat 1 cannot have drawn 9m",
        ),
        (
            "taiwan-aono",
            {**TW_NOW, "passed_tiles": "4s", "passed_own": False, "since": ["own_draw", "discard_complete"]},
            "the player drew and then discarded from a complete hand, so an own winning tile was passed",
        ),
        (
            "riichi-ema-2016",
            {**RI_NOW, "in_riichi": False, "own_discards": "888s", "passed_tiles": "", "hand": "234567m345p23s88s"},
            "8s is given 5 times",
        ),
        (
            WORLD,
            {**SC_NOW, "passed_tiles": "5m", "since": ["nothing", "own_draw"]},
            "“nothing of this” is chosen together",
        ),
        (WORLD, {**SC_NOW, "happened": [["pung", 2, 1, "5m"]]}, "seat 1 had not offered a tile then"),
    ],
)
def test_facts_that_no_position_can_have_contradict_each_other(
    ruleset: str, facts: dict[str, Any], problem: str
) -> None:
    (found,) = judged(ruleset, facts)
    assert found.verdict is Verdict.UNDECIDED
    assert f"The facts contradict each other: {problem}" in str(found.message)
    assert set(found.missing) <= set(facts)


def test_a_player_who_has_won_discards_no_more() -> None:
    """SC-3.8; in the blood river nobody leaves the hand."""
    facts = {"hand": "234567m345p23s88s +4s", "by": "discard", "source": 0, "won_seats": [0], "void_suit": "m"}
    assert [each.missing for each in judged(WORLD, facts, "win")] == [("source", "won_seats")]
    assert len(judged("sichuan-xueliu", facts, "win")) > 1


def test_the_tile_drawn_before_a_kong_after_riichi_is_in_the_hand() -> None:
    facts = {"hand": "2222m34m456p789s11z", "drawn": "9p", "called_tile": "2m"}
    (found,) = judged("riichi-ema-2016", facts, "riichi_kong")
    assert (found.verdict, found.missing) == (Verdict.UNDECIDED, ("hand", "drawn"))


def test_a_win_is_named_on_one_tile() -> None:
    facts = {"hand": "234567m345p23s88s +4s", "winning_tile": "1s"}
    assert [each.missing for each in judged("mcr-2006", facts, "win")] == [("hand", "winning_tile")]


@pytest.mark.parametrize(
    ("by", "events"),
    [
        ("discard", [["discard", 0, "4s"]]),
        ("self_draw", [["draw", 1, "4s"]]),
        ("discard", []),
    ],
)
def test_the_tile_claimed_now_has_not_been_let_pass(by: str, events: list[Any]) -> None:
    facts = {**TW_NOW, "hand": f"{TW_NOW['hand']} +4s", "by": by, "happened": events, "exposed_kong_chain": False}
    found = [each for each in judged("taiwan-aono", facts, "win") if each.clause == "TW-6.1"]
    assert [each.verdict for each in found] == [Verdict.HOLDS]
