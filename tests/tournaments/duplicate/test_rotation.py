"""Boards on their way round the tables."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.duplicate.logic.rotation import RotationError, rotation, seat_on


def test_every_line_holds_each_seat_equally_often() -> None:
    for board in range(1, 17):
        assert sorted(seat_on(board, line) for line in range(4)) == [0, 1, 2, 3]
    assert Counter(seat_on(board, 2) for board in range(1, 17)) == {0: 4, 1: 4, 2: 4, 3: 4}


@given(st.integers(1, 10), st.integers(1, 24), st.data())
def test_a_rotation_gives_each_table_each_board_and_each_tray_one_table(
    tables: int, boards: int, data: st.DataObject
) -> None:
    copies = data.draw(st.integers(-(-tables // boards), tables))
    if -(-tables // copies) > boards:
        return
    steps = rotation(tables, boards, copies)
    assert len(steps) == boards
    for step in steps:
        assert len(set(step)) == tables
        assert all(1 <= copy <= copies for _, copy in step)
    for table in range(tables):
        assert sorted(step[table][0] for step in steps) == list(range(1, boards + 1))
        assert len({step[table][1] for step in steps}) == 1


def test_trays_pass_on_in_rounds() -> None:
    steps = [[board for board, _ in step] for step in rotation(4, 8, 1)]
    assert steps[:4] == [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]]
    assert steps[4:] == [[5, 6, 7, 8], [6, 7, 8, 5], [7, 8, 5, 6], [8, 5, 6, 7]]
    assert rotation(4, 2) == (((1, 1), (1, 2), (1, 3), (1, 4)), ((2, 1), (2, 2), (2, 3), (2, 4)))


@pytest.mark.parametrize(
    ("boards", "copies", "message"),
    [
        (3, 1, "4 tables cannot share 3 boards: more boards, or more copies of each"),
        (4, 5, "there is at least one copy of a board and at most one for each of the 4 tables"),
    ],
)
def test_boards_that_cannot_go_round(boards: int, copies: int, message: str) -> None:
    with pytest.raises(RotationError) as refused:
        rotation(4, boards, copies)
    assert str(refused.value) == message
