from __future__ import annotations

from engine.family import ruleset
from engine.play.events import Won
from engine.play.table import TableState
from engine.play.visibility import visible_to
from engine.play.walks import play_events, walk
from engine.tiles.seats import SEATS
from engine.tiles.tile import UNKNOWN


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
