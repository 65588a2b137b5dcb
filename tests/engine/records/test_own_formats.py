from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.family import ruleset, ruleset_names
from engine.play import events as play
from engine.play.events import Chowed, Discarded, Drew, Ended, Event, HandDied, Ponged, VoidChosen, Won
from engine.play.table import Setup
from engine.play.walks import walk
from engine.records import RecordError, detect, dump, dumps, load, loads
from engine.tiles.tile import FLOWERS, RED_FIVES, UNKNOWN, Suit, sort_tiles
from tests.support.rows import rows_of

rows = rows_of(__file__)

LOG = """\
# a hand of three lines
ruleset taiwan-aono
dealer B
deal A 123456789m1234567p
deal B 123456789m1234567s9s
deal C 112233445566p1234s
deal D 112233445566s5678p

S draw 9p        # S is the seat after the dealer
S discard 9p (drawn)
W pung 9p with 99p from S
"""


@settings(max_examples=25)
@given(st.sampled_from(ruleset_names()), st.integers(0, 10_000), st.sampled_from(("text", "json")))
def test_a_hand_comes_back_from_either_format(name: str, seed: int, form: str) -> None:
    hand = walk(ruleset(name), seed)
    text = dumps(hand.setup, hand.events, form)
    record = loads(text)
    assert detect(text) == form
    assert record.problems == ()
    assert [(each.setup, each.events) for each in record.hands] == [(hand.setup, hand.events)]


SEATS = st.integers(0, 3)
TILES = st.sampled_from([*range(34), *RED_FIVES, UNKNOWN])
FLOWER = st.sampled_from(FLOWERS)
OWN = st.lists(st.sampled_from(range(34)), min_size=2, max_size=3).map(sort_tiles).map(tuple)
EVENTS = st.one_of(
    st.builds(Drew, SEATS, TILES),
    st.builds(Discarded, SEATS, TILES, st.sampled_from((True, False, None))),
    st.builds(Chowed, SEATS, SEATS, TILES, OWN),
    st.builds(Ponged, SEATS, SEATS, TILES, st.just(()) | OWN),
    st.builds(play.Konged, SEATS, SEATS, TILES, st.just(()) | OWN),
    st.builds(play.AddedKong, SEATS, TILES),
    st.builds(play.ConcealedKong, SEATS, TILES),
    st.builds(play.FlowerShown, SEATS, FLOWER),
    st.builds(play.FlowerRobbed, SEATS, SEATS, FLOWER),
    st.builds(play.DeclaredRiichi, SEATS),
    st.builds(play.DeclaredReady, SEATS),
    st.builds(VoidChosen, SEATS, st.sampled_from(list(Suit)[:3]), st.none() | st.integers(0, 26)),
    st.builds(play.DoraTurned, TILES),
    st.builds(Won, SEATS, st.none() | SEATS, st.none() | TILES),
    st.builds(play.UraTurned, OWN),
    st.builds(play.Passed, SEATS),
    st.builds(Ended, st.sampled_from(play.ENDS)),
    st.builds(HandDied, SEATS, st.sampled_from(("void_violation", "ruling"))),
)


@cache
def setup_of(name: str) -> Setup:
    return walk(ruleset(name), 1).setup


@settings(max_examples=100)
@given(st.sampled_from(ruleset_names()), st.lists(EVENTS, max_size=12), st.sampled_from(("text", "json")))
def test_every_event_comes_back_from_either_format(name: str, events: list[Event], form: str) -> None:
    (hand,) = loads(dumps(setup_of(name), events, form), form).hands
    assert hand.events == tuple(events)


def test_seats_are_winds_or_letters_and_comments_are_left_out() -> None:
    (hand,) = loads(LOG).hands
    assert hand.setup.dealer == 1
    assert hand.events == (Drew(2, 17), Discarded(2, 17, True), Ponged(3, 2, 17, (17, 17)))
    assert hand.lines == (9, 10, 11)


