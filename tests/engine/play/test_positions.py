"""A table found in the middle of a hand, as values and as a case of the batch."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import EngineError
from engine.family import ruleset, ruleset_names
from engine.play.events import Discarded, Won
from engine.play.players import UNORDERED
from engine.play.positions import KnownSeat, position
from engine.play.table import Phase, Setup, legal_events, why_not
from engine.records.cases import answer_replay
from engine.tiles.fields import CaseError
from engine.tiles.tile import UNKNOWN, parse_tile

CASE: dict[str, Any] = {
    "ruleset": "riichi-ema-2016",
    "position": {
        "turn": 1,
        "phase": "act",
        "live": 20,
        "seats": [{"hand": "234m567p23s55p666z", "discards": "1s9m"}, None, {"discards": "5p"}],
    },
    "events": [["discard", 1, "4s"], ["win", 0, 1, "4s"]],
}


def changed(**values: Any) -> dict[str, Any]:
    return {**CASE, "position": {**CASE["position"], **values}}


@pytest.mark.parametrize("name", ruleset_names())
def test_a_table_of_which_nothing_is_known_goes_on(name: str) -> None:
    rules = ruleset(name)
    state = position(Setup(rules, ((),) * 4), {}, turn=2, live=11)
    assert (state.phase, state.turn, rules.procedure.wall.live_left(state)) == (Phase.DRAW, 2, 11)
    assert legal_events(state)
    assert all(set(player.concealed) == {UNKNOWN} for player in state.players)


def test_the_wall_holds_what_does_not_lie_on_the_table() -> None:
    seats = {
        0: KnownSeat.parse("?????????? kong(1111m)", "1s9m"),
        3: KnownSeat.parse("| 12f"),
        1: KnownSeat((UNKNOWN,) * 13),
    }
    state = position(Setup(ruleset("mcr-2006"), ((),) * 4), seats)
    assert state.wall_left == 144 - (10 + 4 + 2) - 13 - 13 - (13 + 2)
    assert (state.kongs, state.interrupted) == (1, True)


def test_discards_in_a_heap_have_no_time_and_those_in_order_lie_before_the_first_event() -> None:
    seats = {0: KnownSeat.parse("", "1s9m"), 1: KnownSeat.parse("", "1s9m", ordered=True)}
    state = position(Setup(ruleset("taiwan-aono"), ((),) * 4), seats, turn=2)
    assert [discard.event_index for discard in state.players[0].discards] == [UNORDERED, UNORDERED]
    first, second = (discard.event_index for discard in state.players[1].discards)
    assert UNORDERED < first < second < 0 == state.event_index


def test_a_position_in_the_batch_is_judged_by_the_index_of_its_events() -> None:
    answer = answer_replay(CASE)
    assert answer["stopped_at"] == {
        "index": 1,
        "event": ["win", 0, 1, "4s"],
        "code": "furiten",
        "clause": "RI-6.2",
        "message": "seat 0 has discarded 1s, which completes the hand (RI-6.2)".removesuffix(" (RI-6.2)"),
        "consequence": "chombo",
    }


def test_what_the_payments_lack_is_said() -> None:
    answer = answer_replay({**CASE, "events": [["discard", 1, "4s"], ["win", 3, 1, "4s"]]})
    assert answer["undecided"] == ["the tiles of seat 3: the value of its win"]
    assert "undecided" not in answer_replay({**CASE, "events": []})


@pytest.mark.parametrize(
    ("case", "field"),
    [
        ({**CASE, "position": 3}, "position"),
        (changed(turn=4), "position.turn"),
        (changed(phase="claim"), "position.phase"),
        (changed(live="many"), "position.live"),
        (changed(seats="all"), "position.seats"),
        (changed(seats=[3]), "position.seats[0]"),
        (changed(seats=[{"ordered": 1}]), "position.seats[0].ordered"),
        (changed(seats=[{"won": -1}]), "position.seats[0].won"),
    ],
)
def test_a_position_that_is_none_names_the_field(case: dict[str, Any], field: str) -> None:
    with pytest.raises(CaseError) as caught:
        answer_replay(case)
    assert caught.value.at == field


def test_tiles_that_cannot_be_so_are_refused() -> None:
    for hand in ("123m", "123m456m789m123p45s", "pung(111m) pung(222m) 1m"):
        with pytest.raises(EngineError):
            answer_replay(changed(seats=[{"hand": hand}]))


def test_a_known_hand_waits_and_an_unknown_one_leaves_its_win_open() -> None:
    seats = {0: KnownSeat.parse("234m567p23s55p666z")}
    state = position(Setup(ruleset("riichi-ema-2016"), ((),) * 4), seats, turn=1, phase=Phase.ACT)
    assert state.players[0].waits == {parse_tile("1s"), parse_tile("4s")}
    assert state.players[2].waits is None
    offered = state.ruleset.procedure.step(state, Discarded(1, parse_tile("4s")))
    assert why_not(offered, Won(0, 1, parse_tile("4s"))) == []
    assert [breach.missing for breach in why_not(offered, Won(2, 1, parse_tile("4s")))] == [
        "the concealed tiles of seat 2"
    ]
