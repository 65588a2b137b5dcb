from __future__ import annotations

import json
from typing import Any

import pytest

from engine.family import Ruleset, ruleset
from engine.records.cases import case_of
from judging.cases.forms.facts import FactsForm
from judging.cases.logic.form_answers import initial_values, unknown_start
from judging.law.claim_reading import read_claim
from judging.law.questions import questions_of

SC = ruleset("sichuan-world-championship")
SEATS = [(seat, name) for seat, name in enumerate(("Ana", "Ben", "Cho", "Dai"))]


def form(text: str, rules: Ruleset = SC) -> FactsForm:
    return FactsForm({"seat": "1", "kongs": text}, kind="void_suit", rules=rules, seats=SEATS)


@pytest.mark.parametrize(
    ("text", "kongs"),
    [
        ("2 concealed", [[1, "concealed"]]),
        ("2 direct 4\n\n1 Late", [[1, "direct", 3], [0, "late"]]),
        ("2 concealed / 3 4\n1 direct 2/3", [[1, "concealed", None, [2, 3]], [0, "direct", 1, [2]]]),
    ],
)
def test_kongs_are_typed_a_line_each_and_come_back_as_typed(text: str, kongs: list[Any]) -> None:
    typed = form(text)
    assert typed.is_valid()
    assert typed.claim["facts"] == {"kongs": kongs}
    shown = initial_values(typed.claim)["kongs"]
    again = form(shown)
    assert again.is_valid()
    assert again.claim["facts"] == {"kongs": kongs}


def test_kongs_are_asked_for_where_their_income_goes_back() -> None:
    """SC-7.1 by option; the inspection (SC-5.9) and the discard after a kong (SC-5.8) return it in any case."""
    kept = ruleset("sichuan-world-championship", {"violator_kong_refund": False})
    for kind in ("void_suit", "call", "fault"):
        assert "kongs" in questions_of(kind, SC)
        assert "kongs" not in questions_of(kind, kept)
    assert all("kongs" in questions_of(kind, kept) for kind in ("inspection", "win"))
    assert "kongs" not in questions_of("win", ruleset("mcr-2006"))


@pytest.mark.parametrize(
    ("preset", "asks", "from_dealer"),
    [("mcr-2006", False, False), ("riichi-ema-2016", True, False), ("taiwan-aono", True, True)],
)
def test_the_form_says_why_it_asks_for_winds(preset: str, asks: bool, from_dealer: bool) -> None:
    """MCR-2.6: the number tells; RI-2.7, TW-2.14: dealers stay; TW-2.7: the break may give other seat winds."""
    fields = FactsForm(kind="win", rules=ruleset(preset), seats=SEATS).fields
    assert bool(fields["prevalent_wind"].help_text) == asks
    assert bool(fields["seat_wind"].help_text) == from_dealer


def test_events_that_were_told_are_typed_a_line_each_and_come_back_as_typed() -> None:
    typed = [["discard", 2, "5m"], ["discard", 3, "9s"], ["pung", 1, 3, "9s"], ["discard", 1, "?"]]

    def told(text: str) -> FactsForm:
        return FactsForm({"seat": "1", "happened": text}, kind="lock", rules=SC, seats=SEATS)

    form = told("C discard 5m\nD discard 9s\n\nB pung 9s from D\nB discard ?")
    assert form.is_valid(), form.errors
    assert form.claim["facts"] == {"happened": typed}
    shown = initial_values({**form.claim, "ruleset": SC.name})["happened"]
    again = told(shown)
    assert again.is_valid()
    assert (shown.splitlines()[0], again.claim["facts"]) == ("C discard 5m", {"happened": typed})
    wrong = told("C discard 5m\nC sneezes")
    assert not wrong.is_valid()
    assert "2" in str(wrong.errors["happened"])


def test_a_recorded_log_comes_back_as_one_that_can_be_sent_again() -> None:
    """The stored record does not contain the ruleset, which stands beside it."""
    rules = ruleset("mcr-2006", {"min_points": 6})
    start = case_of(unknown_start(rules), [])
    sent = {"seat": "0", "log": json.dumps(start), "event": '["draw", 0, "1m"]'}
    first = FactsForm(sent, kind="win", rules=rules, seats=SEATS)
    assert first.is_valid(), first.errors
    stored = read_claim({**first.claim, "ruleset": rules.name, "parameters": {"min_points": 6}}).to_dict()
    assert "ruleset" not in stored["log"]
    again = FactsForm({**sent, **initial_values(stored)}, kind="win", rules=rules, seats=SEATS)
    assert again.is_valid(), again.errors
    assert again.claim == first.claim
