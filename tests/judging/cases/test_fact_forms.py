"""Facts as the referee types them: kongs, events, logs; errors at the field of each kind of fact."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string

from engine import records
from engine.errors import EngineError
from engine.family import Ruleset, ruleset
from engine.play.walks import walk
from engine.records.cases import case_of
from judging.cases.forms.facts import FactsForm, read_event, read_record
from judging.cases.logic.form_answers import get_initial_values, make_unknown_start
from judging.cases.text import describe_problem
from judging.law import read_claim
from judging.law.questions import list_questions
from judging.rulebook.queries.clauses import list_kind_choices
from judging.rulebook.text.evidence import describe_answers
from tests.support.claims import ready_log
from tests.support.rows import rows_of

rows = rows_of(__file__)

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
    shown = get_initial_values(typed.claim)["kongs"]
    again = form(shown)
    assert again.is_valid()
    assert again.claim["facts"] == {"kongs": kongs}


def test_kongs_are_asked_for_where_their_income_goes_back() -> None:
    """SC-7.1 by option; the inspection (SC-5.9) and the discard after a kong (SC-5.8) return it in any case."""
    kept = ruleset("sichuan-world-championship", {"violator_kong_refund": False})
    for kind in ("void_suit", "call", "fault"):
        assert "kongs" in list_questions(kind, SC)
        assert "kongs" not in list_questions(kind, kept)
    assert all("kongs" in list_questions(kind, kept) for kind in ("inspection", "win"))
    assert "kongs" not in list_questions("win", ruleset("mcr-2006"))


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
    shown = get_initial_values({**form.claim, "ruleset": SC.name})["happened"]
    again = told(shown)
    assert again.is_valid()
    assert (shown.splitlines()[0], again.claim["facts"]) == ("C discard 5m", {"happened": typed})
    wrong = told("C discard 5m\nC sneezes")
    assert not wrong.is_valid()
    assert "2" in str(wrong.errors["happened"])


def test_a_recorded_log_comes_back_as_one_that_can_be_sent_again() -> None:
    """The stored record does not contain the ruleset, which stands beside it."""
    rules = ruleset("mcr-2006", {"min_points": 6})
    start = case_of(make_unknown_start(rules), [])
    sent = {"seat": "0", "log": json.dumps(start), "event": '["draw", 0, "1m"]'}
    first = FactsForm(sent, kind="win", rules=rules, seats=SEATS)
    assert first.is_valid(), first.errors
    stored = read_claim({**first.claim, "ruleset": rules.name, "parameters": {"min_points": 6}}).to_dict()
    assert "ruleset" not in stored["log"]
    again = FactsForm({**sent, **get_initial_values(stored)}, kind="win", rules=rules, seats=SEATS)
    assert again.is_valid(), again.errors
    assert again.claim == first.claim


RAW_NAME = re.compile(r"^(?:[a-z]+_)*[a-z]+: ")


def errors(kind: str, preset: str, **sent: Any) -> dict[str, list[str]]:
    """Field -> sentences, after the law has read the claim as well."""
    form = FactsForm(sent, kind=kind, rules=ruleset(preset), seats=SEATS)
    if form.is_valid():
        try:
            read_claim({**form.claim, "ruleset": preset})
        except EngineError as error:
            form.refuse(error)
    return {str(name): [str(sentence) for sentence in each] for name, each in form.errors.items()}


@rows
def test_an_error_stands_at_its_field(kind: str, preset: str, field: str, text: str, says: str) -> None:
    found = errors(kind, preset, **{field: text})
    assert list(found) == [field]
    (sentence,) = found[field]
    assert sentence == says or not says
    assert not RAW_NAME.match(sentence)


@pytest.mark.parametrize("preset", ["mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-sbr-2025"])
def test_nonsense_in_any_field_of_any_kind_is_said_there_without_the_laws_names(preset: str) -> None:
    rules = ruleset(preset)
    for kind, _title in list_kind_choices(rules.family.name):
        form = FactsForm(kind=kind, rules=rules, seats=SEATS)
        for name, field in form.fields.items():
            if (
                type(field).__name__ == "BooleanField"
                or name in ("log_hand", "log_at")
                or (kind, name) == ("event",) * 2
            ):
                continue  # Ticked or not; looked at only beside a record of play.
            found = errors(kind, preset, **{name: ["§9"] if hasattr(field.widget, "allow_multiple_selected") else "§9"})
            if kind == "event" and name != "log":
                found.pop("log")
            assert (kind, name, list(found)) == (kind, name, [name])
            assert [each for each in found[name] if RAW_NAME.match(each)] == []


def test_the_reader_is_told_where_it_is() -> None:
    """The field names its error to screen readers, and the summary leads to the field."""
    form = FactsForm({"hand": "123m99"}, kind="win", rules=ruleset("mcr-2006"), seats=SEATS)
    field = render_to_string("components/field.html", {"field": form["hand"]})
    assert re.search(r'<input[^>]* aria-describedby="id_hand_error"', field)
    assert re.search(r'<ul class="errorlist" id="id_hand_error"><li>A number must be followed by a suit letter', field)
    assert '<a href="#id_hand">' in render_to_string("components/error_summary.html", {"form": form})


def test_an_error_of_no_field_loses_the_laws_name_as_well() -> None:
    with pytest.raises(EngineError) as caught:
        read_claim({"kind": "win", "ruleset": "mcr-2006", "event": ["win", 1, "self", "5m"]})
    assert describe_problem(caught.value).startswith("A disputed event needs")


RULES = ruleset("riichi-ema-2016")
PLAYED = walk(RULES, 7)
TEXT = records.dumps(PLAYED.setup, PLAYED.events)
TWO = "\n".join([json.dumps(case_of(PLAYED.setup, PLAYED.events))] * 2)
LOG = {"ruleset": "riichi-ema-2016", **ready_log(["discard", 2, "1s"])}


def test_text_and_json_give_the_same_case() -> None:
    case = case_of(PLAYED.setup, PLAYED.events)
    assert read_record(TEXT) == (case, None)
    assert read_record(json.dumps(case)) == (case, None)


def test_the_case_ends_before_the_event_in_dispute() -> None:
    whole: dict[str, Any] = case_of(PLAYED.setup, PLAYED.events)
    case, event = read_record(TEXT, disputed=5)
    assert (case["events"], event) == (whole["events"][:4], whole["events"][4])


@pytest.mark.parametrize("text", ["nonsense", "", "{", TWO, '{"deal": []}'])
def test_what_is_no_single_hand_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValidationError) as caught:
        read_record(text)
    assert caught.value.messages[0].endswith((".", "expected", "seats")) or "line" in caught.value.messages[0]


def test_one_of_several_hands_is_chosen_by_its_number() -> None:
    case, _ = read_record(TWO, hand=2)
    assert case == case_of(PLAYED.setup, PLAYED.events)
    with pytest.raises(ValidationError, match="2 hands only"):
        read_record(TWO, hand=3)
    with pytest.raises(ValidationError, match="events only"):
        read_record(TEXT, disputed=9999)


@pytest.mark.parametrize("text", ['["win", 1, 2, "1s"]', "S win 1s from W", "S win from W"])
def test_an_event_is_a_list_or_a_line_of_the_text_log(text: str) -> None:
    assert read_event(text, LOG) in (["win", 1, 2, "1s"], ["win", 1, 2])


@pytest.mark.parametrize("text", ["[", "S jumps", "nobody"])
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        read_event(text, LOG)


def test_the_form_makes_a_claim_of_the_tables_own_log() -> None:
    data: dict[str, Any] = {"seat": "1", "own_log": "0", "log_at": "3"}
    seats = [(seat, str(seat)) for seat in range(4)]
    form = FactsForm(data, kind="event", rules=RULES, seats=seats, logs=[("1: game.txt", TEXT)])
    assert form.is_valid(), form.errors
    claim = form.claim
    whole: dict[str, Any] = case_of(PLAYED.setup, PLAYED.events)
    assert (claim["log"]["events"], claim["event"]) == (whole["events"][:2], whole["events"][2])
    empty = FactsForm({}, kind="event", rules=RULES, seats=seats)
    assert list(empty.errors) == ["log"]


def test_circumstances_of_an_earlier_release_come_back_as_facts() -> None:
    """Facts that the object did not name stay open, and nothing that it named is lost."""
    rules = ruleset("riichi-ema-2016")
    told = {"riichi": True, "ippatsu": True, "honba": 1, "dora_indicators": "3p"}
    stored = {"kind": "win", "ruleset": rules.name, "seat": 1, "facts": {"by": "discard", "circumstances": told}}
    values = get_initial_values(stored)
    names = ("in_riichi", "ippatsu", "counters", "dora_indicators", "last_tile")
    assert [values.get(name) for name in names] == ["yes", "yes", 1, "3p", None]
    again = FactsForm({**values, "seat": "1"}, kind="win", rules=rules, seats=SEATS)
    assert again.is_valid()
    assert again.claim["facts"] == {
        "by": "discard", "in_riichi": True, "ippatsu": True, "counters": 1, "dora_indicators": "3p",
    }  # fmt: skip
    shown = [(one.label, one.value) for one in describe_answers(stored, dict(SEATS), rules)]
    assert ("Counters (honba)", "1") in shown
    unknown = get_initial_values({**stored, "facts": {"circumstances": None}})
    assert (unknown["last_tile"], unknown["counters_unknown"]) == ("unknown", True)
    none = get_initial_values({**stored, "facts": {"circumstances": {}}})
    assert (none["last_tile"], none["dora_indicators_none"], "counters" in none) == ("no", True, False)
