"""Decisions without all facts, and the questions that follow."""

from __future__ import annotations

from typing import Any

import pytest

from judging.law import Verdict, decide, examine, next_question, overall, read_claim
from tests.support.claims import MCR_WIN


def asked(kind: str, ruleset: str, facts: dict[str, Any]) -> tuple[str, str | None]:
    """Verdict and next question of a claim of seat 1."""
    claim = read_claim({"kind": kind, "ruleset": ruleset, "seat": 1, "facts": facts})
    following = next_question(claim)
    return overall(following.findings).value, following.question


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param("234567m345p23s88s +9p", id="no form"),
        pytest.param("123m45p99s chow(345s) pung(222s) +6p | 1f2f5f", id="below eight points"),
    ],
)
def test_a_win_that_fails_is_decided_and_only_its_penalty_waits(hand: str) -> None:
    facts = {**MCR_WIN, "hand": hand}
    del facts["shown"]
    assert asked("win", "mcr-2006", facts) == ("fails", "shown")
    claim = read_claim({"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": facts})
    assert decide(claim, examine(claim)) == ()
    for answer, penalty in ((True, "payment"), (False, "warning")):
        told = claim.with_fact("shown", answer)
        assert [each.penalty for each in decide(told, examine(told))] == [penalty]


def test_a_hand_typed_without_its_winning_tile_asks_for_that_tile() -> None:
    facts = {**MCR_WIN, "hand": "123m45p99s chow(345s) pung(222s) | 1f2f5f"}
    assert asked("win", "mcr-2006", facts) == ("undecided", "winning_tile")
    whole = {**facts, "hand": f"{facts['hand'].split(' |')[0]} +6p | 1f2f5f"}
    claim = read_claim({"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {**facts, "winning_tile": "6p"}})
    told = read_claim({"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": whole})
    assert [(each.verdict, each.clause) for each in examine(claim)] == [
        (each.verdict, each.clause) for each in examine(told)
    ]


def test_in_a_complete_hand_the_winning_tile_is_one_of_its_tiles() -> None:
    facts = {**MCR_WIN, "hand": "123m456p99s chow(345s) pung(222s)", "winning_tile": "6p", "by": "self_draw"}
    claim = read_claim({"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": facts})
    held = next(each for each in examine(claim) if each.clause == "MCR-6.3")
    assert held.verdict is Verdict.HOLDS


def test_riichi_that_is_not_ready_when_another_wins_says_that_the_hand_is_over() -> None:
    facts = {"hand": "159m159p159s1123z", "hand_end": "other_wins", "wall_left": 9}
    facts |= {"word": True, "turned": True, "stick": True}
    claim = read_claim({"kind": "riichi", "ruleset": "riichi-ema-2016", "seat": 1, "facts": facts})
    (proposal,) = decide(claim, examine(claim))
    assert proposal.title == "The hand is over and nobody is punished; the winner takes the stick with the others"
    assert (proposal.clause, proposal.penalty, proposal.effects.transfers) == ("RI-6.8", "none", ())


def test_who_is_liable_is_said_before_the_winner_is_known() -> None:
    facts = {"liable_pattern": "big_three_dragons", "set_claimed": True, "sets_visible": True, "feeder": 2}
    facts |= {"concealed_kong_set": False, "by": "self_draw", "value": 32000}
    (finding,) = examine(read_claim({"kind": "liability", "ruleset": "riichi-ema-2016", "facts": facts}))
    assert (finding.verdict, finding.message.values, finding.evidence) == (Verdict.HOLDS, {"seat": 2}, ())
