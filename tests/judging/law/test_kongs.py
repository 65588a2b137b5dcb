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
FALSE = {**SC_WIN, "last_discard": "", "hand": "567p345s88s23s kong(1111p) +9p"}
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


def test_a_violator_returns_each_kong_to_those_who_paid_it() -> None:
    """SC-7.1, SC-5.6: a concealed kong is paid by three, a direct one by its feeder; others' kongs stay."""
    kongs = [[1, "concealed"], [1, "direct", 3], [0, "fresh"]]
    proposal = ruled("void_suit", SC, {**VIOLATED, "kongs": kongs})
    assert moved(proposal) == [(1, 0, 2, "SC-7.1"), (1, 2, 2, "SC-7.1"), (1, 3, 2, "SC-7.1"), (1, 3, 2, "SC-7.1")]
    assert [each[1:3] for each in moved(proposal, "void_violation")] == [(0, 16), (2, 16), (3, 16)]
    assert not proposal.effects.refund_kongs


def test_who_won_after_the_kong_gets_the_payment_back_and_who_won_before_it_never_paid() -> None:
    """SC-3.8, SC-5.4: seat 2 is out and not paid for the violation, but had paid the first kong."""
    kongs = [[1, "fresh"], [1, "concealed", None, [2]]]
    proposal = ruled("void_suit", SC, {**VIOLATED, "won_seats": [2], "kongs": kongs})
    assert moved(proposal) == [
        (1, 0, 1, "SC-7.1"),
        (1, 2, 1, "SC-7.1"),
        (1, 3, 1, "SC-7.1"),
        (1, 0, 2, "SC-7.1"),
        (1, 3, 2, "SC-7.1"),
    ]
    assert [each[1] for each in moved(proposal, "void_violation")] == [0, 3]


def test_in_the_blood_river_winners_pay_kongs_too() -> None:
    """SC-3.28: nobody leaves the hand."""
    proposal = ruled("void_suit", "sichuan-xueliu", {**VIOLATED, "kongs": [[1, "concealed", None, [2]]]})
    assert [each[1] for each in moved(proposal)] == [0, 2, 3]


def test_a_late_kong_has_earned_nothing() -> None:
    """SC-5.6: an added kong with a tile from the hand is paid by nobody; in the inflated game by each with one."""
    assert moved(ruled("void_suit", SC, {**VIOLATED, "kongs": [[1, "late"]]})) == []
    inflated = ruled("void_suit", "sichuan-inflation", {**VIOLATED, "kongs": [[1, "late"], [1, "direct", 0]]})
    assert [each[1:3] for each in moved(inflated)] == [(0, 1), (2, 1), (3, 1), (0, 4)]


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


@pytest.mark.parametrize(("name", "clause"), [(SC, "SC-7.4"), (SBR, "SC-E12")])
def test_a_false_winner_returns_kong_income(name: str, clause: str) -> None:
    """SC-7.4 with eight to each still in; in SBR a deduction (SC-E12). A hand without a kong needs no question."""
    assert asked_for("win", name, FALSE) == {"kongs"}
    proposal = ruled("win", name, {**FALSE, "kongs": [[1, "direct", 0]]})
    assert moved(proposal) == [(1, 0, 2, clause)]
    without = {**FALSE, "hand": "234567p345s88s23s +9p"}
    assert asked_for("win", name, without) == set()
    assert not ruled("win", name, without).effects.refund_kongs


def test_a_locked_win_returns_kong_income_where_the_lock_has_a_price() -> None:
    """SC-E8: 24 deducted and the kongs back; elsewhere the claim is refused and they stay (SC-3.25)."""
    locked = {
        **SC_WIN,
        "last_discard": "",
        "hand": "567p345s88s23s kong(1111p) +4s",
        "shown": False,
        "passed_tiles": "1s",
        "since": [],
    }
    kongs = [[1, "fresh", None, [0]]]
    proposal = ruled("win", SBR, {**locked, "kongs": kongs})
    assert (proposal.infraction, [line.amount for line in proposal.effects.ledger]) == ("locked_win", [-24])
    assert moved(proposal) == [(1, 2, 1, "SC-E8"), (1, 3, 1, "SC-E8")]
    refused = ruled("win", SC, {**locked, "kongs": kongs})
    assert (refused.infraction, refused.effects.transfers, refused.effects.refund_kongs) == ("locked_win", (), False)


def test_a_dead_hand_in_sbr_returns_its_kongs_and_a_warning_instead_leaves_them() -> None:
    """SC-E11."""
    proposal = ruled("void_suit", SBR, {**VIOLATED, "kongs": [[1, "concealed"]]})
    assert moved(proposal) == [(1, seat, 2, "SC-E11") for seat in (0, 2, 3)]
    (warning,) = [option for option in proposal.options if option.penalty == "warning"]
    assert warning.effects.transfers == ()


def test_where_the_violator_keeps_kong_income_nobody_asks() -> None:
    """The option of SC-7.1."""
    kept = {"parameters": {"violator_kong_refund": False}}
    assert asked_for("void_suit", SC, VIOLATED, **kept) == set()
    proposal = ruled("void_suit", SC, {**VIOLATED, "kongs": [[1, "concealed"]]}, **kept)
    assert (moved(proposal), proposal.effects.refund_kongs) == ([], False)


def test_a_pung_of_the_void_suit_and_a_fault_seen_return_them_too() -> None:
    """SC-3.22 by the claim of a call, and the fault named by the referee."""
    call = {
        "call": "pung", "dead": False, "in_time": True, "called_tile": "3p", "own_tiles": "33p", "wall_left": 30,
        "noticed_before_discard": False, "void_suit": "p", "won_seats": [0], "kongs": [[1, "concealed"]],
    }  # fmt: skip
    assert [each[1] for each in moved(ruled("call", SC, call))] == [0, 2, 3]
    seen = {"fault": "void_violation", "established": True, "won_seats": [], "kongs": [[1, "direct", 2]]}
    assert moved(ruled("fault", SC, seen)) == [(1, 2, 2, "SC-7.1")]


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


def test_after_three_wins_those_are_paid_who_were_in_when_it_was_done() -> None:
    """SC-6.2: every player whose win came after the first other suit; by option nobody."""
    assert asked_for("void_suit", SC, LATE) == {"won_before"}
    proposal = ruled("void_suit", SC, {**LATE, "won_before": [3]})
    assert [each[1] for each in moved(proposal, "void_violation")] == [0, 2]
    now = {"parameters": {"late_violation_payees": "nonwinners_now"}}
    assert ruled("void_suit", SC, LATE, **now).effects.transfers == ()
    assert asked_for("void_suit", SBR, LATE) == set()


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
