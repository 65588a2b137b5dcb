from __future__ import annotations

from typing import Any

from engine.family import ruleset
from judging.law.examples import examples_of
from judging.law.kinds import facts
from judging.rulebook.logic.evidence import EvidenceLine, answers
from tournaments.game.terms.reader import ENGLISH

NAMES = {0: "Olga", 1: "Petra", 2: "Otto", 3: "Sam"}


def said(preset: str, **facts: Any) -> list[Any]:
    return [each.value for each in answers({"facts": facts}, NAMES, ruleset(preset), ENGLISH)]


def test_answers_are_said_in_the_words_of_the_form() -> None:
    shown = [
        (one.kind, one.value)
        for one in answers(
            {"seat": 1, "facts": {"shown": True, "in_time": None, "by": "robbed_kong", "seat_wind": "S", "source": 3,
                                  "won_seats": [], "passed_tiles": "", "own_discards": "5z", "named_points": 8}},
            NAMES, ruleset("mcr-2006"), ENGLISH,
        )
    ]  # fmt: skip
    assert shown == [
        ("text", "Petra"), ("text", "Yes"), ("text", "Nobody knows"), ("text", "Robbing a kong"), ("text", "South"),
        ("text", "Sam"), ("text", "Nobody"), ("text", "None"), ("tiles", "5z"), ("text", "8"),
    ]  # fmt: skip


def test_what_belongs_to_each_seat_bears_its_name() -> None:
    assert said("sichuan-sbr-2025", hands=["", "123m", "", ""]) == [[EvidenceLine("Petra", "123m")]]
    assert said("sichuan-sbr-2025", void_suits=["m", "", "", "s"]) == [
        [EvidenceLine("Olga: Characters"), EvidenceLine("Sam: Bamboos")]
    ]
    kongs = [[0, "concealed", None, [2, 3]], [1, "direct", 3]]
    assert said("sichuan-sbr-2025", kongs=kongs) == [
        [
            EvidenceLine("Olga: concealed kong, won before: Otto, Sam"),
            EvidenceLine("Petra: kong of a discard, fed by Sam"),
        ]
    ]


def test_circumstances_and_faults_have_their_titles() -> None:
    shown = answers({"facts": {"circumstances": {"riichi": True, "honba": 2, "dora_indicators": "3p"}}}, NAMES,
                    ruleset("riichi-ema-2016"), ENGLISH)  # fmt: skip
    assert sorted((one.label, one.value) for one in shown) == [
        ("Counters (honba)", "2"), ("Dora indicators", "3p"), ("Riichi", "Yes"),
    ]  # fmt: skip
    assert said("mcr-2006", fault="talk") != ["talk"]


def test_a_record_is_shown_event_by_event_and_hidden_hands_are_left_out() -> None:
    claim = {"facts": {}, "log": {"deal": ["?" * 13, "123m"], "events": [["draw", 1, "9s"], ["discard", 1, "9s"]]},
             "event": ["win", 2, 1, "9s"]}  # fmt: skip
    assert [(one.kind, one.value) for one in answers(claim, NAMES, ruleset("mcr-2006"), ENGLISH)] == [
        ("list", [EvidenceLine("Petra", "123m")]),
        ("record", [EvidenceLine("Petra: draws", "9s"), EvidenceLine("Petra: discards", "9s")]),
        ("list", [EvidenceLine("Otto: wins", "9s")]),
    ]


def test_every_example_of_every_family_is_told_without_codes() -> None:
    for example in (*examples_of("mcr"), *examples_of("riichi"), *examples_of("taiwan"), *examples_of("sichuan")):
        shown = answers({"seat": example.seat, "facts": example.facts}, NAMES, ruleset(example.ruleset), ENGLISH)
        codes = {code for name in example.facts for code, _words in facts()[name].choices if "_" in code}
        assert [one.value for one in shown if isinstance(one.value, str) and one.value in codes] == [], example.id
        assert len(shown) > len([value for value in example.facts.values() if value != {}]) - 1, example.id
