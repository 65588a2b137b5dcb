"""Records and facts agree: late wins, forbidden calls, payments."""

from __future__ import annotations

from typing import Any

import pytest

from judging.law import Finding, Verdict, decide, examine, overall, read_claim
from tests.judging.law.test_logs import ready_log
from tests.support.claims import CALL, SC_WIN, TAIWAN_HAND, TAIWAN_WIN

WORLD = "sichuan-world-championship"
RIICHI_CALL = {**CALL, "in_riichi": False}
SICHUAN_CALL = {
    **CALL,
    "void_suit": "s",
    "won_seats": [],
    "called_tile": "3m",
    "own_tiles": "33m",
    "after_claim": False,
}


def failing(kind: str, ruleset: str, facts: dict[str, Any], **record: Any) -> list[tuple[str, str | None]]:
    """Clause and fault of each failing finding on a claim of seat 1."""
    found = examine(read_claim({"kind": kind, "ruleset": ruleset, "seat": 1, "facts": facts, **record}))
    return [(each.clause, each.infraction) for each in found if each.verdict is Verdict.FAILS]


def transfers(kind: str, ruleset: str, facts: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Payments by the findings on a claim of seat 1."""
    found: tuple[Finding, ...] = examine(read_claim({"kind": kind, "ruleset": ruleset, "seat": 1, "facts": facts}))
    shown = [each for finding in found for each in finding.evidence if each.kind == "transfers"]
    return [(each["from"], each["to"], each["amount"]) for one in shown for each in one.value]


@pytest.mark.parametrize(("shown", "fault"), [(True, "false_win"), (False, "false_win_not_shown")])
def test_a_record_knows_a_win_called_late(shown: bool, fault: str) -> None:
    """RI-6.7: the 1s was on offer, and the next player has drawn."""
    log = ready_log(["discard", 2, "1s"], ["draw", 3, "?"])
    found = failing("win", "riichi-ema-2016", {"shown": shown}, log=log, event=["win", 1, 2, "1s"])
    assert found == [("RI-6.7", fault)]


def test_a_win_on_a_tile_that_nobody_offered_is_only_refused() -> None:
    log = ready_log(["discard", 2, "9p"], ["draw", 3, "?"])
    assert failing("win", "riichi-ema-2016", {"shown": True}, log=log, event=["win", 1, 2, "1s"]) == [("RI-3.8", None)]


@pytest.mark.parametrize(
    ("ruleset", "facts", "clause"),
    [
        ("mcr-2006", {**CALL, "already_passed": True}, "MCR-3.30"),
        ("mcr-2006", {**CALL, "tile_won": True}, "MCR-3.8"),
        ("riichi-ema-2016", {**RIICHI_CALL, "hand_over": True}, "RI-2.14"),
        ("riichi-ema-2016", {**RIICHI_CALL, "in_riichi": True}, "RI-3.11"),
        (WORLD, {**SICHUAN_CALL, "won_seats": [1]}, "SC-3.8"),
        ("sichuan-xueliu", {**SICHUAN_CALL, "won_seats": [1]}, "SC-3.28"),
    ],
)
def test_a_call_that_comes_when_nothing_may_be_called(ruleset: str, facts: dict[str, Any], clause: str) -> None:
    assert failing("call", ruleset, facts) == [(clause, None)]


def test_a_win_after_the_own_pass_is_refused() -> None:
    """RI-3.27."""
    found = failing("win", "mcr-2006", {"already_passed": True, "dead": False})
    assert found == [("MCR-3.30", None)]


def test_a_kong_of_a_player_in_riichi_is_judged_as_one_after_riichi() -> None:
    facts = {**RIICHI_CALL, "call": "concealed_kong", "in_riichi": True, "own_tiles": "2222m", "drawn": "9p"}
    facts |= {"hand": "2222m34m456p789s1z", "called_tile": "2m", "hand_end": "drawn"}
    assert failing("call", "riichi-ema-2016", facts) == [("RI-6.5", "kong_after_riichi")]
    allowed = {**facts, "hand": "111z234567m2355p", "drawn": "1z", "called_tile": "1z", "own_tiles": "1111z"}
    assert failing("call", "riichi-ema-2016", allowed) == []
    assert failing("call", "riichi-ema-2016", {**allowed, "wall_left": 0})[0][0] == "RI-3.25"


@pytest.mark.parametrize(
    ("ruleset", "paid"),
    [(WORLD, (0, 3, 2)), ("sichuan-inflation", (0, 1, 4))],
)
def test_the_income_of_a_kong_goes_with_the_discard_after_it(ruleset: str, paid: tuple[int, int, int]) -> None:
    """SC-5.8: back to the payer, or over to the winner; the pattern of the shot is counted in the win itself."""
    facts = {**SC_WIN, "kongs": [[0, "direct", 3]], "circumstances": {"after_kong": True}}
    without = transfers("win", ruleset, {**facts, "kongs": []})
    assert transfers("win", ruleset, facts) == [*without, paid]


def test_a_win_missed_when_it_had_to_be_taken_makes_a_hand_not_ready() -> None:
    """SC-3.27 in the local hands: seat 1, ready, pays the ready seat 2 like one that is not."""
    ready = "234567s345p23p88p"
    facts = {"hands": ["", ready, "123456s789s11p23p", ""], "void_suits": ["", "m", "m", ""]}
    facts |= {"other_suit_discarded": [1, 2], "kongs": []}
    assert transfers("inspection", "sichuan-local-hands", facts) == []
    missed = transfers("inspection", "sichuan-local-hands", {**facts, "forced_missed": [1]})
    assert [each[:2] for each in missed] == [(1, 2)]


def test_a_flower_kept_in_the_hand_is_no_part_of_a_win() -> None:
    facts = {**TAIWAN_WIN, "hand": f"{TAIWAN_HAND[:-4]}11z1f +4s"}
    assert ("TW-6.13", "false_win") in failing("win", "taiwan-aono", facts)


def test_what_belonged_to_the_win_let_pass_counts_against_the_lock() -> None:
    """SC-6.6: 1s let pass on the last tile was worth as much as the win now."""
    facts = {**SC_WIN, "passed_tiles": "1s", "since": [], "circumstances": {"last_tile": True}, "kongs": []}
    claim = read_claim({"kind": "win", "ruleset": WORLD, "seat": 1, "facts": facts})
    assert overall(examine(claim)) is Verdict.HOLDS
    same = claim.with_fact("passed_circumstances", {"last_tile": True})
    assert [each.infraction for each in decide(same, examine(same))] == ["false_win"]
