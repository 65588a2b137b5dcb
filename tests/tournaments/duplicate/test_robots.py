"""Players of the demonstration: legal in every family, the same by the same seed, and eager enough to win."""

import pytest

from engine.play.table import Phase, replay, start
from engine.tiles.tile import parse_tiles
from engine.walls.deal import make_deal
from engine.walls.wall import BoardName
from tournaments.duplicate.logic.robots import Aim, aim_of, play, worth

RULES = ["mcr-2006", "riichi-wrc", "sichuan-sbr-2025", "taiwan-sml-2026"]


def board(rules, number=1, model="seat34"):
    return make_deal(rules, bytes(32), BoardName(number, "robots"), model=model)


@pytest.mark.parametrize("model", ["seat34", "shared"])
@pytest.mark.parametrize("rules", RULES)
def test_a_hand_is_legal_from_the_deal_to_its_end(rules, model):
    setup = board(rules, model=model).setup()
    hand = play(setup, "seed")
    again = replay(start(setup), hand.events)
    assert again.stopped_at is None
    assert again.final == hand.final
    assert hand.final.phase is Phase.OVER


def test_the_same_seed_plays_the_same_hand_and_another_one_another():
    setup = board("mcr-2006").setup()
    assert play(setup, "a").events == play(setup, "a").events
    assert play(setup, "a").events != play(setup, "b").events


def test_players_win_often_enough_to_have_something_to_compare():
    ends = [play(board("mcr-2006", number).setup(), "seed").final.ended for number in range(1, 13)]
    assert 2 <= ends.count("win") <= 10


def test_a_player_goes_for_pairs_or_for_the_longest_suit():
    assert aim_of(parse_tiles("1133557799m12p3s")) == Aim(True, 0)
    assert aim_of(parse_tiles("1234567p1m2s1234z")) == Aim(False, 1)
    counts = [0] * 60
    counts[9] = counts[10] = 1
    aim = Aim(False, 1)
    assert worth(9, counts, aim) > worth(27, counts, aim) > worth(0, counts, aim)
