"""Events of a table: named when they cannot be, refused with their clauses, seen by those who may see them."""

from __future__ import annotations

import pickle

import pytest

from engine.family import ruleset, ruleset_names
from engine.play.events import (
    AddedKong,
    Chowed,
    DeclaredReady,
    DeclaredRiichi,
    Discarded,
    Drew,
    EventError,
    Passed,
    Ponged,
    Won,
    event_from_list,
)
from engine.play.invariants import broken_invariants
from engine.play.table import IllegalEvent, Phase, TableState, apply, legal_events, replay, start, why_not
from engine.play.transfers import Transfer
from engine.play.visibility import visible_to
from engine.play.walks import play_events, walk
from engine.records.cases import read_events, read_setup
from engine.tiles.seats import SEATS
from engine.tiles.tile import UNKNOWN
from tests.support.rows import rows_of

rows = rows_of(__file__)


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


@rows
def test_what_is_no_event_is_named_with_the_item(items: object, at: int | str) -> None:
    with pytest.raises(EventError) as caught:
        event_from_list(items)
    assert at in ("any", caught.value.at)


@pytest.mark.parametrize("own", ["34m", ["3m", "4m"]])
def test_tiles_are_a_text_or_a_list_of_texts(own: object) -> None:
    assert event_from_list(["chow", 0, 3, "5m", own]) == Chowed(0, 3, 4, (2, 3))


IN_PLAY = walk(ruleset("mcr-japan"), 2).states[30]


def test_a_table_in_play_breaks_none() -> None:
    assert broken_invariants(IN_PLAY) == []


def test_a_fifth_copy_a_lost_tile_and_a_short_wall_are_told() -> None:
    player = IN_PLAY.players[0]
    tiles = (player.concealed[0],) * 5 + player.concealed[5:]
    assert any(
        "the set has 4" in problem
        for problem in broken_invariants(IN_PLAY.with_player(0, player._replace(concealed=tiles)))
    )
    short = IN_PLAY.with_player(0, player._replace(concealed=player.concealed[2:]))
    assert "seat 0 has" in broken_invariants(short)[0]
    assert broken_invariants(IN_PLAY._replace(wall_left=-1))[-1] == "-1 tiles are left in the wall"


def test_points_move_between_players_and_sticks_only() -> None:
    paid = IN_PLAY._replace(transfers=(Transfer(0, 1, 8, "win", "MCR-5.1"), Transfer(2, None, 1000, "stick", "RI-3.7")))
    assert broken_invariants(paid) == []
    assert broken_invariants(IN_PLAY._replace(turn=4)) == ["nobody sits at seat 4"]


def after_a_win_that_leaves_the_hand_open(self_drawn: bool) -> TableState:
    rules = ruleset("sichuan-world-championship")
    for seed in range(400):
        for event, state in play_events(rules, seed):
            if isinstance(event, Won) and (event.source is None) is self_drawn and state.ended is None:
                return state
    raise AssertionError("no such walk")


def test_a_winner_keeps_the_tiles_closed_until_the_hand_is_over() -> None:
    """SC-2.11: after a self-draw not even the winning tile is shown."""
    for self_drawn in (True, False):
        state = after_a_win_that_leaves_the_hand_open(self_drawn)
        record = state.wins[-1]
        for viewer in [seat for seat in SEATS if seat != record.seat]:
            seen = visible_to(state, viewer).wins[-1]
            assert seen.scored is None
            assert seen.tile == (None if self_drawn else record.tile)
        assert visible_to(state, record.seat).wins[-1] == record
        assert visible_to(state, "referee") is state


def test_a_seat_sees_its_own_tiles_and_the_public_none() -> None:
    state = walk(ruleset("mcr-2006"), 1).states[40]
    view = visible_to(state, 2)
    assert view.players[2] == state.players[2]
    assert [set(view.players[seat].concealed) for seat in (0, 1, 3)] == [{UNKNOWN}] * 3
    assert {tile for player in visible_to(state, "public").players for tile in player.concealed} == {UNKNOWN}
    assert view.setup.wall is None


def test_concealed_kongs_lie_face_down_where_the_rules_say_so() -> None:
    for seed in range(300):
        for state in walk(ruleset("mcr-2006"), seed).states:
            for seat, player in enumerate(state.players):
                for at, meld in enumerate(player.melds):
                    if meld.kind.value == "ckong" and state.ended is None:
                        assert set(visible_to(state, "public").players[seat].melds[at].tiles) == {UNKNOWN}
                        return
    raise AssertionError("no concealed kong")
