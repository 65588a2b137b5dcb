from __future__ import annotations

from typing import NamedTuple

from engine.tiles.copies import Place
from engine.tiles.hand import Hand, Win, last_copy_place


class Circumstances(NamedTuple):
    last_copy: bool = False
    """The other three tiles of the winning kind are visible (MCR-4/last_tile); also derived from ``Win.visible``."""


def named_tiles(hand: Hand, win: Win) -> tuple[Place, ...]:
    special = win.special
    return (last_copy_place(hand),) if isinstance(special, Circumstances) and special.last_copy else ()
