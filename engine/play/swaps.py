"""Swap discards: the kinds that a claim bars from being discarded, where a family bars them."""

from __future__ import annotations

from engine.tiles.tile import Tile, kind_of


def swap_kinds(claimed: Tile, own: tuple[Tile, ...], *, whole: bool) -> tuple[Tile, ...]:
    """Kinds barred after a chow: those that would also complete the two own tiles, or only the claimed one.

    >>> swap_kinds(2, (3, 4), whole=True)
    (2, 5)
    """
    if not whole:
        return (kind_of(claimed),)
    low, high = sorted(map(kind_of, own))
    if high - low == 2:
        return (low + 1,)
    suit = low // 9
    return tuple(kind for kind in (low - 1, high + 1) if kind >= 0 and kind // 9 == suit)
