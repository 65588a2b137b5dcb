"""What a hand waits for and how far it is from being ready."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.tiles import Tile


class Waits(NamedTuple):
    """``tiles`` complete the hand and the player does not hold all four of them; ``ready`` as the ruleset defines it.

    ``shanten`` is the number of exchanges that the best form still needs: 0 ready, -1 complete. ``by_form`` says it
    for each winning form of the ruleset by name.
    """

    tiles: tuple[Tile, ...]
    ready: bool
    shanten: int
    by_form: Mapping[str, int]
