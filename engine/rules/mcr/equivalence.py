"""Keys for equivalent chows and pungs: sets with the same key earn the same fans.

Fans of chows or pungs depend on how sets relate, not on which they are: 123 456 of characters earns the same as 345 678
of dots. A key encodes the relation of every two sets, and for each pung its own worth.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from engine.reading.suit_tables import PUNG, Codes
from engine.tiles.tile import EAST, KINDS, NORTH, WINDS, Tile

_CHOW_STEPS: Final = frozenset({0, 1, 2, 3, 6})
"""Distances between the first kinds of two chows of a fan in one suit; 4 and 9 follow from chows in between."""
_MIXED_CHOW_STEPS: Final = frozenset({-6, -3, -2, -1, 0, 1, 2, 3, 6})
"""Distances of chows in two suits, the lower suit first."""
_PUNG_STEPS: Final = frozenset({1})
_MIXED_PUNG_STEPS: Final = frozenset({-2, -1, 0, 1, 2})

Relations = tuple[tuple[int, ...], ...]
"""First kind of a set -> first kind of a higher or equal one -> number of their relation, 0 if no fan asks for it."""


def _relations(steps: frozenset[int], mixed_steps: frozenset[int]) -> Relations:
    def relation(low: Tile, high: Tile) -> int:
        step = high % 9 - low % 9
        if high >= EAST or step not in (steps if low // 9 == high // 9 else mixed_steps):
            return 0
        return 10 + step if low // 9 == high // 9 else 40 + step

    return tuple(tuple(relation(low, high) for high in range(KINDS)) for low in range(KINDS))


OF_CHOWS: Final = _relations(_CHOW_STEPS, _MIXED_CHOW_STEPS)
_OF_PUNGS: Final = _relations(_PUNG_STEPS, _MIXED_PUNG_STEPS)


def _relate(firsts: Codes, relations: Relations) -> tuple[int, ...]:
    """Relation of every two of two to four sets."""
    to_first, to_second = relations[firsts[0]], relations[firsts[1]]
    if len(firsts) == 2:
        return (to_first[firsts[1]],)
    if len(firsts) == 3:
        _first, second, third = firsts
        return to_first[second], to_first[third], to_second[third]
    _first, second, third, fourth = firsts
    return (
        to_first[second],
        to_first[third],
        to_first[fourth],
        to_second[third],
        to_second[fourth],
        relations[third][fourth],
    )


def chow_key(firsts: Codes, pair: Tile) -> Hashable:
    """Key of two to four chows beside a pair.

    >>> chow_key((0, 3), 30) == chow_key((11, 14), 22), chow_key((0, 3), 30) == chow_key((0, 4), 30)
    (True, False)
    """
    if len(firsts) == 4 and pair < EAST and pair % 9 == 4 and firsts[0] % 9 == 0 and firsts[3] % 9 == 6:
        # Terminal chows depend on the suit of a pair of fives.
        return _relate(firsts, OF_CHOWS), pair // 9 == firsts[0] // 9, pair // 9 == firsts[3] // 9
    return _relate(firsts, OF_CHOWS)


_SIMPLE, _TERMINAL, _WIND, _DRAGON, _ROUND, _OWN, _BOTH = range(7)


def _worth(kind: Tile, prevalent: Tile, seat: Tile) -> int:
    if kind < EAST:
        return _TERMINAL if kind % 9 in (0, 8) else _SIMPLE
    if kind > NORTH:
        return _DRAGON
    if kind == prevalent:
        return _BOTH if kind == seat else _ROUND
    return _OWN if kind == seat else _WIND


_WORTHS: Final = {
    (prevalent, seat): tuple(_worth(kind, prevalent, seat) for kind in range(KINDS))
    for prevalent in WINDS
    for seat in WINDS
}
"""Prevalent and seat wind -> worth of each kind as a pung."""


def pung_key(codes: Codes, pair: Tile, prevalent: Tile, seat: Tile, absorbed: int, first: int) -> Hashable:
    """Key of one to four pungs, given by their codes, beside a pair, under two winds.

    >>> first, second = pung_key((34,), 5, 27, 28, 0, 3), pung_key((42,), 30, 28, 28, 0, 3)
    >>> first == second
    True
    """
    worth_of = _WORTHS[prevalent, seat]
    if len(codes) == 1:
        return worth_of[codes[0] - PUNG], absorbed, first
    kinds = tuple([code - PUNG for code in codes])
    # A pair of honours matters beside several pungs of honours, another one where all numbers may be even.
    if pair >= EAST:
        beside = worth_of[pair] if kinds[-2] >= EAST else 0
    else:
        beside = len(codes) == 4 and all(kind % 9 % 2 for kind in (*kinds, pair))
    return tuple([worth_of[kind] for kind in kinds]), _relate(kinds, _OF_PUNGS), beside, absorbed, first
