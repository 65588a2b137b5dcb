"""Keys for equivalent chows and pungs: sets with the same key earn the same fans.

Fans of chows or pungs depend on how sets relate, not on which they are: 123 456 of characters earns the same as 345 678
of dots. A key encodes the relation of every two sets, and for each pung its own worth.
"""

from __future__ import annotations

from typing import Final

from engine.reading.suit_tables import PUNG, Codes
from engine.tiles.tile import EAST, KINDS, NORTH, Tile

_STEPS: Final = {0: 1, 1: 2, 2: 3, 3: 4, 6: 5}
"""Distances between the first kinds of two sets of a fan in one suit; 4 and 9 follow from sets in between."""
_MIXED: Final = {0: 6, 1: 7, -1: 8, 2: 9, -2: 10, 3: 11, -3: 12, 6: 13, -6: 14}
"""Distances of sets in two suits, the lower suit first."""


def _relation(low: Tile, high: Tile) -> int:
    if high >= EAST:
        return 0
    if low // 9 == high // 9:
        return _STEPS.get(high - low, 0)
    return _MIXED.get(high % 9 - low % 9, 0)


RELATION: Final = tuple(
    tuple(_relation(min(first, second), max(first, second)) for second in range(KINDS)) for first in range(KINDS)
)


def _relate_all(firsts: Codes) -> int:
    count = len(firsts)
    first, second = firsts[0], firsts[1]
    to_first = RELATION[first]
    related = 1 << 4 | to_first[second]
    if count > 2:
        third = firsts[2]
        to_second = RELATION[second]
        related = (related << 4 | to_first[third]) << 4 | to_second[third]
        if count > 3:
            fourth = firsts[3]
            related = ((related << 4 | to_first[fourth]) << 4 | to_second[fourth]) << 4 | RELATION[third][fourth]
    return related


def chow_key(firsts: Codes, pair: Tile) -> int:
    """Key of two to four chows beside a pair.

    >>> chow_key((0, 3), 30) == chow_key((11, 14), 22), chow_key((0, 3), 30) == chow_key((0, 4), 30)
    (True, False)
    """
    fives = 0
    if len(firsts) == 4 and pair < EAST and pair % 9 == 4 and firsts[0] % 9 == 0 and firsts[3] % 9 == 6:
        # Terminal chows depend on the suit of a pair of fives.
        fives = 1 + (pair // 9 == firsts[0] // 9) + 2 * (pair // 9 == firsts[3] // 9)
    return _relate_all(firsts) << 3 | fives


_WORTH: Final = tuple(
    (0 if kind % 9 in (0, 8) else 1 + kind % 9 % 2) if kind < EAST else 3 if kind <= NORTH else 4
    for kind in range(KINDS)
)
_ROUND, _OWN, _BOTH = 5, 6, 7


def pung_key(codes: Codes, pair: Tile, prevalent: Tile, seat: Tile, absorbed: int, first: int) -> int:
    """Key of one to four pungs, given by their codes, beside a pair, under two winds.

    >>> first, second = pung_key((34,), 5, 27, 28, 0, 3), pung_key((42,), 30, 28, 28, 0, 3)
    >>> first == second
    True
    """
    number = 1
    for code in codes:
        kind = code - PUNG
        worth = _WORTH[kind]
        if worth == 3:
            if kind == prevalent:
                worth = _BOTH if kind == seat else _ROUND
            elif kind == seat:
                worth = _OWN
        number = number << 3 | worth
    if len(codes) > 1:
        number = number << 28 | _relate_all(tuple([code - PUNG for code in codes]))
        # A pair of honours matters with several pungs, any pair with four.
        number = number << 3 | (_WORTH[pair] if pair >= EAST or len(codes) == 4 else 0)
    return (number << 2 | absorbed) << 2 | first
