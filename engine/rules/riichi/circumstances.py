"""What only this family asks about a win."""

from __future__ import annotations

from typing import NamedTuple

from engine.tiles.tile import Tile


class Circumstances(NamedTuple):
    """Riichi, indicators, and what lies on the table. ``double_riichi`` stands for ``riichi`` too.

    ``dora_indicators`` are the tiles turned, ``ura_indicators`` those below them, which count only after riichi;
    ``honba`` counts counters, ``deposits`` riichi sticks. ``honba`` decides whether two han are needed (RI-5.1).
    """

    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    honba: int = 0
    deposits: int = 0
