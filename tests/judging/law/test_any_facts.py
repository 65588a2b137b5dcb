"""Any facts get an answer: no crash, a clause with a text, proposals that can be stored."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from engine.family import ruleset, ruleset_names
from judging.law import (
    Claim,
    ClaimError,
    Finding,
    Proposal,
    Verdict,
    combine_verdicts,
    decide,
    examine,
    find_next_question,
    read_claim,
)
from judging.law.breaking_points import add_breaking_points
from judging.law.examples import Example
from judging.law.facts import MEMBERS, NOTHING_OF, FactType
from judging.law.findings import get_clause_text
from judging.law.infractions import list_infractions
from judging.law.kinds import get_checks, get_declared, list_facts, load_facts, load_kinds
from tests.support.claims import CALL, EXAMPLES, note_facts, undeclared

ASKED = [
    (name, kind.code)
    for name in ruleset_names()
    for kind in load_kinds().values()
    if get_checks(kind.code, ruleset(name).family)
]
SEATS = st.integers(0, 3)
TOLD = [
    ["discard", 0, "4s"],
    ["discard", 2, "?"],
    ["discard", 1, "1s", "drawn"],
    ["draw", 1, "1s"],
    ["pung", 1, 0, "3m"],
    ["chow", 1, 0, "4s", "23s"],
    ["akong", 2, "5p"],
    ["ckong", 1, "9s"],
    ["win", 3, "self"],
]


@cache
def typed(name: str, preset: str) -> st.SearchStrategy[Any]:
    """Values that a form would accept for a fact; hands are those of the family's examples."""
    fact, family = load_facts()[name], preset.split("-")[0]
    seen = [each.facts[fact.name] for each in EXAMPLES if each.ruleset.startswith(family) and fact.name in each.facts]
    suits = "mps" if family == "sichuan" else "mpsz"
    tiles = [f"{number}{suit}" for suit in suits for number in range(1, 8)]
    if fact.name == "fault":
        return st.sampled_from(sorted(list_infractions(ruleset(preset))))
    choices = {
        FactType.FLAG: st.booleans(),
        FactType.NUMBER: st.sampled_from([0, 1, 3, 5, 8, 13, 14, 16, 17, 32000]),
        FactType.TILE: st.sampled_from(tiles),
        FactType.TILES: st.lists(st.sampled_from(tiles), max_size=4).map("".join),
        FactType.SUITS: st.lists(st.sampled_from("mps"), min_size=4, max_size=4),
        FactType.SEAT: SEATS,
        FactType.SEATS: st.lists(SEATS, unique=True, max_size=4),
        FactType.WIND: st.sampled_from("ESWN"),
        FactType.KONGS: st.sampled_from([[], [[1, "concealed"]], [[1, "direct", 0], [2, "fresh", None, [3]]]]),
        FactType.EVENTS: st.lists(st.sampled_from(TOLD), max_size=5),
        FactType.PATTERNS: st.lists(st.sampled_from([row.id for row in ruleset(preset).patterns]), max_size=2),
    }
    words = st.sampled_from([word for word, _ in fact.choices]) if fact.choices else st.nothing()
    choices |= {FactType.CHOICE: words, FactType.CHOICES: st.lists(words, unique=True, max_size=3)}
    made = choices.get(fact.type, st.nothing())
    return st.one_of(made, st.sampled_from(seen)) if seen else made


@st.composite
def claims(draw: st.DrawFn) -> dict[str, Any]:
    preset, kind = draw(st.sampled_from(ASKED))
    given_facts = {}
    for fact in list_facts(kind, ruleset(preset).family):
        value = typed(fact.name, preset)
        if not value.is_empty and draw(st.integers(0, 9)):
            given_facts[fact.name] = draw(value)
    if draw(st.booleans()):
        given_facts["circumstances"] = draw(st.sampled_from([{}, {"last_tile": True}, {"replacement": None}, None]))
    return {"kind": kind, "ruleset": preset, "seat": draw(SEATS), "facts": given_facts}


@example({"kind": "call", "ruleset": "sichuan-tfmj-2024", "seat": 0, "facts": {"call": "chow", "dead": True}})
@given(claims())
def test_the_law_answers_whatever_was_typed(asked: dict[str, Any]) -> None:
    try:
        claim = read_claim(asked)
    except ClaimError as error:
        if error.at != "facts.kongs":
            raise
        # Random kongs and hands do not go together (claims.toml).
        return
    with pytest.MonkeyPatch.context() as patch:
        made = note_facts(patch)
        findings = examine(claim)
        assert undeclared(claim, made) == []
    find_next_question(claim)
    assert findings
    for finding in findings:
        assert get_clause_text(finding.clause) or finding.clause.split("/")[0] in ("RI-4", "MCR-4", "SC-4", "TW-4")
        assert finding.infraction is None or finding.infraction in list_infractions(claim.ruleset)
    verdict = combine_verdicts(findings)
    for proposal in decide(claim, findings):
        assert Proposal.from_dict(json.loads(json.dumps(proposal.to_dict()))) == proposal
        assert proposal.title
        # Kong income alone may still be open.
        assert verdict is not Verdict.UNDECIDED or proposal.effects.refund_kongs
        if verdict is Verdict.HOLDS:
            assert not proposal.infraction


