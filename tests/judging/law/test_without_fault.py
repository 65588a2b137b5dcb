from __future__ import annotations

from typing import Any

import pytest

from judging.law import Proposal, decide, examine, read_claim
from tests.support.claims import EXAMPLES, SC_WIN


def ruled(kind: str, name: str, facts: dict[str, Any], **claim: Any) -> tuple[Proposal, ...]:
    asked = read_claim({"kind": kind, "ruleset": name, "seat": 1, "facts": facts, **claim})
    return decide(asked, examine(asked))


def example(id_: str) -> tuple[Proposal, ...]:
    found = next(each for each in EXAMPLES if each.id == id_)
    return ruled(found.kind, found.ruleset, found.facts)


@pytest.mark.parametrize(
    ("id_", "clause", "title", "penalty", "hand"),
    [
        (
            "sichuan-win-again",
            "SC-6.10",
            "The win does not count; play goes on without a penalty",
            "refused",
            "refused",
        ),
        (
            "riichi-not-liable-hidden-pung",
            "RI-6.10",
            "Nobody is liable: the win is paid as any other",
            "none",
            "continues",
        ),
        (
            "sichuan-lock",
            "SC-6.6",
            "The player is locked and may not win; play goes on without a penalty",
            "none",
            "continues",
        ),
        ("sichuan-lock-none", "SC-6.6", "No lock bars the player; play goes on", "none", "continues"),
        (
            "sichuan-not-ready",
            "SC-6.4",
            "The hand or its declaration does not count as ready; play goes on without a penalty",
            "none",
            "continues",
        ),
        (
            "sichuan-count-wrong-before-the-scale",
            "SC-7",
            "These rules name no penalty; the referee corrects the mistake",
            "referee",
            "continues",
        ),
        (
            "sichuan-conduct-not-seen",
            "SC-E14",
            "Nothing punishable is proved; there is no penalty",
            "none",
            "continues",
        ),
    ],
)  # fmt: skip
def test_a_right_that_is_not_there_says_what_happens_next(
    id_: str, clause: str, title: str, penalty: str, hand: str
) -> None:
    (proposal,) = example(id_)
    assert proposal.infraction == ""
    assert (proposal.clause, proposal.title, proposal.penalty, proposal.effects.hand) == (clause, title, penalty, hand)


def test_a_wrong_value_is_corrected_even_where_nobody_has_said_who_pays() -> None:
    """MCR-6.10: the right value counts; with the source known the payments follow."""
    found = next(each for each in EXAMPLES if each.id == "mcr-value-wrong")
    known = {name: value for name, value in found.facts.items() if name != "source"}
    (open_,) = ruled("value", found.ruleset, known)
    (paid,) = ruled("value", found.ruleset, {**known, "source": 0})
    assert (open_.penalty, open_.effects.transfers) == ("corrected", ())
    assert (paid.penalty, len(paid.effects.transfers)) == ("corrected", 3)
    thin = {**known, "hand": "159m159p159s1123z +9m", "claimed_value": 8}
    (nothing,) = ruled("value", found.ruleset, thin)
    assert (nothing.penalty, nothing.title) == (
        "refused",
        "There is no win; nothing is paid, and there is no penalty",
    )


def test_each_of_several_claimants_learns_whether_the_tile_is_won() -> None:
    """MCR-6.2: the nearest wins, whoever asked."""
    facts = {"source": 0, "claimants": [1, 2], "valid_seats": [1, 2]}
    first, second = ruled("winners", "mcr-2006", facts)
    assert (first.seat, first.penalty, second.seat, second.penalty) == (1, "stands", 2, "refused")
    assert second.effects.hand == "refused"
    asked = read_claim({"kind": "winners", "ruleset": "mcr-2006", "seat": 3, "facts": facts})
    assert [each.seat for each in decide(asked, examine(asked))] == [1, 2]
    assert [each.seat for each in decide(asked, examine(asked), seat=2)] == [2]


def test_who_draws_next_and_that_the_third_win_ends_the_hand() -> None:
    """SC-6.8, SC-2.7."""
    facts = {"source": 0, "claimants": [1], "valid_seats": [1], "won_seats": [2]}
    claim = read_claim({"kind": "winners", "ruleset": "sichuan-world-championship", "seat": 1, "facts": facts})
    last = examine(claim)[-1]
    assert (last.clause, str(last.message), last.seat) == (
        "SC-6.8",
        "seat 3 draws next, as the first player after seat 1 who has not won.",
        None,
    )
    over = examine(claim._replace(facts={**claim.facts, "won_seats": (2, 3)}))[-1]
    assert (over.clause, str(over.message)) == ("SC-2.7", "Three players have won: the hand is over.")


def test_a_claim_by_nobody_is_asked_who_claimed() -> None:
    claim = read_claim(
        {
            "kind": "winners",
            "ruleset": "mcr-2006",
            "seat": 1,
            "facts": {"source": 0, "claimants": [], "valid_seats": []},
        }
    )
    assert [each.missing for each in examine(claim)] == [("claimants",)]


def test_a_swap_after_tiles_that_are_no_chow_asks_for_the_chow() -> None:
    """RI-6.6 looks at the chow that was made."""
    facts = {"call": "chow", "called_tile": "3m", "own_tiles": "", "discarded": "3m", "next_acted": True}
    claim = read_claim({"kind": "swap", "ruleset": "riichi-ema-2016", "seat": 1, "facts": facts})
    assert [each.missing for each in examine(claim)] == [("own_tiles",)]


@pytest.mark.parametrize(
    ("name", "facts", "said"),
    [
        (
            "sichuan-world-championship",
            {"fault": "wall_destroyed", "established": True},
            "These rules have no penalty for this: Destroyed the wall.",
        ),
        (
            "sichuan-sbr-2025",
            {"fault": "not_ready", "established": True},
            "The fault is proved: Was not ready at the wall's end. The inspection of all hands gives the payments.",
        ),
    ],
)
def test_a_fault_is_named_in_words(name: str, facts: dict[str, Any], said: str) -> None:
    """SC-E14, SC-7.3."""
    claim = read_claim({"kind": "fault", "ruleset": name, "seat": 1, "facts": facts})
    assert [str(each.message) for each in examine(claim)] == [said]


@pytest.mark.parametrize(
    ("name", "unit"), [("sichuan-world-championship", "points: 1"), ("sichuan-sbr-2025", "fan: 0")]
)
def test_a_lock_says_in_what_the_wins_were_compared(name: str, unit: str) -> None:
    """SC-6.6 compares points, SC-E8 fan."""
    facts = {**SC_WIN, "passed_tiles": "1s", "since": [], "last_discard": ""}
    claim = read_claim({"kind": "win", "ruleset": name, "seat": 1, "facts": facts})
    said = [str(each.message) for each in examine(claim)]
    assert f"The win is not worth more than the passed one ({unit} against {unit[-1]})." in said
