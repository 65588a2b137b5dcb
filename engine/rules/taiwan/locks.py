"""Prohibitions of the Taiwanese game that look back over the discards: swap tiles, second pungs (TW-6.5, TW-6.6)."""

from __future__ import annotations

from typing import Final

from engine.seats import Seat
from engine.table import TableState
from engine.tiles import Tile, kind_of

PASSED_WIN: Final = "passed_win"
"""過水: no win until it is released (TW-6.1, TW-6.2)."""


def swap_kinds(claimed: Tile, own: tuple[Tile, ...], *, whole: bool) -> tuple[Tile, ...]:
    """Kinds barred after a chow: those that would also complete the two own tiles, or only the claimed one (TW-6.6).

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


def discarded_in_go_around(state: TableState, seat: Seat, kind: Tile) -> tuple[bool, bool]:
    """Whether the kind was discarded since the player's latest discard: by anyone, and by that very discard (TW-6.5).

    The discard on offer is not counted; claimed discards are.
    """
    own = state.players[seat].discards
    since = own[-1].at if own else 0
    now = state.players[state.turn].discards[-1].at
    anyone = any(
        kind_of(discard.tile) == kind and since <= discard.at < now
        for player in state.players
        for discard in reversed(player.discards)
    )
    return anyone, bool(own) and kind_of(own[-1].tile) == kind
