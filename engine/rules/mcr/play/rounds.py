from __future__ import annotations

from engine.play.procedure import Procedure
from engine.play.table import NextHand, TableState
from engine.rules.mcr.match import seats
from engine.rules.mcr.parameters import Parameters
from engine.tiles.seats import Wind


def next_hand(play: Procedure[Parameters], state: TableState) -> NextHand | None:
    """Setup of the next hand; ``players`` is the player at each seat of a new round (MCR-2.6, MCR-2.7)."""
    setup = state.setup
    # The dealer is seat 0 in a round's first hand, so the dealer's seat counts the hands of the round.
    number = 4 * setup.prevalent_wind + setup.dealer + 1
    if number >= play.parameters.hands_per_match:
        return None
    prevalent = Wind(number // 4)
    if number % 4:
        return {"prevalent_wind": prevalent, "dealer": (setup.dealer + 1) % 4}
    return {"prevalent_wind": prevalent, "dealer": 0, "players": seats(play.parameters, prevalent)}
