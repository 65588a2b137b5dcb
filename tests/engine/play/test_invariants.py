from __future__ import annotations

from engine.family import ruleset
from engine.play.invariants import broken_invariants
from engine.play.transfers import Transfer
from engine.play.walks import walk

STATE = walk(ruleset("mcr-japan"), 2).states[30]


def test_a_table_in_play_breaks_none() -> None:
    assert broken_invariants(STATE) == []


def test_a_fifth_copy_a_lost_tile_and_a_short_wall_are_told() -> None:
    player = STATE.players[0]
    tiles = (player.concealed[0],) * 5 + player.concealed[5:]
    assert any(
        "the set has 4" in problem
        for problem in broken_invariants(STATE.with_player(0, player._replace(concealed=tiles)))
    )
    short = STATE.with_player(0, player._replace(concealed=player.concealed[2:]))
    assert "seat 0 has" in broken_invariants(short)[0]
    assert broken_invariants(STATE._replace(wall_left=-1))[-1] == "-1 tiles are left in the wall"


def test_points_move_between_players_and_sticks_only() -> None:
    paid = STATE._replace(transfers=(Transfer(0, 1, 8, "win", "MCR-5.1"), Transfer(2, None, 1000, "stick", "RI-3.7")))
    assert broken_invariants(paid) == []
    assert broken_invariants(STATE._replace(turn=4)) == ["nobody sits at seat 4"]
