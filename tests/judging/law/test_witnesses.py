"""Statements of witnesses in claims: the fact is unknown, and their answers are those that are compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from judging.law import Claim, ClaimError, Proposal, decide, examine, read_claim
from judging.law.answers import answer_claim
from judging.law.breaking_points import add_breaking_points, list_values_to_try
from judging.law.examples import Example
from judging.law.fact_values import write_fact
from judging.law.facts import DECLARED, MEMBERS
from judging.law.kinds import get_facts_of_claim
from tests.support.claims import EXAMPLES, MCR_GOOD, MCR_THIN, MCR_WIN, RIICHI_GOOD, RIICHI_WIN
from tests.support.slices import in_slice

CLAIM: dict[str, Any] = {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_GOOD}}


def told(*values: Any) -> list[dict[str, Any]]:
    return [{"seat": seat, "value": value} for seat, value in enumerate(values)]


def without(fact: str, **claim: Any) -> dict[str, Any]:
    facts = claim.get("facts", CLAIM["facts"])
    return {**CLAIM, **claim, "facts": {name: value for name, value in facts.items() if name != fact}}


def test_a_deciding_fact_is_open_and_each_answer_says_what_follows() -> None:
    answer = answer_claim({**without("dead"), "witnesses": {"dead": told(True, False)}})
    assert (answer["verdict"], answer["proposals"], answer["question"]) == ("undecided", [], None)
    found = [(point["fact"], point["values"], point["then"][0]["penalty"]) for point in answer["by_witnesses"]]
    assert found == [("dead", [True], "payment"), ("dead", [False], "stands")]


def test_what_only_prices_a_fault_is_compared_by_the_answers_of_the_witnesses() -> None:
    facts = {**RIICHI_WIN, "hand": RIICHI_GOOD, "counters": 0}
    claim = without("counters", ruleset="riichi-ema-2016", facts=facts) | {"witnesses": {"counters": told(1, 2, None)}}
    answer = answer_claim(claim)
    paid = [sum(paid["amount"] for paid in point["then"][0]["transfers"]) for point in answer["by_witnesses"]]
    assert [point["values"] for point in answer["by_witnesses"]] == [[1], [2]]
    assert paid[1] - paid[0] == 300


def test_an_answer_that_the_referee_gives_counts_beside_them() -> None:
    answer = answer_claim({**CLAIM, "witnesses": {"dead": told(True, False)}})
    assert (answer["verdict"], "by_witnesses" in answer) == ("holds", False)
    assert read_claim({**CLAIM, "witnesses": {"dead": told(True)}}).to_dict()["witnesses"] == {"dead": told(True)}


def test_where_two_witnesses_decide_they_are_asked_for() -> None:
    facts = {"call": "pung", "called_tile": "3m", "own_tiles": "33m", "dead": False, "in_time": True, "source": 0,
             "wall_left": 40}  # fmt: skip
    claim = {"kind": "call", "ruleset": "taiwan-aono", "seat": 1, "facts": facts}
    answer = answer_claim({**claim, "witnesses": {"go_around_discards": told("3m", "9p")}})
    assert answer["question"] == "witnesses"


REFUSED = [
    ({"dead": []}, "witnesses.dead"),
    ({"dead": [{"value": True}]}, "witnesses.dead"),
    ({"dead": [{"seat": 4, "value": True}]}, "witnesses.dead"),
    ({"dead": [{"seat": 0, "name": "Zoe", "value": True}]}, "witnesses.dead"),
    ({"dead": [{"seat": 0, "value": "yes"}]}, "witnesses.dead"),
    ({"dead": [{"seat": 0, "value": True, "sure": True}]}, "witnesses.dead"),
    ({"dead": told(True) * 2}, "witnesses.dead"),
    ({"dead": [{"name": "Z" * 61, "value": True}]}, "witnesses.dead"),
    ({"nonsense": told(True)}, "witnesses.nonsense"),
    (["dead"], "witnesses"),
]


@pytest.mark.parametrize(("witnesses", "at"), REFUSED)
def test_statements_that_cannot_be_read_are_refused_with_their_fact(witnesses: Any, at: str) -> None:
    with pytest.raises(ClaimError) as caught:
        read_claim({**CLAIM, "witnesses": witnesses})
    assert caught.value.field == at


def rule(claim: Claim) -> list[Proposal]:
    """The proposed rulings, without what does not reach hand, money or penalty."""
    return [each._replace(options=(), clause="") for each in decide(claim, examine(claim))]


def test_witnesses_who_differ_change_no_ruling_without_saying_so() -> None:
    """Two of them about each fact in turn: the answer is the same by both, open, or names what each leads to."""
    silent = [(example.id, *fact) for example in in_slice(EXAMPLES, 8) for fact in silent_statements(example)]
    assert silent == []


def silent_statements(example: Example) -> Iterator[tuple[str, Any]]:
    """Facts with an answer of a witness that leads to another ruling than the one that is given, and is not named."""
    claim = read_claim(example.to_claim())
    for name, value in claim.facts.items():
        others = [] if value is None or name in MEMBERS else list(list_values_to_try(claim, DECLARED[name]))
        other = next((each for each in others if each != value), None)
        if other is None:
            continue
        stored = {**example.to_claim(), "witnesses": {name: told(write_fact(name, value), write_fact(name, other))}}
        stored["facts"] = {fact: each for fact, each in stored["facts"].items() if fact != name}
        contested = read_claim(stored)
        if get_facts_of_claim(contested).peek(DECLARED[name]) is not None:
            # It follows from another fact, as a seat wind from the dealer.
            continue
        again = rule(contested)
        points = [point for each in add_breaking_points(contested, again) for point in each.breaking_points]
        named = {str(each) for point in points if point.fact == name for each in point.values}
        for each in (value, other):
            as_told = rule(claim._replace(facts={**claim.facts, name: each}))
            if again and as_told not in ([], again) and str(write_fact(name, each)) not in named:
                yield name, each


def test_a_thin_hand_is_priced_by_what_a_witness_says() -> None:
    facts = {**MCR_WIN, "hand": MCR_THIN}
    answer = answer_claim({**CLAIM, "facts": facts, "witnesses": {"last_tile": told(True, False)}})
    assert {name for each in answer["findings"] for name in each["missing"]} == {"last_tile"}
    assert [point["then"][0]["penalty"] for point in answer["by_witnesses"]] == ["stands", "payment"]
