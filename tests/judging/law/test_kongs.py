from __future__ import annotations

from typing import Any

import pytest

from judging.law import ClaimError, Proposal, Verdict, decide, examine, overall, read_claim
from tests.support.claims import SBR, SC, SC_WIN

VIOLATED: dict[str, Any] = {
    "void_suit": "m",
    "own_discards": "1m5p3m",
    "just_drawn": False,
    "wall_ended": False,
    "void_meld": False,
    "won_seats": [],
}
HIDDEN = "?" * 13
VIOLATION_LOG: dict[str, Any] = {
    "deal": [HIDDEN, "1m9999p234s5677s3p", HIDDEN, HIDDEN],
    "events": [
        *(["void", seat, "m"] for seat in range(4)),
        ["draw", 0, "?"],
        ["discard", 0, "1m"],
        ["draw", 1, "2p"],
        ["ckong", 1, "9p"],
        ["draw", 1, "8s"],
    ],
}
"""Seat 1 has declared a concealed kong and still holds 1m of its void suit."""


def ruled(kind: str, name: str, facts: dict[str, Any], **claim: Any) -> Proposal:
    asked = read_claim({"kind": kind, "ruleset": name, "seat": 1, "facts": facts, **claim})
    (proposal,) = decide(asked, examine(asked))
    return proposal


def moved(proposal: Proposal, reason: str = "kong_refund") -> list[tuple[int, int | None, int, str]]:
    """Payer, payee, amount and clause of the transfers with a reason."""
    return [(t.source, t.target, t.amount, t.clause) for t in proposal.effects.transfers if t.reason == reason]


def asked_for(kind: str, name: str, facts: dict[str, Any], **claim: Any) -> set[str]:
    found = examine(read_claim({"kind": kind, "ruleset": name, "seat": 1, "facts": facts, **claim}))
    assert overall(found) is not Verdict.HOLDS
    return {name for each in found for name in each.missing}


def test_in_the_blood_river_winners_pay_kongs_too() -> None:
    """SC-3.28: nobody leaves the hand."""
    proposal = ruled("void_suit", "sichuan-xueliu", {**VIOLATED, "kongs": [[1, "concealed", None, [2]]]})
    assert [each[1] for each in moved(proposal)] == [0, 2, 3]


def test_kongs_that_nobody_has_named_are_asked_for() -> None:
    """The proposal says what is owed, the finding what to enter; asked in vain, it stays open."""
    assert asked_for("void_suit", SC, VIOLATED) == {"kongs"}
    assert asked_for("void_suit", SC, {**VIOLATED, "kongs": None}) == {"kongs"}
    proposal = ruled("void_suit", SC, VIOLATED)
    assert (proposal.effects.refund_kongs, moved(proposal)) == (True, [])
    assert asked_for("void_suit", SC, {**VIOLATED, "kongs": []}) == set()
    assert not ruled("void_suit", SC, {**VIOLATED, "kongs": []}).effects.refund_kongs


def test_a_claim_that_holds_asks_for_no_kongs() -> None:
    clean = examine(read_claim({"kind": "win", "ruleset": SC, "seat": 1, "facts": SC_WIN}))
    assert {each.verdict for each in clean} == {Verdict.HOLDS}


def test_a_dead_hand_in_sbr_returns_its_kongs_and_a_warning_instead_leaves_them() -> None:
    """SC-E11."""
    proposal = ruled("void_suit", SBR, {**VIOLATED, "kongs": [[1, "concealed"]]})
    assert moved(proposal) == [(1, seat, 2, "SC-E11") for seat in (0, 2, 3)]
    (warning,) = [option for option in proposal.options if option.penalty == "warning"]
    assert warning.effects.transfers == ()


