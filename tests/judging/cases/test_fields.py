"""Errors at the field of each kind of fact, in the words of the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from engine.errors import EngineError
from engine.family import ruleset
from judging.cases.forms.facts import FactsForm
from judging.cases.forms.fields import problem
from judging.cases.logic.form_answers import initial_values
from judging.law import read_claim
from judging.rulebook.queries.clauses import kind_choices

SEATS = [(0, "Olga"), (1, "Petra"), (2, "Otto"), (3, "Sam")]
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


@pytest.mark.parametrize(
    ("kind", "preset", "field", "text", "says"),
    [
        (
            "win",
            "mcr-2006",
            "hand",
            "1m9",
            "A number must be followed by a suit letter (m, p, s, z or f) (character 3)",
        ),
        (
            "win",
            "mcr-2006",
            "hand",
            "99p chow(135m)",
            "A chow needs three consecutive numbers of one suit (character 10)",
        ),
        ("call", "mcr-2006", "called_tile", "33m", "Exactly one tile is expected here (character 1)"),
        ("lock", "riichi-ema-2016", "own_discards", "5z9x", None),
        ("win", "riichi-ema-2016", "circumstances_dora_indicators", "1q", None),
        ("inspection", "sichuan-sbr-2025", "hands_2", "12", None),
        ("value", "mcr-2006", "claimed_value", "many", "Enter a whole number."),
        ("inspection", "sichuan-sbr-2025", "void_suits_1", "z", None),
        (
            "inspection", "sichuan-sbr-2025", "kongs", "1 concealed\n\n5 fresh",
            "Line 3: write the seat from 1 to 4 and the kind, such as “1 concealed” or “2 direct 4”",
        ),
        (
            "inspection", "sichuan-sbr-2025", "kongs", "1 direct",
            "Line 1: Name the feeder of a direct kong, and of no other kong",
        ),
        ("event", "mcr-2006", "log", "nonsense", None),
        ("win", "mcr-2006", "event", "[", None),
    ],
)  # fmt: skip
def test_an_error_stands_at_its_field(kind: str, preset: str, field: str, text: str, says: str | None) -> None:
    found = errors(kind, preset, **{field: text})
    assert list(found) == [field]
    (sentence,) = found[field]
    assert sentence == says or says is None
    assert not RAW_NAME.match(sentence)


@pytest.mark.parametrize("preset", ["mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-sbr-2025"])
def test_nonsense_in_any_field_of_any_kind_is_said_there_without_the_laws_names(preset: str) -> None:
    rules = ruleset(preset)
    for kind, _title in kind_choices(rules.family.name):
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
    assert problem(caught.value).startswith("A disputed event needs")


def test_kongs_come_back_as_they_were_typed() -> None:
    lines = "1 concealed / 3 4\n2 direct 4\n3 late"
    form = FactsForm({"kongs": lines}, kind="inspection", rules=ruleset("sichuan-sbr-2025"), seats=SEATS)
    assert form.is_valid()
    kongs = form.claim["facts"]["kongs"]
    assert kongs == [[0, "concealed", None, [2, 3]], [1, "direct", 3], [2, "late"]]
    assert initial_values({"facts": {"kongs": kongs}})["kongs"] == lines
