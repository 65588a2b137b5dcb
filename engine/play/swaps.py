"""Swap calling: kinds that may not be discarded after a claim."""

from __future__ import annotations

from engine.tiles.tile import Tile, kind_of


def swap_kinds(claimed: Tile, own: tuple[Tile, ...], *, whole: bool) -> tuple[Tile, ...]:
    """Kinds barred after a chow: with ``whole`` all that would complete the two own tiles, else the claimed one.

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
