"""Where the wall is broken: what the dice say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.tiles.seats import Seat


class Break(NamedTuple):
    """``stacks`` at the right end of the wall of ``seat`` stay; dealing begins with the next one clockwise."""

    seat: Seat
    stacks: int


def counted(seat: Seat, stacks: int, row: int) -> Break:
    """The break so many stacks from the right end of a wall; counting goes on in the wall of the left neighbour.

    >>> counted(2, 18, 18)
    Break(seat=1, stacks=0)
    """
    return Break((seat - stacks // row) % 4, stacks % row)


def reached(dealer: Seat, total: int) -> Seat:
    """The seat that a sum of dice counts to, the dealer being 1 and the next in turn order 2."""
    return (dealer + total - 1) % 4


def total(rolls: Sequence[Sequence[int]]) -> int:
    """The sum of all dice of all rolls."""
    return sum(map(sum, rolls))