def rule(claim: Claim, findings: tuple[Finding, ...]) -> list[Proposal]:
    """The proposed rulings, without those that the referee may choose instead."""
    return [each._replace(options=()) for each in decide(claim, findings)]


def each_alone(claim: Claim) -> Claim:
    """The claim with the circumstances of its objects as facts of their own.

    An answer in an object goes before the fact's own, and that before what an empty or unknown object says of it.
    """
    alone: dict[str, Any] = {}
    members_told: dict[str, Any] = {}
    for of, members in MEMBERS.items():
        held = claim.facts.get(of, {})
        if held is None:
            alone |= {fact.name: None for fact in members.values()}
        elif of in claim.facts and not held:
            alone |= {fact.name: NOTHING_OF[fact.type] for fact in members.values() if fact.type in NOTHING_OF}
        elif held:
            alone |= {members[key].name: None for key in held if key in members}
            told = {members[key].name: value for key, value in held.items() if key in members}
            members_told |= {name: value for name, value in told.items() if value is not None}
    own = {name: value for name, value in claim.facts.items() if name not in MEMBERS}
    return claim._replace(facts={**alone, **own, **members_told})


def outcomes(ruled: list[Proposal], missing: set[str]) -> list[Proposal]:
    """The rulings alone, without the number of earlier offences and the clause, which is that of the first reason.

    Kong income that a finding asks for is open.
    """
    rulings = [each._replace(clause="", repeat=0) for each in ruled]
    if "kongs" not in missing:
        return rulings
    return [each._replace(effects=each.effects._replace(refund_kongs=False)) for each in rulings]


def silent_changes(claim: Claim) -> list[tuple[str, str]]:
    """Facts without whose answer the ruling is another one, although neither a finding nor a proposal names them."""
    ruled = rule(claim, examine(claim))
    claim = each_alone(claim)
    assert rule(claim, examine(claim)) == ruled
    silent = []
    for name in {*claim.facts, *get_declared(claim.kind, claim.ruleset.family)} if ruled else ():
        without = {known: value for known, value in claim.facts.items() if known != name}
        for word, facts_left in (("nobody knows", {**without, name: None}), ("nobody has asked", without)):
            if word == "nobody has asked" and name == "claimed_patterns":
                # A claim that names no patterns is about the value alone.
                continue
            less = claim._replace(facts=facts_left)
            findings = examine(less)
            again = rule(less, findings)
            missing = {each for finding in findings for each in finding.missing}
            if name in missing or not again or outcomes(again, missing) == outcomes(ruled, missing):
                continue
            points = [point.fact for each in add_breaking_points(less, again) for point in each.breaking_points]
            silent += [(name, word)] if name not in points else []
    return silent


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_an_unanswered_fact_changes_no_ruling_without_saying_so(example: Example) -> None:
    """Each fact in turn unknown and not asked: the ruling is the same, open, or names the fact."""
    assert silent_changes(read_claim(example.to_claim())) == []


WIND_OF_ANOTHER_DEALER = {
    "kind": "win", "ruleset": "riichi-ema-2008", "seat": 0,
    "facts": {
        "dead": False, "by": "self_draw", "in_time": False, "in_riichi": False, "own_discards": "",
        "passed_tiles": "", "passed_own": False, "prevalent_wind": "E", "seat_wind": "S", "dealer": 0, "shown": True,
    },
}  # fmt: skip


# One claim is ruled on a hundred times, so that to shrink it takes minutes; the claim names its facts as it is.
@settings(max_examples=40, phases=set(Phase) - {Phase.shrink, Phase.explain})
@example(WIND_OF_ANOTHER_DEALER)
@given(claims())
def test_no_more_does_one_of_random_claims(asked: dict[str, Any]) -> None:
    try:
        claim = read_claim(asked)
    except ClaimError:
        return
    assert silent_changes(claim) == []


IMPOSSIBLE = [
    ("call sichuan-world-championship", {"won_seats": [0, 1, 2, 3], "void_suit": "m"}, "won_seats"),
    ("swap riichi-wrc", {"call": "concealed_kong", "discarded": "5p"}, None),
]


@pytest.mark.parametrize(("asked", "more", "missing"), IMPOSSIBLE)
def test_facts_that_no_hand_can_have_are_answered(asked: str, more: dict[str, Any], missing: str | None) -> None:
    kind, name = asked.split()
    claim = read_claim({"kind": kind, "ruleset": name, "seat": 1, "facts": {**CALL, **more}})
    (finding,) = examine(claim)
    assert finding.missing == ((missing,) if missing else ())
    assert finding.verdict is (Verdict.UNDECIDED if missing else Verdict.HOLDS)
