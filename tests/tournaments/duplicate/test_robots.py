"""Boards on their way round the tables, and players of the demonstration who play them by the law."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.table import Phase, replay, start
from engine.walls.deal import make_deal
from engine.walls.wall import BoardName
from tournaments.duplicate.logic.robots import play_hand
from tournaments.duplicate.logic.rotation import RotationError, build_rotation, compute_seat

RULES = ["mcr-2006", "riichi-wrc", "sichuan-sbr-2025", "taiwan-sml-2026"]


def board(rules, number=1, model="seat34"):
    return make_deal(rules, bytes(32), BoardName(number, "robots"), model=model)


@pytest.mark.parametrize("model", ["seat34", "shared"])
@pytest.mark.parametrize("rules", RULES)
def test_a_hand_is_legal_from_the_deal_to_its_end(rules, model):
    setup = board(rules, model=model).setup()
    hand = play_hand(setup, "seed")
    again = replay(start(setup), hand.events)
    assert (again.stopped_at, again.final, hand.final.phase) == (None, hand.final, Phase.OVER)
    assert play_hand(setup, "seed").events == hand.events != play_hand(setup, "another").events


def test_players_win_often_enough_to_have_something_to_compare():
    ends = [play_hand(board("mcr-2006", number).setup(), "seed").final.ended for number in range(1, 13)]
    assert 2 <= ends.count("win") <= 10


def test_every_line_holds_each_seat_equally_often() -> None:
    for board in range(1, 17):
        assert sorted(compute_seat(board, line) for line in range(4)) == [0, 1, 2, 3]
    assert Counter(compute_seat(board, 2) for board in range(1, 17)) == {0: 4, 1: 4, 2: 4, 3: 4}


@given(st.integers(1, 10), st.integers(1, 24), st.data())
def test_a_rotation_gives_each_table_each_board_and_each_tray_one_table(
    tables: int, boards: int, data: st.DataObject
) -> None:
    copies = data.draw(st.integers(-(-tables // boards), tables))
    if -(-tables // copies) > boards:
        return
    steps = build_rotation(tables, boards, copies)
    assert len(steps) == boards
    for step in steps:
        assert len(set(step)) == tables
        assert all(1 <= copy <= copies for _, copy in step)
    for table in range(tables):
        assert sorted(step[table][0] for step in steps) == list(range(1, boards + 1))
        assert len({step[table][1] for step in steps}) == 1


def test_trays_pass_on_in_rounds() -> None:
    steps = [[board for board, _ in step] for step in build_rotation(4, 8, 1)]
    assert steps[:4] == [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]]
    assert steps[4:] == [[5, 6, 7, 8], [6, 7, 8, 5], [7, 8, 5, 6], [8, 5, 6, 7]]
    assert build_rotation(4, 2) == (((1, 1), (1, 2), (1, 3), (1, 4)), ((2, 1), (2, 2), (2, 3), (2, 4)))


def test_boards_that_cannot_go_round() -> None:
    for boards, copies, message in (
        (3, 1, "4 tables cannot share 3 boards: more boards, or more copies of each"),
        (4, 5, "there is at least one copy of a board and at most one for each of the 4 tables"),
    ):
        with pytest.raises(RotationError) as refused:
            build_rotation(4, boards, copies)
        assert str(refused.value) == message
