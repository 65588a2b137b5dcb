"""Own-discard furiten, and concealed kongs after riichi (RI-6.2 to RI-6.5)."""

from __future__ import annotations

from typing import Final

from engine.play.players import Player
from engine.reading.decompositions import ONE, count_of_kind, divisions, pack
from engine.reading.suit_tables import PUNG
from engine.rules.riichi.waits import completing_kinds
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.selection import tiles_of_kind
from engine.tiles.tile import Tile, kind_of

TEMPORARY: Final = "temporary_furiten"
AFTER_RIICHI: Final = "riichi_furiten"
PERMANENT: Final = "furiten"


def own_discard_furiten(player: Player) -> Tile | None:
    """First own discard that would complete the hand, claimed ones included, or None (RI-6.2)."""
    waits = player.waits or frozenset()
    for discard in player.discards:
        if kind_of(discard.tile) in waits:
            return discard.tile
    return None


def riichi_kong_problem(player: Player, kind: Tile, drawn: Tile | None) -> Sentence | None:
    """Reason against a concealed kong after riichi, or None (RI-6.5)."""
    if drawn is None or kind_of(drawn) != kind:
        return _("after riichi only the tile just drawn completes a concealed kong")
    if len(tiles_of_kind(player.concealed, kind)) != 4:
        return _("the hand held no concealed pung of the kind")
    packed = pack(player.concealed) - ONE[kind]
    sets = 4 - len(player.melds)
    before = completing_kinds(packed, sets)
    for wait in before:
        for codes, _pair in divisions(packed + ONE[wait], sets):
            if kind + PUNG not in codes:
                return _("the three tiles can be read otherwise than as a pung")
    if completing_kinds(packed - count_of_kind(packed, kind) * ONE[kind], sets - 1) != before:
        return _("the kong would change what the hand waits for")
    return None