def test_the_record_knows_the_kongs() -> None:
    """The kong of the log goes back although nobody has named it; a fact that says otherwise does not count."""
    event = ["discard", 1, "3p"]
    proposal = ruled("void_suit", SC, {"kongs": []}, log=VIOLATION_LOG, event=event)
    assert moved(proposal) == [(1, seat, 2, "SC-7.1") for seat in (0, 2, 3)]
    assert moved(ruled("event", SBR, {}, log=VIOLATION_LOG, event=event)) == [
        (1, seat, 2, "SC-E11") for seat in (0, 2, 3)
    ]
    before = {**VIOLATION_LOG, "events": VIOLATION_LOG["events"][:-2]}
    assert moved(ruled("void_suit", SC, {}, log=before, event=event)) == []


def test_a_record_that_begins_after_the_kong_asks_for_it() -> None:
    log = {
        "position": {
            "seats": [None, {"hand": "1m234s5678s33p ckong(9999p)", "void": "m"}, None, None],
            "turn": 1,
            "phase": "draw",
        },
        "events": [["draw", 1, "2s"]],
    }
    event = ["discard", 1, "3p"]
    assert asked_for("void_suit", SC, {}, log=log, event=event) == {"kongs"}
    named = ruled("void_suit", SC, {"kongs": [[1, "concealed", None, [0]]]}, log=log, event=event)
    assert [each[1] for each in moved(named)] == [2, 3]


LATE = {**VIOLATED, "own_discards": "1m5p", "wall_ended": True, "hand": "2m345678p11s9999s", "won_seats": [0, 2, 3]}


def test_the_hand_left_after_three_wins_is_looked_at_for_its_void_suit_only() -> None:
    """SC-2.12: no inspection, but a violation is paid and the kongs go back."""
    shown = {"hands": ["", LATE["hand"], "", ""], "void_suits": ["m"] * 4, "other_suit_discarded": [1]}
    assert asked_for("inspection", SC, shown) == {"won_before"}
    konged = {**shown, "hands": ["", "2m3345678p11s akong(9999s)", "", ""], "kongs": [[1, "fresh"]]}
    found = ruled("inspection", SC, {**konged, "won_before": [0]})
    assert [each[1] for each in moved(found, "void_violation")] == [2, 3]
    assert [each[1] for each in moved(found)] == [0, 2, 3]
    (fined,) = ruled("inspection", SBR, shown).effects.ledger
    assert fined.amount == -24


def test_the_inspection_asks_for_the_kongs_of_those_who_are_not_ready() -> None:
    """SC-5.9: a kong on the table of a player who is not ready goes back, so it has to be named."""
    hands = ["", "147p258s1133p kong(5555s)", "234567p345s88s23s", ""]
    shown = {"hands": hands, "void_suits": ["m"] * 4, "other_suit_discarded": [1, 2]}
    assert asked_for("inspection", SC, shown) == {"kongs"}
    proposal = ruled("inspection", SC, {**shown, "kongs": [[1, "direct", 0]]})
    assert moved(proposal) == [(1, 0, 2, "SC-5.9")]


@pytest.mark.parametrize(
    ("kongs", "refused"),
    [
        ([[1, "fresh"]], False),
        ([[1, "concealed"]], True),
        ([[1, "fresh"], [1, "direct", 0]], True),
        ([[2, "concealed"]], True),
        ([[3, "concealed"]], False),
    ],
)
def test_a_seat_has_no_more_kongs_than_its_hand_shows(kongs: list[Any], refused: bool) -> None:
    """Seat 1 shows an added kong, seat 2 none, and the hand of seat 3, who has won, is not shown."""
    hands = ["", "2m3345678p11s akong(9999s)", "234567p345s88s23s", ""]
    stored = {"kind": "inspection", "ruleset": SC, "facts": {"hands": hands, "kongs": kongs}}
    if not refused:
        read_claim(stored)
        return
    with pytest.raises(ClaimError) as caught:
        read_claim(stored)
    assert caught.value.field == "facts.kongs"


@pytest.mark.parametrize("kong", [[1, "direct", 1], [1, "concealed", None, [1]], [1, "direct", 2, [2]]])
def test_kongs_that_cannot_have_been_are_refused(kong: list[Any]) -> None:
    with pytest.raises(ClaimError) as caught:
        read_claim({"kind": "void_suit", "ruleset": SC, "seat": 1, "facts": {"kongs": [kong]}})
    assert caught.value.field == "facts.kongs"
