"""What only this family asks about a win."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.tiles.seats import Wind
from engine.tiles.tile import Tile

Ready = Literal["tianting", "diting", "declared"]
"""Declarations of readiness."""


class Circumstances(NamedTuple):
    """Repeats, declarations, and whose flower was robbed.

    ``dealer_repeats`` is n of 連n; ``dealer_pays`` says that the tile came from the dealer. ``ready`` names the
    declaration that stands, ``ready_first_round`` that the go-around it opened is not over. ``break_seat_wind`` is the
    winner's wind counted from the break seat, where ``seat_wind`` counts from the dealer; None: ``seat_wind`` is the
    wind that counts. ``robbed_flower`` is the flower that 七搶一 took: with a win by discard the last flower of an
    opponent, with self-draw the one that joined a drawn seventh (TW-3.10).
    """

    dealer_repeats: int = 0
    dealer_pays: bool = False
    ready: Ready | None = None
    ready_first_round: bool = False
    break_seat_wind: Wind | None = None
    robbed_flower: Tile | None = None
