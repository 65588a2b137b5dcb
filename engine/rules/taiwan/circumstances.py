from __future__ import annotations

from typing import Literal, NamedTuple

from engine.sentences import sentence as _
from engine.tiles.copies import ON_TABLE, Place
from engine.tiles.hand import Hand, Win
from engine.tiles.seats import Wind
from engine.tiles.tile import Tile

Ready = Literal["tianting", "diting", "declared"]


class Circumstances(NamedTuple):
    """Repeats, declarations, and the giver of a robbed flower.

    ``dealer_repeats`` is n of 連n; ``dealer_pays``: the tile came from the dealer. ``ready`` is the declaration in
    force, ``ready_first_round``: its go-around is not over. ``break_seat_wind`` is the winner's wind counted from the
    break seat, ``seat_wind`` from the dealer; None: ``seat_wind`` counts. ``robbed_flower`` is the flower of 七搶一
    (with a win by discard the last flower of an opponent, with self-draw the one that joined a drawn seventh, TW-3.10).
    ``triple_dice``: the break showed three equal dice (TW-2.16).
    """

    dealer_repeats: int = 0
    dealer_pays: bool = False
    ready: Ready | None = None
    ready_first_round: bool = False
    break_seat_wind: Wind | None = None
    robbed_flower: Tile | None = None
    triple_dice: bool = False


def named_tiles(hand: Hand, win: Win) -> tuple[Place, ...]:
    flower = win.special.robbed_flower if isinstance(win.special, Circumstances) else None
    # The robbed flower may be written among the own ones.
    return () if flower is None or flower in hand.flowers else (Place(_("robbed flower"), (flower,), ON_TABLE),)
