from __future__ import annotations

import json
from typing import Any

import pytest

from engine.family import ruleset, ruleset_names
from judging.law import Proposal, decide, examine, read_claim
from judging.law.infractions import list_infractions
from judging.law.penalties import Offence
from judging.law.rulings import propose

ROWS = [(name, code) for name in ruleset_names() for code in list_infractions(ruleset(name))]
"""Every infraction of every published ruleset."""

COSTLESS = {
    "none",
    "note",
    "warning",
    "serious_warning",
    "corrected",
    "taken_back",
    "refused",
    "call_stands",
    "right_lost",
}
"""Words that move no points."""


def claim_of(kind: str, name: str, facts: dict[str, Any], seat: int = 1) -> Any:
    return read_claim({"kind": kind, "ruleset": name, "seat": seat, "facts": facts})


def proposals(
    kind: str, name: str, facts: dict[str, Any], earlier: dict[str, int] | None = None
) -> tuple[Proposal, ...]:
    claim = claim_of(kind, name, facts)
    return decide(claim, examine(claim), earlier=earlier)


@pytest.mark.parametrize(("name", "code"), ROWS, ids=lambda each: each)
def test_every_infraction_has_a_proposal(name: str, code: str) -> None:
    """The standard penalty and each option have effects of their own, and they survive JSON."""
    case = Offence(1, dealer=0, victim=2, minutes=8)
    proposal = propose(ruleset(name), code, case)
    row = list_infractions(ruleset(name))[code]
    assert proposal.penalty == row["penalty"]
    offered = [each for each in row["options"] if each != row["penalty"]]
    if "substitute" in offered:
        offered.append("substitute_later")
    assert [option.penalty for option in proposal.options] == offered
    for each in (proposal, *proposal.options):
        assert all(transfer.source == 1 and transfer.amount > 0 for transfer in each.effects.transfers)
        assert all(line.seat == 1 and line.amount < 0 for line in each.effects.ledger)
        if each.penalty in ("fine", "chombo", "fine_dead_hand", "fine_replay", "points", "deduction", "table_points"):
            assert each.effects.transfers or each.effects.ledger, each
        if each.penalty in ("dead_hand", "open_dead_hand", "fine_dead_hand"):
            assert each.effects.hand == "dead_hand"
        # Where the lock itself costs points by the ruleset, a refusal does (SC-E8).
        if each.penalty in COSTLESS and not (
            code == "locked_win" and getattr(ruleset(name).parameters, "shunhe_pay", None)
        ):
            assert not each.effects.transfers
            assert not each.effects.ledger
    assert Proposal.from_dict(json.loads(json.dumps(proposal.to_dict()))) == proposal


def test_the_right_neighbour_pulls_a_forced_discard_where_the_rules_say_so() -> None:
    """TW-6.3 d."""
    for picker, notes in (("referee_random", ()), ("right_neighbour", ("neighbour_picks",))):
        rules = ruleset("taiwan-aono", {"forced_discard_picker": picker})
        (forced,) = propose(rules, "old_flower_shown", Offence(1)).options
        assert (forced.penalty, forced.effects.hand, forced.effects.notes) == ("forced_discard", "dead_hand", notes)


def test_an_inspection_of_hands_in_one_state_is_held_where_the_rules_say_so() -> None:
    """SC-5.10: nobody who is ready pays another, held or not."""
    hands = ["234567p345s88s23s", "234567p345s77s23s", "", ""]
    facts = {"hands": hands, "void_suits": ["m", "m", "m", "m"], "other_suit_discarded": [0, 1], "kongs": []}
    held = "All hands are opened, although all who are left are in one state: nobody pays another."
    for skipped in (True, False):
        claim = {"kind": "inspection", "ruleset": "sichuan-sbr-2025", "seat": 0, "facts": facts}
        claim["parameters"] = {"inspection_skip_equal": skipped}
        findings = examine(read_claim(claim))
        assert [each.clause for each in findings if each.message.template == held] == ([] if skipped else ["SC-5.10"])
        assert [each.effects.transfers for each in decide(read_claim(claim), findings)] == [()]


@pytest.mark.parametrize(
    "name", [each for each in ruleset_names() if getattr(ruleset(each).parameters, "chombo", "") == "reverse_mangan"]
)
def test_who_deals_is_asked_where_a_false_win_pays_by_it(name: str) -> None:
    """RI-6.8: a reverse mangan is dearer for the dealer, so that nothing is guessed."""
    facts = {"dead": True, "shown": True, "by": "self_draw"}
    asked = {each for finding in examine(claim_of("win", name, facts)) for each in finding.missing}
    assert "dealer" in asked
    (proposal,) = proposals("win", name, {**facts, "dealer": 1})
    assert [each.amount for each in proposal.effects.transfers] == [4000, 4000, 4000]
    (by_wind,) = proposals("win", name, {**facts, "seat_wind": "W"})
    assert {each.target: each.amount for each in by_wind.effects.transfers} == {2: 2000, 3: 4000, 0: 2000}


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("riichi-ema-2016", "information_discretion", ("warning", "referee")),
        ("riichi-ema-2016", "phone_discretion", ("referee", "referee")),
        ("riichi-wrc", "information", ("warning", "points")),
        ("riichi-ema-2012", "phone", ("warning", "points")),
    ],
)
def test_the_booklet_of_2016_leaves_the_sum_to_the_referee(name: str, code: str, words: tuple[str, str]) -> None:
    """RI-7.4 rows 23 and 25 as editions 5 corrects them (EMA 5.4, 5.6); 5,000 points elsewhere."""
    first, second = (propose(ruleset(name), code, Offence(1), repeat) for repeat in (0, 1))
    assert (first.penalty, second.penalty) == words
    assert [line.amount for line in second.effects.ledger] == ([] if words[1] == "referee" else [-5000])
