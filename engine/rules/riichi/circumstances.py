from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.sentences import sentence as _
from engine.tiles.copies import ON_TABLE, Place
from engine.tiles.hand import Hand, Win
from engine.tiles.tile import Tile


class Circumstances(NamedTuple):
    """Riichi, indicators and sticks at a win. ``double_riichi`` implies ``riichi``.

    ``dora_indicators`` are the tiles turned, ``ura_indicators`` those below them, which count only after riichi;
    ``honba`` is the number of counters, which also decides whether two han are needed (RI-5.1), ``deposits`` that of
    riichi sticks. ``win_tile_mixed_in``: nobody can tell any more which tile of the hand won (RI-E20).
    """

    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    honba: int = 0
    deposits: int = 0
    win_tile_mixed_in: bool = False


COUNTING: Final[Mapping[str, Mapping[str, Sequence[Any]]]] = {"win_tile_mixed_in": {"penalty_list": ["wrc_2025"]}}
"""Circumstance -> parameters of the editions in which it counts; the others count in all."""


def named_tiles(hand: Hand, win: Win) -> tuple[Place, ...]:
    special = win.special
    if not isinstance(special, Circumstances):
        return ()
    return (
        Place(_DORA, special.dora_indicators, ON_TABLE),
        Place(_URA, special.ura_indicators, ON_TABLE),
    )


_DORA, _URA = _("dora indicators"), _("ura dora indicators")
