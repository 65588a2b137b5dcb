from __future__ import annotations

from engine.reading.decompositions import Form, count_of_kind, pack
from engine.reading.waits import (
    Waits,
    WaitsOf,
    form_waits,
    missing_seven_pairs,
    missing_standard,
    missing_thirteen_orphans,
    standard_waits,
)
from engine.rules.riichi.parameters import Parameters
from engine.scoring.score import ScoringRules
from engine.tiles.hand import Hand
from engine.tiles.tile import KINDS, Tile


def completing_kinds(packed: int, sets: int) -> list[Tile]:
    """Kinds that complete concealed tiles to ``sets`` more sets by shape, ascending, without those held four times."""
    kinds = standard_waits(packed)
    if sets == 4:
        others = form_waits(packed, Form.THIRTEEN_ORPHANS)
        if missing_seven_pairs(packed, allow_quads=False) == 1:
            others += [kind for kind in range(KINDS) if count_of_kind(packed, kind) == 1]
        if others:
            kinds = sorted({*kinds, *others})
    return kinds


def distances(packed: int, sets: int) -> dict[str, int]:
    """Tile exchanges missing to each winning form; forms of a whole hand only without melds."""
    by_form = {Form.STANDARD.value: missing_standard(packed, sets) - 1}
    if sets == 4:
        by_form[Form.SEVEN_PAIRS.value] = missing_seven_pairs(packed, allow_quads=False) - 1
        by_form[Form.THIRTEEN_ORPHANS.value] = missing_thirteen_orphans(packed) - 1
    return by_form


def make_waits(ruleset: ScoringRules) -> WaitsOf:
    """Waits under a ruleset; the winning tile of a hand, if any, is ignored.

    Ready means waiting for a kind of which the player does not hold all four (RI-6.1); in an edition that considers
    only concealed tiles, four copies in own melds leave a hand ready (RI-E10).
    """
    concealed_only = ruleset.options(Parameters).ready_self_held == "concealed_only"

    def waits(hand: Hand, special: object = None) -> Waits:
        packed = pack(hand.concealed)
        sets = 4 - len(hand.melds)
        completing = completing_kinds(packed, sets)
        tiles = tuple(completing)
        if hand.melds:
            everything = packed
            for meld in hand.melds:
                everything += pack(meld.tiles)
            tiles = tuple([kind for kind in completing if count_of_kind(everything, kind) < 4])
        ready = bool(completing if concealed_only else tiles)
        return Waits(tiles, ready, lambda: distances(packed, sets))

    return waits
