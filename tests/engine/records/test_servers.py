"""Logs of servers give back the hands that were played, with the points that they state."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from engine.play import events as play
from engine.play.events import Event
from engine.play.start_values import start_values
from engine.play.table import Replay, replay, start
from engine.records import RecordedHand, RecordError, detect, loads
from engine.records.botzone import tile_of
from engine.tiles.tile import UNKNOWN, format_tile, format_tiles, kind_of, parse_tile
from tests.support.logs import served
from tests.support.rows import rows_of

rows = rows_of(__file__)


def the_hand(text: str) -> RecordedHand:
    record = loads(text)
    assert [str(problem.message) for problem in record.problems] == []
    (hand,) = record.hands
    return hand


def played(hand: RecordedHand) -> Replay:
    return replay(start(hand.setup), hand.events)


def likened(events: tuple[Event, ...], *without: type) -> list[Event]:
    """Events without passes and details that logs give or omit: drawn or not, and own tiles used."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, play.Discarded):
            event = event._replace(just_drawn=None)
        elif isinstance(event, (play.Ponged, play.Konged)):
            event = event._replace(hand_tiles=())
        elif isinstance(event, play.Chowed):
            event = event._replace(hand_tiles=tuple(sorted(event.hand_tiles)))
        elif isinstance(event, play.ConcealedKong):
            event = event._replace(tile=kind_of(event.tile))
        if not isinstance(event, (play.Passed, *without)):
            found.append(event)
    return found


@pytest.mark.parametrize("form", ["mjai", "tenhou-json", "tenhou-xml", "botzone", "botzone-judge"])
def test_hands_are_read_as_they_were_played(form: str) -> None:
    for one in served(form):
        assert form.startswith(detect(one.log))
        hand, before = the_hand(one.log), replay(start(one.setup), one.events)
        # The log of a riichi server has the dealer's first tile as a draw, Tenhou's JSON no time for indicators.
        first = 0 if form.startswith("botzone") else 1
        without = (play.DoraTurned,) if form == "tenhou-json" else ()
        assert likened(hand.events[first:], *without) == likened(one.events, *without)
        assert first or hand.setup.hands == one.setup.hands
        again = played(hand)
        assert (again.stopped_at, again.final.scores) == (None, before.final.scores)
        assert form == "mjai" or hand.end_scores == before.final.scores


@pytest.mark.parametrize("form", ["tziakcha", "tziakcha-acts", "tziakcha-packed"])
def test_hands_of_tziakcha_are_read_with_the_tiles_that_their_acts_tell(form: str) -> None:
    # The order of flowers and replacements in the deal is not told.
    kept = (play.Discarded, play.Drew, play.FlowerShown, play.AddedKong, play.ConcealedKong, play.Won)
    for one in served(form):
        assert detect(one.log) == "tziakcha"
        hand = the_hand(one.log)
        for told, dealt in zip(hand.setup.hands, one.setup.hands, strict=True):
            known = Counter(told)
            if form == "tziakcha-acts":
                known.pop(UNKNOWN, None)
                assert (len(told), known - Counter(dealt)) == (len(dealt), Counter())
            else:
                assert (len(told), known) == (len(dealt), Counter(dealt))
        told_events, events = ([e for e in likened(each) if isinstance(e, kept)] for each in (hand.events, one.events))
        assert sorted(map(str, told_events)) == sorted(map(str, events))
        if any(isinstance(event, play.Won) for event in events):
            again = played(hand)
            assert (again.stopped_at, again.final.scores) == (None, hand.end_scores)


def test_names_and_winds_of_a_record_are_kept() -> None:
    text = served("tziakcha")[0].log
    value, later = json.loads(text), json.loads(text)
    later["step"]["i"] = 6
    first, second = loads(json.dumps({"records": [value, later]})).hands
    said = [(hand.setup.prevalent_wind.letter, hand.setup.dealer, hand.names) for hand in (first, second)]
    assert said == [("E", 0, ("Aki", "Bo", "Cleo", "Dai")), ("S", 2, ("Cleo", "Dai", "Aki", "Bo"))]
    assert played(second).stopped_at == played(first).stopped_at


def test_flowers_in_a_deal_of_the_judge_are_laid_out_first() -> None:
    deal = [
        "W1 W2 W3 H1 B1 B2 B3 T1 T2 T3 F1 F1 F2 H5 J1",
        "W4 W4 W5 W5 W6 W6 B4 B4 B5 B5 B6 B6 T4",
        "W7 W7 W8 W8 W9 W9 B7 B7 B8 B8 B9 B9 T5",
        "T1 T2 T3 T4 T5 T6 T7 T8 T9 F3 F3 F4 F4",
    ]
    shown = [
        {"action": "INIT", "quan": 2},
        {"action": "DEAL", "hand": [tiles.split() for tiles in deal]},
        {"action": "BUHUA", "player": 0, "tile": "H2"},
        {"action": "DRAW", "player": 0, "tile": "T9"},
        {"action": "PLAY", "player": 0, "tile": "T9"},
    ]
    hand = the_hand(json.dumps([{"display": one} for one in shown]))
    assert hand.setup.prevalent_wind.letter == "W"
    assert format_tiles(hand.setup.hands[0]) == "123m1f123p123s112z"
    told = ", ".join(f"{type(event).__name__} {format_tile(event.tile)}" for event in hand.events)  # type: ignore[union-attr, arg-type]
    flowers = "FlowerShown 1f, Drew 5f, FlowerShown 5f, Drew 7z, Drew 2f, FlowerShown 2f"
    assert told == f"{flowers}, Drew 9s, Discarded 9s"
    assert played(hand).stopped_at is None


