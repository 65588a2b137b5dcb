"""Start values of a riichi hand: counters, deposits, first indicator, common block of a board."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.play.procedure import Procedure
from engine.play.table import Setup, StartValues, as_type
from engine.rules.riichi.parameters import Parameters
from engine.tiles.tile import UNKNOWN, Tile


class RiichiSetup(NamedTuple):
    """Riichi part of a setup.

    ``common`` is the block that the seats of a board with seat walls share: five indicators, the five tiles under them,
    and the first replacement of each seat, from the dealer on.
    """

    honba: int = 0
    deposits: int = 0
    """Sticks carried over."""
    dora_indicators: tuple[Tile, ...] = ()
    common: tuple[Tile, ...] = ()


NOTHING_BEGUN: Final = RiichiSetup()


def riichi_setup(setup: Setup) -> RiichiSetup:
    return NOTHING_BEGUN if setup.special is None else as_type(setup.special, RiichiSetup)


def read_start_values(values: StartValues) -> RiichiSetup | None:
    own = RiichiSetup(
        values.get("honba", 0), values.get("deposits", 0), values.get("dora_indicators", ()), values.get("common", ())
    )
    return None if own == NOTHING_BEGUN else own


def start_values(play: Procedure[Parameters], setup: Setup) -> StartValues:
    own, values = riichi_setup(setup), StartValues()
    if own.honba:
        values["honba"] = own.honba
    if own.deposits:
        values["deposits"] = own.deposits
    if own.dora_indicators:
        values["dora_indicators"] = own.dora_indicators
    if own.common:
        values["common"] = own.common
    return values


def extra_tiles(play: Procedure[Parameters], setup: Setup) -> tuple[Tile, ...]:
    """Common block, or the indicators unless they are in the recorded wall."""
    own = riichi_setup(setup)
    return own.common or (own.dora_indicators if setup.wall is None else ())


def public_setup(play: Procedure[Parameters], setup: Setup) -> object:
    """Visible part of the setup: the common block is hidden; turned tiles are among the indicators."""
    own = riichi_setup(setup)
    return own._replace(common=(UNKNOWN,) * len(own.common))


def counters(play: Procedure[Parameters], setup: Setup) -> int:
    return riichi_setup(setup).honba
