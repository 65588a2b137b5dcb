import copy

import pytest

from judging.cases.logic.verification import (
    check,
    compute_engine_version,
    compute_ruling_digest,
    pack_finding,
    pack_measure,
)
from judging.law import examine, read_claim
from judging.law.rulings import decide_each
from tests.support.claims import MCR_GOOD, MCR_THIN, MCR_WIN
from tournaments.exchange.verification.lines import CHECKED, FAILED, UNKNOWN

CLAIM = {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_THIN, "won_seats": []}}


def ruling(**changed):
    """Petra's false win, her second, ruled as proposed."""
    claim = read_claim(CLAIM)
    findings = examine(claim)
    proposals = decide_each(claim, findings, lambda seat: {"false_hu_points": 1})
    shown = {
        "round": 1,
        "number": 1,
        "claim": CLAIM,
        "engine": compute_engine_version(),
        "findings": [pack_finding(each.to_dict()) for each in findings],
        "measures": [pack_measure(each.to_dict()) for each in proposals],
        "as_proposed": True,
        **copy.deepcopy(changed),
    }
    return {**shown, "digest": compute_ruling_digest(shown)}


def outcomes(*rulings):
    bundle = {"rulings": list(rulings), "seatings": [{"round": 1}]}
    return {line.text.partition(":")[0]: line.outcome for line in check(bundle)}


def failing(*rulings):
    return [text for text, outcome in outcomes(*rulings).items() if outcome == FAILED]


def test_an_honest_ruling_has_its_findings_and_what_the_law_proposes():
    found = outcomes(ruling())
    assert found.pop("whether the facts were as the referee was told, and whom a ruling concerns") == UNKNOWN
    assert set(found.values()) == {CHECKED}
    assert "it is what the law proposes for these findings" in found


def test_other_facts_findings_or_measures_fail():
    honest = ruling()
    other_facts = {**CLAIM, "facts": {**CLAIM["facts"], "dead": True}}
    (measure,) = honest["measures"]
    for forged in (
        ruling(claim=other_facts),
        ruling(findings=honest["findings"][:-1]),
        ruling(measures=[{**measure, "transfers": []}]),
        ruling(measures=[]),
        ruling(round=9),
        {**honest, "number": 2},
        ruling(claim={**CLAIM, "kind": "nothing"}),
    ):
        assert len(failing(forged)) == 1
    assert failing(honest, honest) == ["2 was computed, 1 is stated, where this should hold"]


def test_a_referees_own_measure_is_no_fault_but_is_said():
    own = ruling(measures=[{**ruling()["measures"][0], "penalty": "warning"}], as_proposed=False)
    assert outcomes(own)["why the referee decided otherwise than the law proposes"] == UNKNOWN
    assert failing(own) == []


def test_a_ruling_on_undecided_facts_is_not_called_the_laws():
    facts = {name: value for name, value in CLAIM["facts"].items() if name != "shown"}
    claim = {**CLAIM, "facts": facts | {"hand": MCR_GOOD}}
    del claim["facts"]["in_time"]
    findings = [pack_finding(each.to_dict()) for each in examine(read_claim(claim))]
    undecided = ruling(claim=claim, findings=findings, measures=[])
    found = outcomes(undecided)
    assert found["why the referee ruled on facts that the law does not decide"] == UNKNOWN
    assert "it is what the law proposes for these findings" not in found


def test_another_engine_that_finds_otherwise_is_named():
    old = ruling(findings=ruling()["findings"][1:], engine="0123456789ab")
    (line,) = [line for line in check({"rulings": [old], "seatings": [{"round": 1}]}) if "finds otherwise" in line.text]
    assert (line.outcome, "0123456789ab" in line.text, compute_engine_version() in line.text) == (UNKNOWN, True, True)


def test_another_engine_may_use_other_words():
    reworded = [{**each, "message": "Other words."} for each in ruling()["findings"]]
    assert outcomes(ruling(findings=reworded, engine="0123456789ab")) == outcomes(ruling())
    assert failing(ruling(findings=reworded)) != []


@pytest.mark.parametrize("lost", [0, 1])
def test_whether_a_session_was_lost_before_is_tried_since_no_player_is_named(lost):
    facts = {"fault": "lateness", "established": True, "minutes": 16}
    claim = {
        "kind": "fault",
        "ruleset": "mcr-mil-2025",
        "seat": 1,
        "facts": facts,
    }
    read = read_claim(claim)
    findings = examine(read)
    proposals = decide_each(read, findings, lambda seat: {"session_lost": lost})
    found = ruling(
        claim=claim,
        findings=[pack_finding(each.to_dict()) for each in findings],
        measures=[pack_measure(each.to_dict()) for each in proposals],
    )
    assert failing(found) == []
    assert [each["kind"] for each in found["measures"][0]["place_in_event"]] == [
        "session_lost",
        *["disqualified"] * lost,
    ]
