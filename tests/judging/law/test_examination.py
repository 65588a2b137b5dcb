from __future__ import annotations

import json

import pytest

from engine.family import families, ruleset_names
from judging.law import Finding, Verdict, combine_verdicts, examine, find_next_question, read_claim
from judging.law.examples import Example
from judging.law.facts import MEMBERS
from judging.law.families import load_laws
from judging.law.findings import get_clause_text
from judging.law.kinds import get_checks, get_declared, list_facts, list_kinds, load_facts, load_kinds
from tests.support.claims import EXAMPLES, SBR, note_facts, undeclared


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_example(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its verdict; clauses that have words; only facts that its kind declares; and all of it as JSON."""
    made = note_facts(monkeypatch)
    claim = read_claim(example.to_claim())
    findings = examine(claim)
    assert combine_verdicts(findings).value == example.verdict, [str(each.message) for each in findings]
    if example.verdict == "fails":
        failing = [each for each in findings if each.verdict is Verdict.FAILS and each.seat == example.seat]
        assert (example.clause, example.infraction) in [(each.clause, each.infraction) for each in failing]
    else:
        assert {each.verdict.value for each in findings} == {example.verdict}
    for finding in findings:
        assert get_clause_text(finding.clause) or finding.clause.split("/")[0] in ("RI-4", "MCR-4", "SC-4"), finding
        assert Finding.from_dict(json.loads(json.dumps(finding.to_dict()))) == finding
    assert read_claim(json.loads(json.dumps(claim.to_dict()))).to_dict() == claim.to_dict()
    assert undeclared(claim, made) == []


def test_each_kind_has_holding_and_failing_examples_in_each_family() -> None:
    seen = {(each.kind, each.ruleset.split("-")[0], each.verdict) for each in EXAMPLES}
    wanted = {
        (kind.code, family.name, verdict)
        for kind in load_kinds().values()
        for family in families().values()
        if get_checks(kind.code, family)
        for verdict in ("holds", "fails")
    }
    # Tiles shown are always some fault in Sichuan; there is nothing that could hold.
    nothing_to_hold = {("exposed", "sichuan", "holds")}
    assert wanted - seen == nothing_to_hold


@pytest.mark.parametrize("kind", [kind for kind in load_kinds() if kind != "event"])
def test_without_facts_nothing_is_guessed(kind: str) -> None:
    for family in families().values():
        if not get_checks(kind, family):
            continue
        name = next(name for name in ruleset_names() if name.startswith(family.name))
        findings = examine(read_claim({"kind": kind, "ruleset": name, "seat": 0}))
        assert combine_verdicts(findings) is Verdict.UNDECIDED
        missing = {name for finding in findings for name in finding.missing}
        assert missing <= set(load_facts())
        assert missing <= {fact.name for fact in list_facts(kind, family)}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_questions_one_after_the_other_end_in_the_same_verdict(example: Example) -> None:
    claim = read_claim({"kind": example.kind, "ruleset": example.ruleset, "seat": example.seat})
    rows = get_declared(example.kind, claim.ruleset.family)
    assumed = [*(name for name, row in rows.items() if row.role == "assumes"), *MEMBERS]
    given = {name: value for name, value in example.facts.items() if name in assumed}
    for name, value in given.items():
        claim = claim.with_fact(name, value)
    asked = []
    following = find_next_question(claim)
    while following.question is not None:
        asked.append(following.question)
        claim = claim.with_fact(following.question, example.facts.get(following.question))
        following = find_next_question(claim)
    assert len(asked) == len(set(asked))
    assert asked or given
    if example.verdict == "fails" or set(asked) <= set(example.facts):
        assert combine_verdicts(following.findings).value == example.verdict


def test_a_fact_asked_for_in_vain_is_not_asked_again() -> None:
    claim = read_claim({"kind": "fault", "ruleset": "mcr-2006", "seat": 1, "facts": {"fault": "talk"}})
    assert find_next_question(claim).question == "established"
    following = find_next_question(claim.with_fact("established", None))
    assert following.question is None
    assert [finding.missing for finding in following.findings] == [("established",)]


def test_every_family_of_the_engine_is_served() -> None:
    assert set(load_laws()) == set(families())
    for family in families().values():
        assert len(list_kinds(family)) > 5


@pytest.mark.parametrize(
    "example", [each for each in EXAMPLES if each.verdict == "fails"], ids=lambda example: example.id
)
def test_a_fault_stays_proved_while_nobody_knows_what_only_prices_it(example: Example) -> None:
    claim = read_claim(example.to_claim())
    rows = get_declared(claim.kind, claim.ruleset.family)
    pricing = [
        name
        for name, row in rows.items()
        if row.role == "prices" and row.in_edition(claim.ruleset.parameters) and row.may_matter(claim.facts)
    ]
    unknown = [claim._replace(facts={**claim.facts, name: None}) for name in pricing]
    assert [combine_verdicts(examine(each)) for each in unknown] == [Verdict.FAILS] * len(pricing)


def test_a_dead_seat_is_not_called_ready_at_the_inspection() -> None:
    """A dead hand neither pays nor collects, be it ready or not (SC-E11)."""
    given = {
        "hands": ["234567p345s88s23s", "", "234567p345s77s23s", ""],
        "void_suits": ["m", "", "m", ""],
        "other_suit_discarded": [0, 2],
        "dead_seats": [0],
    }
    findings = examine(read_claim({"kind": "inspection", "ruleset": SBR, "seat": 0, "facts": given}))
    said = [(each.seat, each.verdict.value, each.clause) for each in findings]
    assert said[:2] == [(0, "fails", "SC-E11"), (2, "holds", "SC-6.4")]
