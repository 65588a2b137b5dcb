from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.tiles.seats import Seat


class Break(NamedTuple):
    """Break point: ``stacks`` at the right end of the wall of ``seat`` stay

    Dealing starts with the next one clockwise.
    """

    seat: Seat
    stacks: int


def break_at(seat: Seat, stacks: int, row: int) -> Break:
    """Break ``stacks`` from the right end of a wall; counting continues in the wall of the left neighbour.

    >>> break_at(2, 18, 18)
    Break(seat=1, stacks=0)
    """
    return Break((seat - stacks // row) % 4, stacks % row)


def seat_reached(dealer: Seat, total: int) -> Seat:
    """Seat reached by counting the dice from the dealer as 1, in turn order."""
    return (dealer + total - 1) % 4


def dice_total(rolls: Sequence[Sequence[int]]) -> int:
    return sum(map(sum, rolls))
