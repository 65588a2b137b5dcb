"""What a hand of riichi begins with: counters, sticks carried over, the first indicator, a board's common block."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.play.procedure import Procedure
from engine.play.table import Beginning, Setup, part
from engine.rules.riichi.parameters import Parameters
from engine.tiles.tile import UNKNOWN, Tile


class Begun(NamedTuple):
    """The family's part of a setup.

    ``common`` is the block that the seats of a board with seat walls share: five indicators, the five tiles under
    them, and the first replacement of each seat, from the dealer on.
    """

    honba: int = 0
    deposits: int = 0
    """Sticks carried over."""
    dora_indicators: tuple[Tile, ...] = ()
    common: tuple[Tile, ...] = ()


NOTHING_BEGUN: Final = Begun()


def begun(setup: Setup) -> Begun:
    """What the hand begins with."""
    return NOTHING_BEGUN if setup.special is None else part(setup.special, Begun)


def begin(values: Beginning) -> Begun | None:
    """The family's part of what a record says; None where that is nothing."""
    own = Begun(
        values.get("honba", 0), values.get("deposits", 0), values.get("dora_indicators", ()), values.get("common", ())
    )
    return None if own == NOTHING_BEGUN else own


def tell(play: Procedure[Parameters], setup: Setup) -> Beginning:
    """The same in the words of records."""
    own, told = begun(setup), Beginning()
    if own.honba:
        told["honba"] = own.honba
    if own.deposits:
        told["deposits"] = own.deposits
    if own.dora_indicators:
        told["dora_indicators"] = own.dora_indicators
    if own.common:
        told["common"] = own.common
    return told


def tiles_aside(play: Procedure[Parameters], setup: Setup) -> tuple[Tile, ...]:
    """The common block; else the indicators, unless they lie in the wall that is given."""
    own = begun(setup)
    return own.common or (own.dora_indicators if setup.wall is None else ())


def shown_of_setup(play: Procedure[Parameters], setup: Setup) -> object:
    """The common block lies face down; what is turned stands among the indicators."""
    own = begun(setup)
    return own._replace(common=(UNKNOWN,) * len(own.common))


def counters(play: Procedure[Parameters], setup: Setup) -> int:
    """Counters at the beginning of the hand."""
    return begun(setup).honba
