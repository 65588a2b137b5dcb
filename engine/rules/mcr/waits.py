"""Waits of an MCR hand; wait fans go by shape, where a kind of which all four tiles are used counts (MCR-4.18)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from engine.reading.decompositions import Form, pack
from engine.reading.suit_tables import SUIT_MASK, suit_tables
from engine.reading.waits import (
    MISSING,
    UNREACHABLE,
    SuitWaits,
    Waits,
    different_in,
    form_waits,
    knitted_waits,
    missing_knitted_straight,
    missing_standard,
    neighbours,
    open_waits,
    standard_waits,
    tiles_in,
)
from engine.scoring.score import ScoringRules
from engine.tiles.hand import Hand
from engine.tiles.melds import Meld
from engine.tiles.tile import Tile

_UNITS: Final = sum(1 << 3 * kind for kind in range(18))
_WHOLE_HAND: Final = (Form.SEVEN_PAIRS, Form.THIRTEEN_ORPHANS, Form.HONORS_KNITTED)


def _divides(packed: int, ranks: int, pair: bool) -> bool:
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


@cache
def _suit(packed: int) -> SuitWaits:
    return _waits_of_suit(packed, 9)


@cache
def _honours(packed: int) -> SuitWaits:
    return _waits_of_suit(packed, 7)


def _waits_of_suit(packed: int, ranks: int) -> SuitWaits:
    tables = suit_tables()
    table = tables.characters if ranks == 9 else tables.honours
    remainder = tiles_in(packed) % 3
    waits = []
    if remainder:
        for rank in neighbours(packed):
            more = packed + (1 << 3 * rank)
            # The tables have no fifth tile of a kind.
            if packed >> 3 * rank & 7 < 4:
                divides = rank < ranks and table.divides(more)
            else:
                divides = _divides(more, ranks, remainder == 1)
            if divides:
                waits.append(rank)
    return SuitWaits(remainder, remainder != 1 and table.divides(packed), tuple(waits))


def shape_waits(packed: int) -> list[Tile]:
    """Kinds that complete sets and a pair by shape, including a fifth tile of a kind, ascending."""
    suits = [
        _suit(packed & SUIT_MASK),
        _suit(packed >> 27 & SUIT_MASK),
        _suit(packed >> 54 & SUIT_MASK),
        _honours(packed >> 81),
    ]
    return open_waits(suits)


def all_waits(packed: int, sets: int) -> list[Tile]:
    """Kinds that complete the concealed tiles to any form of MCR-4.1 by shape; ``sets`` are still to be made."""
    kinds = shape_waits(packed)
    others = _other_forms(packed, sets)
    return sorted({*kinds, *others}) if others else kinds


def _other_forms(packed: int, sets: int) -> list[Tile]:
    if sets < 3:
        return []
    others: list[Tile] = []
    different = different_in(packed)
    if sets == 4 and different < 8:
        # Six pairs and a single tile are seven kinds at most.
        others += form_waits(packed, Form.SEVEN_PAIRS)
    elif different >= 8:
        if sets == 4 and different >= 12:
            others += form_waits(packed, Form.THIRTEEN_ORPHANS)
            others += form_waits(packed, Form.HONORS_KNITTED)
        others += knitted_waits(packed, sets)
    return others


def has_single_wait(low: int, high: int, sets: int, kind: Tile, pair: Tile) -> bool:
    """Return True when packed tiles waited for this kind alone; ``pair`` is that of any of their divisions."""
    suit = _of_suit(low, high, kind)
    count = len(suit.ranks)
    if pair // 9 != kind // 9 and suit.divides and count == 1:
        # Another suit has the pair; if this one has a pair as well, its tiles may form sets.
        count += len(_of_suit(low, high, pair).ranks)
    if count != 1 or sets < 4:
        return count == 1
    odd_low, odd_high = low & _UNITS, high & _UNITS
    if odd_low & (odd_low - 1) or odd_high & (odd_high - 1) or (odd_low and odd_high):
        return True
    # Six pairs and a single tile wait for that tile as well.
    return odd_low == 1 << 3 * kind if kind < 18 else odd_high == 1 << 3 * (kind - 18)


def _of_suit(low: int, high: int, kind: Tile) -> SuitWaits:
    if kind < 18:
        return _suit(low & SUIT_MASK if kind < 9 else low >> 27)
    return _suit(high & SUIT_MASK) if kind < 27 else _honours(high >> 27)


def distances(packed: int, sets: int) -> dict[str, int]:
    by_form = {Form.STANDARD.value: missing_standard(packed, sets) - 1}
    if sets == 4:
        by_form |= {form.value: MISSING[form](packed) - 1 for form in _WHOLE_HAND}
    missing = missing_knitted_straight(packed, sets)
    if missing < UNREACHABLE:
        by_form[Form.KNITTED_STRAIGHT.value] = missing - 1
    return by_form


def make_waits(ruleset: ScoringRules) -> Callable[..., Waits]:
    def waits(hand: Hand, special: object = None) -> Waits:
        packed, sets = pack(hand.concealed), 4 - len(hand.melds)
        kinds = standard_waits(packed)
        others = _other_forms(packed, sets)
        if others:
            kinds = sorted({*kinds, *others})
        tiles = _drop_held(kinds, packed, hand.melds)
        return Waits(tiles, bool(kinds), lambda: distances(packed, sets))

    return waits


def _drop_held(kinds: list[Tile], packed: int, melds: tuple[Meld, ...]) -> tuple[Tile, ...]:
    if not melds:
        return tuple(kinds)
    for meld in melds:
        packed += pack(meld.tiles)
    return tuple([kind for kind in kinds if packed >> 3 * kind & 7 < 4])
