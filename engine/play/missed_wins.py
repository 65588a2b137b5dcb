from __future__ import annotations

from engine.play.table import TableState
from engine.tiles.seats import Seat
from engine.tiles.tile import UNKNOWN, Tile, kind_of


def may_have_missed(state: TableState, tile: Tile) -> list[Seat]:
    """Seats that have not won on the tile and may be completed by it, in turn order after its giver."""
    found: list[Seat] = []
    kind = kind_of(tile)
    players, winners = state.players, state.winners_here
    for step in (1, 2, 3):
        seat = (state.turn + step) % 4
        waits = players[seat].waits
        if (waits is None or kind in waits or (tile == UNKNOWN and waits)) and seat not in winners:
            found.append(seat)
    return found
