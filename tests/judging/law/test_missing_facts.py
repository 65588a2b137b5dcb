"""Decisions without all facts, and the questions that follow."""

from __future__ import annotations

from typing import Any

import pytest

from judging.law import Verdict, decide, examine, next_question, overall, read_claim
from tests.support.claims import MCR_WIN, TAIWAN_WIN


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


@pytest.mark.parametrize(
    ("dealer", "wind", "expected"),
    [
        (1, "S", ("holds", None)),
        (2, "E", ("holds", None)),
        (None, "S", ("undecided", "dealer")),
        (0, None, ("undecided", "seat_wind")),
    ],
)
def test_the_break_says_the_winds_and_not_the_dealer(
    dealer: int | None, wind: str | None, expected: tuple[str, str | None]
) -> None:
    """TW-2.7: the dealer may have any wind, so neither tells the other."""
    facts = {name: value for name, value in TAIWAN_WIN.items() if name not in ("dealer", "seat_wind")}
    facts |= {"dealer": dealer} if dealer is not None else {}
    facts |= {"seat_wind": wind} if wind is not None else {}
    assert asked("win", "taiwan-aono", facts) == expected


def test_where_the_dealer_is_east_each_tells_the_other() -> None:
    facts = {name: value for name, value in TAIWAN_WIN.items() if name != "dealer"}
    claim = {"kind": "win", "ruleset": "taiwan-aono", "parameters": {"seat_wind_basis": "dealer"}, "seat": 1}
    assert overall(examine(read_claim({**claim, "facts": facts}))) is Verdict.HOLDS


@pytest.mark.parametrize(("dealer", "paid"), [(0, 150), (1, 150), (2, 90)])
def test_the_dealer_pays_and_is_paid_whatever_the_winds(dealer: int, paid: int) -> None:
    """TW-5.4 after one repeat: 2n + 1 = 3 more tai, 20 each, where the dealer wins or pays."""
    facts = {**TAIWAN_WIN, "seat_wind": "S", "dealer": dealer, "circumstances": {"dealer_repeats": 1}}
    claim = read_claim({"kind": "win", "ruleset": "taiwan-aono", "seat": 1, "facts": facts})
    (proposal,) = decide(claim, examine(claim))
    assert [each.amount for each in proposal.effects.transfers] == [paid]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"hand": "2222m999p456p11s1z", "drawn": "9p"}, ("undecided", "called_tile")),
        ({"hand": "2222m34m456p789s1z", "drawn": "9p"}, ("fails", "hand_end")),
    ],
)
def test_the_kind_of_a_kong_after_riichi_is_asked_where_two_are_possible(
    facts: dict[str, Any], expected: tuple[str, str | None]
) -> None:
    """RI-6.5: only the tile just drawn may be konged."""
    assert asked("riichi_kong", "riichi-ema-2016", facts) == expected


def test_riichi_that_is_not_ready_when_another_wins_says_that_the_hand_is_over() -> None:
    facts = {"hand": "159m159p159s1123z", "hand_end": "other_wins", "wall_left": 9}
    facts |= {"word": True, "turned": True, "stick": True}
    claim = read_claim({"kind": "riichi", "ruleset": "riichi-ema-2016", "seat": 1, "facts": facts})
    (proposal,) = decide(claim, examine(claim))
    assert proposal.title == "The hand is over and nobody is punished; the winner takes the stick with the others"
    assert (proposal.clause, proposal.penalty, proposal.effects.transfers) == ("RI-6.8", "none", ())


def test_each_void_tile_is_asked_for_by_itself() -> None:
    """SC-6.2: 3m and 7m came after the 5p."""
    facts: dict[str, Any] = {"void_suit": "m", "own_discards": "1m5p3m7m"}
    world = "sichuan-world-championship"
    assert asked("void_suit", world, facts) == ("undecided", "just_drawn")
    assert asked("void_suit", world, {**facts, "just_drawn": True}) == ("undecided", "later_just_drawn")
    second = {**facts, "just_drawn": True, "later_just_drawn": ""}
    assert asked("void_suit", world, second) == ("fails", "won_seats")
    assert asked("void_suit", world, {**facts, "just_drawn": False}) == ("fails", "won_seats")
