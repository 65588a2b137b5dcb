"""What an MCR hand waits for. Wait fans ask for the shape alone: a kind of which all four tiles are used still counts
as a wait (MCR-4.18); the player's waits leave out kinds that he holds four times himself."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.reading.decompositions import Form, pack
from engine.reading.suit_tables import SUIT_MASK, suit_tables
from engine.reading.waits import (
    FAR,
    MISSING,
    Waits,
    form_waits,
    knitted_waits,
    missing_knitted_straight,
    missing_standard,
    pairs_in,
    standard_waits,
)
from engine.scoring.score import ScoringRules
from engine.tiles.hand import Hand
from engine.tiles.melds import Meld
from engine.tiles.tile import KINDS, Tile, count_kinds

_UNITS: Final = sum(1 << 3 * kind for kind in range(KINDS))
_WHOLE_HAND: Final = (Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS, Form.HONORS_KNITTED)


def _divides(packed: int, ranks: int, pair: bool) -> bool:
    """True when the tiles of a suit are sets, with a pair or without, five of a kind being allowed."""
    if not packed:
        return not pair
    rank = ((packed & -packed).bit_length() - 1) // 3
    count = packed >> 3 * rank & 7
    if count >= 3 and _divides(packed - (3 << 3 * rank), ranks, pair):
        return True
    if pair and count >= 2 and _divides(packed - (2 << 3 * rank), ranks, False):
        return True
    chow = 0o111 << 3 * rank
    runs = rank + 2 < ranks == 9 and packed >> 3 * (rank + 1) & 7 and packed >> 3 * (rank + 2) & 7
    return bool(runs) and _divides(packed - chow, ranks, pair)


@lru_cache(maxsize=1 << 16)
def _suit(packed: int, ranks: int) -> tuple[int, bool, tuple[int, ...]]:
    """Tiles of a suit modulo 3, whether they divide as they are, and the ranks that make them divide."""
    tables = suit_tables(4)
    table = tables[0] if ranks == 9 else tables[3]
    rest = sum(packed >> 3 * rank & 7 for rank in range(ranks)) % 3
    waits = []
    if rest:
        for rank in range(ranks):
            more = packed + (1 << 3 * rank)
            # The tables know no fifth tile of a kind.
            if table.divides(more) if packed >> 3 * rank & 7 < 4 else _divides(more, ranks, rest == 1):
                waits.append(rank)
    return rest, table.divides(packed), tuple(waits)


def shape_waits(packed: int) -> list[Tile]:
    """The kinds that complete sets and a pair by shape, a fifth tile of a kind among them, ascending."""
    suits = (
        _suit(packed & SUIT_MASK, 9),
        _suit(packed >> 27 & SUIT_MASK, 9),
        _suit(packed >> 54 & SUIT_MASK, 9),
        _suit(packed >> 81, 7),
    )
    open_suits = [index for index in range(4) if suits[index][0]]
    kinds: list[Tile] = []
    if len(open_suits) > 2:
        return kinds
    for index in open_suits:
        if all(suits[other][1] for other in range(4) if other != index):
            kinds += [9 * index + rank for rank in suits[index][2]]
    return kinds


def all_waits(packed: int, sets: int) -> list[Tile]:
    """The kinds that complete the concealed tiles to any form of MCR-4.1 by shape; ``sets`` are still to be made."""
    kinds = set(shape_waits(packed))
    if sets == 4:
        for form in _WHOLE_HAND:
            kinds.update(form_waits(packed, form))
    if sets >= 3:
        kinds.update(knitted_waits(packed, sets))
    return sorted(kinds)


def waits_for_one(packed: int, sets: int) -> bool:
    """True when tiles that are ready with sets and a pair wait for one kind only, in this form or as seven pairs."""
    rest_m, whole_m, waits_m = _suit(packed & SUIT_MASK, 9)
    rest_p, whole_p, waits_p = _suit(packed >> 27 & SUIT_MASK, 9)
    rest_s, whole_s, waits_s = _suit(packed >> 54 & SUIT_MASK, 9)
    rest_z, whole_z, waits_z = _suit(packed >> 81, 7)
    # A suit waits when all others divide as they are; one that divides evenly itself has no waits.
    count = 0
    if rest_m and whole_p and whole_s and whole_z:
        count = len(waits_m)
    if rest_p and whole_m and whole_s and whole_z:
        count += len(waits_p)
    if rest_s and whole_m and whole_p and whole_z:
        count += len(waits_s)
    if rest_z and whole_m and whole_p and whole_s:
        count += len(waits_z)
    if count != 1 or sets < 4 or pairs_in(packed) < 6:
        return count == 1
    # Six pairs and a single tile wait for that tile as well.
    return packed & _UNITS == 1 << 3 * shape_waits(packed)[0]


def distances(packed: int, sets: int) -> dict[str, int]:
    """Exchanges that each winning form still needs; ``sets`` are those still to be made of the concealed tiles."""
    by_form = {Form.STANDARD.value: missing_standard(packed, sets) - 1}
    if sets == 4:
        by_form |= {form.value: MISSING[form](packed) - 1 for form in _WHOLE_HAND}
    missing = missing_knitted_straight(packed, sets)
    if missing < FAR:
        by_form[Form.KNITTED_STRAIGHT.value] = missing - 1
    return by_form


def make_waits(ruleset: ScoringRules) -> Callable[..., Waits]:
    """The waits of a hand without its winning tile; the options do not touch them."""

    def waits(hand: Hand, special: object = None) -> Waits:
        packed, sets = pack(hand.concealed), 4 - len(hand.melds)
        kinds = standard_waits(packed, sets)
        if sets == 4:
            for form in _WHOLE_HAND:
                kinds = kinds + form_waits(packed, form)
        if sets >= 3:
            kinds = kinds + knitted_waits(packed, sets)
        tiles = _not_held(sorted(set(kinds)), packed, hand.melds)
        return Waits(tiles, bool(kinds), lambda: distances(packed, sets))

    return waits


def _not_held(kinds: list[Tile], packed: int, melds: tuple[Meld, ...]) -> tuple[Tile, ...]:
    """The kinds of which the player does not hold all four."""
    if not melds:
        return tuple(kinds)
    melded = count_kinds(tile for meld in melds for tile in meld.tiles)
    return tuple(kind for kind in kinds if melded[kind] + (packed >> 3 * kind & 7) < 4)
