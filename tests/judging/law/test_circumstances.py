"""Circumstances of a win as facts of their own, and as objects of earlier claims."""

from __future__ import annotations

from typing import Any

import pytest

from engine.family import ruleset, ruleset_names
from judging.law import decide, examine, read_claim
from judging.law.answers import answer_claim
from judging.law.facts import MEMBER_OF
from judging.law.questions import list_questions
from tests.support.claims import MCR_GOOD, MCR_WIN, RIICHI_GOOD, RIICHI_WIN, SC_WIN, TAIWAN_WIN

RIICHI: dict[str, Any] = {
    "kind": "win",
    "ruleset": "riichi-ema-2016",
    "seat": 1,
    "facts": {**RIICHI_WIN, "hand": RIICHI_GOOD},
}


def told(claim: dict[str, Any], **facts: Any) -> dict[str, Any]:
    return answer_claim({**claim, "facts": {**claim["facts"], **facts}})


@pytest.mark.parametrize(
    ("name", "facts", "alone", "together"),
    [
        ("mcr-2006", {**MCR_WIN, "hand": MCR_GOOD}, {"last_tile": True}, {"last_tile": True}),
        ("mcr-2014", {**MCR_WIN, "hand": MCR_GOOD}, {"last_copy": True}, {"last_copy": True}),
        ("riichi-ema-2016", RIICHI["facts"], {"counters": 2, "dora_indicators": "1m"},
         {"honba": 2, "dora_indicators": "1m"}),
        ("riichi-wrc", {**RIICHI["facts"], "in_riichi": True, "passed_own": False},
         {"ippatsu": True, "ura_indicators": "1m"}, {"ippatsu": True, "ura_indicators": "1m"}),
        ("taiwan-aono", TAIWAN_WIN, {"dealer_repeats": 2, "ready": "diting"}, {"dealer_repeats": 2, "ready": "diting"}),
        ("sichuan-sbr-2025", {**SC_WIN, "last_discard": "", "kongs": []}, {"after_kong": True}, {"after_kong": True}),
    ],
)  # fmt: skip
def test_a_fact_and_the_object_that_tells_it_get_the_same_ruling(
    name: str, facts: dict[str, Any], alone: dict[str, Any], together: dict[str, Any]
) -> None:
    rulings, claims = [], [{}, alone, {"circumstances": together}]
    for more in claims:
        claim = read_claim({"kind": "win", "ruleset": name, "seat": 1, "facts": {**facts, **more}})
        assert read_claim(claim.to_dict()) == claim
        rulings.append(decide(claim, examine(claim)))
    assert rulings[1] == rulings[2] != ()
    assert rulings[0] != rulings[1]


def test_each_circumstance_is_unknown_by_itself_and_asked_for_where_it_matters() -> None:
    assert told(RIICHI, ippatsu=None)["verdict"] == "holds"
    assert (told(RIICHI, in_riichi=True, passed_own=False, ippatsu=None)["verdict"]) == "undecided"
    assert (told(RIICHI, replacement=None)["verdict"], told(RIICHI, last_tile=None)["verdict"]) == (
        "holds",
        "undecided",
    )
    self_drawn = told(RIICHI, by="self_draw", replacement=None)
    assert [each["missing"] for each in self_drawn["findings"] if each["missing"]] == [["replacement"]]


def test_every_edition_asks_for_the_circumstances_that_it_counts() -> None:
    """Of each edition at least the last tile and one of its own; none that no pattern of it counts."""
    asked = {
        name: {fact for fact in list_questions("win", ruleset(name)) if fact in MEMBER_OF} for name in ruleset_names()
    }
    assert all(len(facts & {"last_tile", "replacement"}) == 2 < len(facts) for facts in asked.values())
    assert "first_turn" not in asked["mcr-2006"]
    assert ("visible" in asked["mcr-2006"], "visible" in asked["riichi-wrc"]) == (False, False)
    with_earthly_wins = [name for name in ruleset_names() if name.startswith("sichuan") and "first_turn" in asked[name]]
    assert with_earthly_wins == [
        name
        for name in ruleset_names()
        if name.startswith("sichuan") and "tianhu" in {row.id for row in ruleset(name).patterns}
    ]


def test_facts_that_no_check_reads_are_named() -> None:
    assert "ignored" not in told(RIICHI)
    assert told(RIICHI, tiles_held=14, last_copy=True)["ignored"] == ["tiles_held", "last_copy"]
    assert told(RIICHI, passed_circumstances={"last_tile": True}).get("ignored") is None
    of_mcr = {"kind": "win", "ruleset": "mcr-2006", "seat": 1, "facts": {**MCR_WIN, "hand": MCR_GOOD}}
    assert told(of_mcr, passed_circumstances={"last_tile": True})["ignored"] == ["passed_circumstances"]
