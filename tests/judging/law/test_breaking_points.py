"""Answers that nobody has given and that would change a proposal are named with it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from judging.law import Claim, Proposal, decide, examine, read_claim
from judging.law.answers import answer_claim
from judging.law.breaking_points import add_breaking_points, find_changes, list_values_to_try
from judging.law.examples import Example
from judging.law.facts import DECLARED
from judging.law.kinds import get_facts_of_claim, list_facts
from tests.support.claims import CALL, EXAMPLES, MCR_GOOD, MCR_WIN, RIICHI_GOOD, RIICHI_WIN, SC, SC_WIN, TAIWAN_WIN


def ruled(claim: Claim) -> tuple[Proposal, ...]:
    return add_breaking_points(claim, decide(claim, examine(claim)))


def points(**claim: Any) -> dict[str, list[tuple[list[Any], list[tuple[str, str]]]]]:
    """Fact -> the values tried that change the first proposal, with penalty and hand of what follows."""
    found: dict[str, list[tuple[list[Any], list[tuple[str, str]]]]] = {}
    for point in ruled(read_claim({"seat": 1, **claim}))[0].breaking_points:
        then = [(each.penalty, each.effects.hand) for each in point.then]
        found.setdefault(point.fact, []).append((list(point.values), then))
    return found


def test_a_win_names_each_assumption_that_would_undo_or_reprice_it() -> None:
    found = points(kind="win", ruleset="mcr-2006", facts={**MCR_WIN, "hand": MCR_GOOD})
    assert found == {
        "already_passed": [([True], [("refused", "refused")])],
        "nearer_winner": [([True], [("refused", "refused")])],
        "false_set": [([True], [("payment", "dead_hand")])],
        "last_tile": [([True], [("stands", "won")])],
        "last_copy": [([True], [("stands", "won")])],
    }


def test_repeats_and_counters_are_assumptions_of_the_payments() -> None:
    one_more = [([1], [("stands", "won")])]
    for edition in ("taiwan-aono", "taiwan-sml-2026"):
        assert points(kind="win", ruleset=edition, facts=TAIWAN_WIN)["dealer_repeats"] == one_more
    riichi = points(kind="win", ruleset="riichi-ema-2016", facts={**RIICHI_WIN, "hand": RIICHI_GOOD})
    assert riichi["counters"] == one_more


def test_circumstances_that_an_object_tells_are_no_assumptions() -> None:
    """An empty object says that there were none, and counts nothing; another tells only what it names."""
    riichi = {"kind": "win", "ruleset": "riichi-ema-2016"}
    facts = {**RIICHI_WIN, "hand": RIICHI_GOOD}
    assumed = {*points(**riichi, facts=facts)}
    assert assumed >= {"last_tile", "first_turn", "dora_indicators", "counters"}
    told = {*points(**riichi, facts={**facts, "circumstances": {}})}
    assert assumed - told == {"last_tile", "first_turn", "dora_indicators"}
    told = {*points(**riichi, facts={**facts, "circumstances": {"last_tile": False, "honba": 0}})}
    assert assumed - told == {"last_tile", "counters"}


def test_circumstances_of_riichi_matter_in_riichi_alone() -> None:
    riichi = {"kind": "win", "ruleset": "riichi-ema-2016"}
    facts = {**RIICHI_WIN, "hand": RIICHI_GOOD, "passed_own": False}
    of_riichi = {"double_riichi", "ippatsu", "ura_indicators"}
    assert of_riichi <= {*points(**riichi, facts={**facts, "in_riichi": True})}
    assert not of_riichi & {*points(**riichi, facts={**facts, "in_riichi": False})}


def test_kongs_that_nobody_has_named_are_tried_by_their_kinds() -> None:
    facts = {**SC_WIN, "circumstances": {"after_kong": True}}
    found = points(kind="win", ruleset=SC, facts=facts)["kongs"]
    # A late kong is paid nothing, as no kong.
    assert [values for values, _then in found] == [
        [[], [[0, "late", None, []]]],
        [[[0, "concealed", None, []]]],
        [[[0, "direct", 1, []]]],
        [[[0, "fresh", None, []]]],
    ]


def test_a_tile_is_tried_only_where_it_completes_the_hand() -> None:
    claim = read_claim(
        {"kind": "win", "ruleset": "riichi-wrc", "seat": 1, "facts": {**RIICHI_WIN, "hand": RIICHI_GOOD}}
    )
    assert list(list_values_to_try(claim, DECLARED["own_discards"])) == [(), (21,)]
    assert (
        list(list_values_to_try(claim, DECLARED["hand"])) == list(list_values_to_try(claim, DECLARED["happened"])) == []
    )


def test_riichi_that_nobody_has_asked_about_is_named() -> None:
    found = points(kind="call", ruleset="riichi-wrc", facts=CALL)
    assert found["in_riichi"] == [([True], [("refused", "refused")])]


def test_the_answer_has_them_and_reads_them_back() -> None:
    claim = {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_GOOD}}
    (proposal,) = answer_claim(claim)["proposals"]
    assert proposal["breaking_points"][0]["fact"] == "already_passed"
    assert Proposal.from_dict(proposal).to_dict() == proposal


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_each_is_true_quick_and_none_is_left_out(example: Example) -> None:
    """The answer leads to what is said; a fact that is not named changes nothing; a page takes at most 300 ms."""
    claim = read_claim(example.to_claim())
    plain = decide(claim, examine(claim))
    begun = time.thread_time()
    proposals = add_breaking_points(claim, plain)
    assert time.thread_time() - begun < 0.3
    listed = [point for proposal in proposals for point in proposal.breaking_points]
    for point in listed:
        changed = claim.with_fact(point.fact, point.values[-1])
        assert [each._replace(options=()) for each in decide(changed, examine(changed))] == list(point.then)
    named = {point.fact for point in listed}
    if plain and len(example.id) % 4 == 0:
        # A quarter of the examples is enough: no check that has not read a fact can depend on it.
        silent = [
            fact.name
            for fact in list_facts(claim.kind, claim.ruleset.family)
            if get_facts_of_claim(claim).peek(fact) is None
            and fact.name not in named
            and any(find_changes(claim, fact, plain))
        ]
        assert silent == []