def test_the_lines_of_the_specifications_are_read() -> None:
    header = "ruleset sichuan-world-championship\n"
    header += "".join(f"deal {seat} {'1234567891234m' if seat < 'C' else '1234567891234p'}\n" for seat in "ABCD")
    lines = "B void s card\nC void m tile 9m\nA repl 5p\nB first_discard 9s\n"
    lines += "B win 2m from C\nB win self\nend three\nend wall\n"
    (hand,) = loads(header + lines).hands
    assert hand.events == (
        VoidChosen(1, Suit.BAMBOOS),
        VoidChosen(2, Suit.CHARACTERS, 8),
        Drew(0, 13),
        Discarded(1, 26),
        Won(1, 2, 1),
        Won(1, None),
        Ended("exhaustive"),
    )


@rows
def test_a_line_that_cannot_be_read_is_told_with_its_number_and_ends_the_hand(line: str, message: str) -> None:
    record = loads(LOG + line + "\nS draw 1m\n")
    (problem,) = record.problems
    assert problem.line == 12
    assert message in problem.message
    assert len(record.hands[0].events) == 3


def test_header_lines_are_judged_too_and_hands_are_told_apart() -> None:
    record = loads(f"hand 1\n{LOG}hand 2\nruleset nowhere\nhonba many\n")
    assert [hand.name for hand in record.hands] == ["1"]
    assert [problem.line for problem in record.problems] == [15]


def test_files_and_formats(tmp_path: Path) -> None:
    hand = walk(ruleset("mcr-japan"), 1)
    for form in ("text", "json"):
        path = tmp_path / form
        dump(hand.setup, hand.events, path, form)
        assert load(path).hands[0].events == hand.events
    with pytest.raises(RecordError):
        dumps(hand.setup, hand.events, "wav")
    with pytest.raises(RecordError):
        loads("", "wav")


def test_bad_json_lines_are_problems_of_their_lines() -> None:
    hand = walk(ruleset("mcr-japan"), 1)
    record = loads('{"ruleset": \n' + dumps(hand.setup, hand.events, "json") + '{"ruleset": "x"}\n')
    assert [problem.line for problem in record.problems] == [1, 3]
    assert len(record.hands) == 1


def test_several_events_stand_on_a_line_with_remarks() -> None:
    text = LOG + "W discard 1p (hand); N draw 2s (from the front), N discard 2s (drawn)\n"
    (hand,) = loads(text).hands
    assert hand.events[3:] == (Discarded(3, 9, False), Drew(0, 19), Discarded(0, 19, True))
    assert hand.lines[3:] == (12, 12, 12)


def test_a_hand_ended_by_a_violation_is_that_players() -> None:
    header = "ruleset sichuan-world-championship\n"
    header += "".join(f"deal {seat} {'1234567891234m' if seat < 'C' else '1234567891234p'}\n" for seat in "ABCD")
    died = HandDied(1, "void_violation")
    assert loads(header + "end violation B\n").hands[0].events == (died,)
    assert loads(header + "B dead void_violation\nend violation B\n").hands[0].events == (died,)
    (problem,) = loads(header + "end violation\n").problems
    assert (problem.line, problem.message) == (6, "expected a seat after end violation")


def test_one_case_over_several_lines_and_a_list_of_cases_are_read() -> None:
    hand = walk(ruleset("mcr-japan"), 1)
    case = json.loads(dumps(hand.setup, hand.events, "json"))
    assert loads(json.dumps(case, indent=1)).hands[0].events == hand.events
    listed = loads(json.dumps([case, case]).replace("}, {", "},\n{"))
    assert [(each.line, each.events) for each in listed.hands] == [(1, hand.events), (2, hand.events)]


def test_a_deal_that_cannot_be_is_a_problem_of_its_line() -> None:
    record = loads("hand 1\n" + LOG.replace("deal D 112233445566s5678p", "deal D 999999999999s5678p"))
    assert record.hands == ()
    assert [problem.line for problem in record.problems] == [1]
