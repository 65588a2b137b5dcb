from __future__ import annotations

from typing import Final, NamedTuple

from engine.play.procedure import Procedure
from engine.play.table import Setup, StartValues, as_type
from engine.rules.riichi.parameters import Parameters
from engine.tiles.tile import UNKNOWN, Tile


class RiichiSetup(NamedTuple):
    """Riichi part of a setup; ``common``: five indicators, five tiles under them, a replacement a seat."""

    honba: int = 0
    deposits: int = 0
    dora_indicators: tuple[Tile, ...] = ()
    common: tuple[Tile, ...] = ()


NOTHING_BEGUN: Final = RiichiSetup()


def riichi_setup(setup: Setup) -> RiichiSetup:
    return NOTHING_BEGUN if setup.special is None else as_type(setup.special, RiichiSetup)


def read_start_values(values: StartValues) -> RiichiSetup | None:
    riichi = RiichiSetup(
        values.get("honba", 0), values.get("deposits", 0), values.get("dora_indicators", ()), values.get("common", ())
    )
    return None if riichi == NOTHING_BEGUN else riichi


def start_values(play: Procedure[Parameters], setup: Setup) -> StartValues:
    riichi, values = riichi_setup(setup), StartValues()
    if riichi.honba:
        values["honba"] = riichi.honba
    if riichi.deposits:
        values["deposits"] = riichi.deposits
    if riichi.dora_indicators:
        values["dora_indicators"] = riichi.dora_indicators
    if riichi.common:
        values["common"] = riichi.common
    return values


def extra_tiles(play: Procedure[Parameters], setup: Setup) -> tuple[Tile, ...]:
    """Common block, or the indicators unless they are in the recorded wall."""
    riichi = riichi_setup(setup)
    return riichi.common or (riichi.dora_indicators if setup.wall is None else ())


def public_setup(play: Procedure[Parameters], setup: Setup) -> object:
    """Visible part of the setup: the common block is hidden; turned tiles are among the indicators."""
    riichi = riichi_setup(setup)
    return riichi._replace(common=(UNKNOWN,) * len(riichi.common))


def counters(play: Procedure[Parameters], setup: Setup) -> int:
    return riichi_setup(setup).honba
