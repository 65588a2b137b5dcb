"""Records of MCR servers give back the hands that were played, with the points that they state."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest

from engine.play.events import (
    AddedKong,
    ConcealedKong,
    Discarded,
    Drew,
    Event,
    FlowerShown,
    Konged,
    Passed,
    Ponged,
    Won,
)
from engine.play.table import Replay, replay, start
from engine.play.walks import Walk
from engine.records import RecordedHand, detect, loads
from engine.tiles.tile import UNKNOWN, format_tile, format_tiles, parse_tile
from tests.support.mcr_logs import botzone_judge, botzone_lines, tziakcha, with_flowers, with_seat_walls

SEEDS = range(1, 25)


def the_hand(text: str) -> RecordedHand:
    record = loads(text)
    assert [str(problem.message) for problem in record.problems] == []
    (hand,) = record.hands
    return hand


def played(hand: RecordedHand) -> Replay:
    return replay(start(hand.setup), hand.events)


def likened(events: tuple[Event, ...]) -> list[Event]:
    """Events without passes, unstated facts about discards, and tiles named only by concealed kongs."""
    return [
        event._replace(just_drawn=None) if isinstance(event, Discarded) else event
        for event in events
        if not isinstance(event, Passed)
    ]


@pytest.mark.parametrize("write", [botzone_lines, botzone_judge])
def test_hands_of_botzone_are_read_as_they_were_played(write: Callable[[Walk], str]) -> None:
    for seed in SEEDS:
        walk = with_seat_walls(seed)
        text = write(walk)
        assert detect(text) == "botzone"
        hand = the_hand(text)
        assert hand.setup.hands == walk.setup.hands
        own = [
            event._replace(own=()) if isinstance(event, Ponged | Konged) else event for event in likened(walk.events)
        ]
        assert [_without_own(event) for event in likened(hand.events)] == [_without_own(event) for event in own]
        again = played(hand)
        assert again.stopped_at is None
        assert tuple(again.final.scores) == hand.end_scores == tuple(walk.states[-1].deltas)


def _without_own(event: Event) -> Event:
    if hasattr(event, "own"):
        return event._replace(own=tuple(sorted(event.own)))
    return event


@pytest.mark.parametrize(("wall", "packed"), [(True, False), (False, False), (True, True)])
def test_hands_of_tziakcha_are_read_as_they_were_played(*, wall: bool, packed: bool) -> None:
    for seed in SEEDS:
        walk = with_flowers(seed)
        text = tziakcha(walk, wall=wall, packed=packed)
        assert detect(text) == "tziakcha"
        hand = the_hand(text)
        for told, dealt in zip(hand.setup.hands, walk.setup.hands, strict=True):
            known = Counter(told)
            if wall:
                assert (len(told), known) == (len(dealt), Counter(dealt))
            else:
                known.pop(UNKNOWN, None)
                assert (len(told), known - Counter(dealt)) == (len(dealt), Counter())
        assert sorted(map(str, _without_order(hand.events))) == sorted(map(str, _without_order(walk.events)))
        if any(isinstance(event, Won) for event in walk.events):
            again = played(hand)
            assert (again.stopped_at, tuple(again.final.scores)) == (None, hand.end_scores)


def _without_order(events: tuple[Event, ...]) -> list[Event]:
    """Ignore the order of flower replacements in the deal."""
    kept = (Discarded, Drew, FlowerShown, AddedKong, ConcealedKong, Won)
    return [event for event in likened(events) if isinstance(event, kept)]


def test_names_and_winds_of_a_record_are_kept() -> None:
    value = json.loads(tziakcha(with_flowers(3)))
    later = json.loads(tziakcha(with_flowers(3)))
    later["step"]["i"] = 6
    first, second = loads(json.dumps({"records": [value, later]})).hands
    assert (first.setup.prevalent_wind.letter, first.setup.dealer, first.names) == (
        "E",
        0,
        ("Aki", "Bo", "Cleo", "Dai"),
    )
    assert (second.setup.prevalent_wind.letter, second.setup.dealer) == ("S", 2)
    assert second.names == ("Cleo", "Dai", "Aki", "Bo")
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
    assert [f"{type(event).__name__} {format_tile(event.tile)}" for event in hand.events] == [
        "FlowerShown 1f", "Drew 5f", "FlowerShown 5f", "Drew 7z", "Drew 2f", "FlowerShown 2f", "Drew 9s",
        "Discarded 9s",
    ]  # fmt: skip
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
    lines = botzone_lines(with_seat_walls(1)).splitlines()
    lines[8] = "Player 9 Draw W1"
    record = loads("\n".join([*lines, botzone_lines(with_seat_walls(2))]))
    assert [problem.line for problem in record.problems] == [9]
    assert next(len(hand.events) for hand in record.hands) == 2
    assert played(record.hands[1]).stopped_at is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"id": "x", "script": "????"}', "record x: the script cannot be unpacked"),
        (
            '{"id": "x", "step": {"p": [], "i": 0, "w": "00", "d": 1, "a": []}}',
            "expected 144 tiles in the wall, found 1",
        ),
        ('{"id": "x", "step": {"p": [], "i": 0, "a": [[2, 200, 0]]}}', "unknown tile 200"),
        ('{"id": "x", "step": {"p": [], "i": 0, "a": [[6, 0, 0]]}}', "a false win, after which"),
    ],
)
def test_a_record_that_cannot_be_read_says_why(text: str, said: str) -> None:
    (problem,) = loads(text).problems
    assert said in str(problem.message)


def test_the_tiles_of_botzone() -> None:
    from engine.records.botzone import tile_of

    assert [tile_of(word) for word in ("W1", "B9", "T5", "F4", "J1", "J2", "J3")] == list(
        map(parse_tile, ("1m", "9p", "5s", "4z", "7z", "6z", "5z"))
    )
