from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from engine.family import ruleset
from engine.play.events import (
    Chowed,
    ConcealedKong,
    DeclaredRiichi,
    Discarded,
    DoraTurned,
    Drew,
    Ended,
    Event,
    Konged,
    Ponged,
)
from engine.play.start_values import start_values
from engine.play.table import replay, start
from engine.play.walks import Walk, walk
from engine.records import RecordError, detect, loads
from engine.tiles.tile import kind_of
from tests.support.logs import mjai, recorded, tenhou_json, tenhou_xml

SEEDS = range(1, 60)


def likened(events: tuple[Event, ...]) -> list[object]:
    """Events without details that logs give or omit: drawn or not, and own tiles used."""
    found: list[object] = []
    for event in events:
        if isinstance(event, Discarded):
            found.append(event._replace(just_drawn=None))
        elif isinstance(event, (Ponged, Konged)):
            found.append(event._replace(own=()))
        elif isinstance(event, Chowed):
            found.append(event._replace(own=tuple(sorted(event.own))))
        elif isinstance(event, ConcealedKong):
            found.append(event._replace(tile=kind_of(event.tile)))
        else:
            found.append(event)
    return found


def without_dora(events: tuple[Event, ...]) -> list[object]:
    """Events without kong indicators, whose time Tenhou's JSON does not give."""
    return [event for event in likened(events) if not isinstance(event, DoraTurned)]


@pytest.mark.parametrize("write", [tenhou_xml, tenhou_json, mjai])
def test_hands_of_a_server_are_read_and_legal_and_end_with_the_scores_stated(write: Callable[[Walk], str]) -> None:
    for seed in SEEDS:
        hand = walk(ruleset("riichi-tenhou"), seed)
        if write is mjai and hand.states[-1].ended not in ("win", "exhaustive"):
            continue
        record = loads(write(hand))
        assert record.problems == ()
        (read,) = record.hands
        same = without_dora if write is tenhou_json else likened
        assert same(read.events[1:]) == same(recorded(hand.events)), seed
        played = replay(start(read.setup), read.events)
        assert played.stopped_at is None, seed
        assert played.final.scores == hand.states[-1].scores, seed
        if write is not mjai:
            assert read.end_scores == hand.states[-1].scores, seed


TENHOU = {
    "rule": {"aka": 1},
    "log": [
        [
            [0, 0, 0],
            [25000, 25000, 25000, 25000],
            [31],
            [32],
            *[[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 41, 41], [45, 23], [45, 60]],
            *[[24, 24, 25, 26, 27, 28, 29, 31, 33, 35, 37, 39, 42], [42], [60]],
            *[[11, 11, 12, 13, 14, 34, 34, 36, 36, 38, 38, 45, 45], ["45p4545", 23], [11, 60]],
            *[[15, 16, 17, 18, 19, 29, 29, 37, 37, 38, 39, 46, 47], [44], ["r60"]],
            ["流局", [0, 0, 0, 0]],
        ]
    ],
}


def test_the_lists_of_a_tenhou_hand_are_put_back_into_their_order() -> None:
    text = json.dumps(TENHOU, ensure_ascii=False)
    assert detect(text) == "tenhou-json"
    record = loads(text)
    assert record.problems == ()
    (hand,) = record.hands
    assert hand.events == (
        Drew(0, 31),
        Discarded(0, 31, False),
        Ponged(2, 0, 31, (31, 31)),
        Discarded(2, 0, False),
        Drew(3, 30),
        DeclaredRiichi(3),
        Discarded(3, 30, True),
        Drew(0, 11),
        Discarded(0, 11, True),
        Drew(1, 28),
        Discarded(1, 28, True),
        Drew(2, 11),
        Discarded(2, 11, True),
        Ended("exhaustive"),
    )
    assert hand.end_scores == (25_000, 25_000, 25_000, 24_000)
    assert start_values(hand.setup) == {"dora_indicators": (18,)}


def test_a_document_type_and_broken_xml_are_refused() -> None:
    with pytest.raises(RecordError, match="entities"):
        loads('<!DOCTYPE x [<!ENTITY a "b">]><mjloggm>&a;</mjloggm>')
    with pytest.raises(RecordError, match="invalid XML"):
        loads("<mjloggm><INIT></mjloggm>")


def test_three_players_and_broken_values_are_problems_of_their_lines() -> None:
    record = loads('<mjloggm>\n<GO type="25"/>\n<INIT seed="0,0"/>\n</mjloggm>')
    assert [problem.line for problem in record.problems] == [2]
    record = loads('{"type": "start_game"}\n{"type": "start_kyoku"}\n{"type": 5}\n')
    assert [problem.line for problem in record.problems] == [2, 3]
