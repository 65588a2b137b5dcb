"""What the facts tell as a record of play as small as can be: a position with unknown tiles, from which the engine
decides.
"""

from __future__ import annotations

from engine.play.positions import KnownSeat, position
from engine.play.table import Phase, Setup, TableState
from engine.tiles.tile import UNKNOWN
from judging.law.families import Facts


def own_turn(f: Facts, seat: int, known: KnownSeat) -> TableState:
    """The table while the seat acts after a draw; of the others nothing is known. Raises EngineError.

    ``known`` has the tile drawn last among the concealed ones.
    """
    return position(_setup(f), {seat: known}, turn=seat, phase=Phase.ACT)


def _setup(f: Facts) -> Setup:
    """A hand of which nothing is known but its ruleset."""
    size = 3 * f.rules.family.sets + 1
    return Setup(f.rules, ((UNKNOWN,) * size,) * 4)
