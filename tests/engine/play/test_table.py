from __future__ import annotations

import pickle

import pytest

from engine.family import ruleset, ruleset_names
from engine.play.events import AddedKong, Chowed, DeclaredReady, DeclaredRiichi, Discarded, Drew, Passed, Ponged, Won
from engine.play.table import IllegalEvent, Phase, TableState, apply, legal_events, replay, start, why_not
from engine.play.walks import play_events, walk
from engine.records.cases import read_events, read_setup
from engine.tiles.tile import UNKNOWN


def table(ruleset_name: str, *events: list[object], deal: list[str]) -> TableState:
    case = {"ruleset": ruleset_name, "deal": deal, "dora_indicators": "1z", "events": events}
    reached = replay(start(read_setup(case)), read_events(case))
    assert reached.stopped_at is None
    return reached.final


@pytest.mark.parametrize("name", ruleset_names())
def test_a_win_of_a_tile_that_is_not_held_is_refused_not_a_crash(name: str) -> None:
    _, state = next(play_events(ruleset(name), 1))
    for seat in range(4):
        tile = next(tile for tile in range(34) if tile not in state.players[seat].concealed)
        assert why_not(state, Won(seat, None, tile))
        with pytest.raises(IllegalEvent):
            apply(state, Won(seat, None, tile))


def test_why_not_tells_every_clause_and_not_only_the_first() -> None:
    state = table(
        "riichi-ema-2016",
        ["discard", 0, "9m"],
        deal=["147m258p369s1234z9m", "147m258p369s1234z", "258m369p147s5677z", "258m369p147s5566z"],
    )
    codes = [breach.code for breach in why_not(state, Chowed(2, 1, 5, (6, 8)))]
    assert codes == ["no_discard", "no_chow", "not_held"]


def test_unknown_tiles_leave_a_win_undecided_and_say_what_is_missing() -> None:
    state = table("mcr-2006", ["discard", 0, "9m"], deal=["?" * 14, "?" * 13, "?" * 13, "?" * 13])
    (breach,) = why_not(state, Won(2, 0, 8))
    assert breach.missing == "the concealed tiles of seat 2"
    assert apply(state, Won(2, 0, 8)).wins[0].scored is None
    assert why_not(state, Ponged(1, 0, 8)) == []
    assert Drew(1, UNKNOWN) in legal_events(state)


def test_riichi_without_a_ready_hand_is_chombo_and_its_discard_must_keep_it_ready() -> None:
    deal = ["147m258p369s1234z9m", *["?" * 13] * 3]
    (breach,) = why_not(table("riichi-ema-2016", deal=deal), DeclaredRiichi(0))
    assert (breach.code, breach.clause, breach.consequence) == ("riichi_not_ready", "RI-3.23", "chombo")
    deal = ["123m456p789s1122z9m", *["?" * 13] * 3]
    state = table("riichi-ema-2016", ["riichi", 0], deal=deal)
    assert [breach.code for breach in why_not(state, Discarded(0, 0))] == ["riichi_not_ready"]
    assert why_not(state, Discarded(0, 8)) == []


def test_after_a_declaration_of_readiness_comes_its_discard() -> None:
    """A kong in between would change the hand: the walk that found it came to a state without a legal event."""
    for event, state in play_events(ruleset("taiwan-blog2015"), 481):
        if isinstance(event, DeclaredReady) and state.turn == 0:
            assert [breach.code for breach in why_not(state, AddedKong(0, 25))] == ["ready_kong"]
            assert legal_events(state)
            return
    raise AssertionError("the walk has changed")


def test_who_has_passed_may_not_come_back_to_the_tile() -> None:
    deal = ["?" * 14, *["?" * 13] * 3]
    state = table("mcr-2006", ["discard", 0, "9m"], ["pass", 2], deal=deal)
    assert "passed" in [breach.code for breach in why_not(state, Ponged(2, 0, 8))]
    assert [breach.code for breach in why_not(state, Passed(2))] == ["passed"]


def test_a_state_comes_back_from_another_process_as_it_was() -> None:
    state = walk(ruleset("riichi-ema-2016"), 3).states[40]
    # A ruleset stays where it is; what lies on the table goes with the state.
    for value in (*state.players, *(discard for player in state.players for discard in player.discards)):
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert repr(again) == repr(value)
    moved = state._replace(phase=Phase.OVER, offered=None)
    assert (moved.phase, moved.offered, moved.players) == (Phase.OVER, None, state.players)
    assert moved != state
    assert moved._replace(phase=state.phase, offered=state.offered) == state