OLD = """1501.txt
东 PINGHU 0 0
0 ['W1','W2','W3','B1','B2','B3','T1','T2','T3','F1','F1','F2','J1','J2'] 0
1 ['W4','W4','W5','W5','W6','W6','B4','B4','B5','B5','B6','B6','T4'] 0
2 ['W4','W4','W5','W5','W6','W6','B4','B4','B5','B5','B6','B6','T5'] 0
3 ['W7','W7','W8','W8','W9','W9','B7','B7','B8','B8','B9','B9','T6'] 0
0\t打牌\t['F2']
1\t摸牌\t['J3']
1\t打牌\t['T4']
2\t摸牌\t['T6']
2\t打牌\t['T6']
"""


def test_the_older_collection_in_chinese_words_is_read() -> None:
    assert detect(OLD) == "botzone"
    hand = the_hand(OLD)
    assert (hand.setup.dealer, len(hand.setup.hands[0]), hand.setup.seat_walls) == (0, 14, None)
    assert [getattr(event, "seat", None) for event in hand.events] == [0, 1, 1, 2, 2]
    assert played(hand).stopped_at is None


def test_a_line_that_cannot_be_read_ends_its_hand_and_is_named() -> None:
    first, second = (one.log for one in served("botzone")[:2])
    lines = first.splitlines()
    lines[8] = "Player 9 Draw W1"
    record = loads("\n".join([*lines, second]))
    assert [problem.line for problem in record.problems] == [9]
    assert next(len(hand.events) for hand in record.hands) == 2
    assert played(record.hands[1]).stopped_at is None


@rows
def test_a_record_that_cannot_be_read_says_why(text: str, said: str) -> None:
    (problem,) = loads('{"id": "x", ' + text).problems
    assert said in str(problem.message)


def test_the_tiles_of_botzone() -> None:
    words = ("W1", "B9", "T5", "F4", "J1", "J2", "J3")
    assert [tile_of(word) for word in words] == list(map(parse_tile, ("1m", "9p", "5s", "4z", "7z", "6z", "5z")))


SEATS = [
    [[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 41, 41], [45, 23], [45, 60]],
    [[24, 24, 25, 26, 27, 28, 29, 31, 33, 35, 37, 39, 42], [42], [60]],
    [[11, 11, 12, 13, 14, 34, 34, 36, 36, 38, 38, 45, 45], ["45p4545", 23], [11, 60]],
    [[15, 16, 17, 18, 19, 29, 29, 37, 37, 38, 39, 46, 47], [44], ["r60"]],
]


def test_the_lists_of_a_tenhou_hand_are_put_back_into_their_order() -> None:
    lists = [part for seat in SEATS for part in seat]
    log = [[0, 0, 0], [25000] * 4, [31], [32], *lists, ["流局", [0, 0, 0, 0]]]
    text = json.dumps({"rule": {"aka": 1}, "log": [log]}, ensure_ascii=False)
    assert detect(text) == "tenhou-json"
    hand = the_hand(text)
    assert hand.events == (
        *(play.Drew(0, 31), play.Discarded(0, 31, False), play.Ponged(2, 0, 31, (31, 31))),
        *(play.Discarded(2, 0, False), play.Drew(3, 30), play.DeclaredRiichi(3), play.Discarded(3, 30, True)),
        *(play.Drew(0, 11), play.Discarded(0, 11, True), play.Drew(1, 28), play.Discarded(1, 28, True)),
        *(play.Drew(2, 11), play.Discarded(2, 11, True), play.Ended("exhaustive")),
    )
    assert hand.end_scores == (25_000, 25_000, 25_000, 24_000)
    assert start_values(hand.setup) == {"dora_indicators": (18,)}


def test_a_document_type_and_broken_xml_are_refused() -> None:
    with pytest.raises(RecordError, match="entities"):
        loads('<!DOCTYPE x [<!ENTITY a "b">]><mjloggm>&a;</mjloggm>')
    with pytest.raises(RecordError, match="invalid XML"):
        loads("<mjloggm><INIT></mjloggm>")


def test_broken_values_are_problems_of_their_lines() -> None:
    record = loads('{"type": "start_game"}\n{"type": "start_kyoku"}\n{"type": 5}\n')
    assert [problem.line for problem in record.problems] == [2, 3]
