from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from engine import records
from engine.family import ruleset
from engine.play.walks import walk
from engine.records.cases import case_of
from judging.cases.forms.facts import FactsForm, read_event, read_record
from tests.judging.law.test_logs import ready_log

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
