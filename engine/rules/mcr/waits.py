"""Waits of an MCR hand; wait fans go by shape, where a kind of which all four tiles are used counts (MCR-4.18)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from engine.reading.decompositions import ONE, Form, pack
from engine.reading.suit_tables import SUIT_BITS, SUIT_MASK, HonourTable, SuitTable, suit_tables
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
from engine.tiles.tile import EAST, KINDS, Tile

_UNITS: Final = pack(range(KINDS))
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


def _table(ranks: int) -> SuitTable | HonourTable:
    return suit_tables().characters if ranks == 9 else suit_tables().honours


def _completes(packed: int, rank: int, ranks: int) -> bool:
    """True when one more tile of this rank leaves whole sets, with a pair or without."""
    more = packed + (1 << 3 * rank)
    if packed >> 3 * rank & 7 < 4:
        return rank < ranks and _table(ranks).divides(more)
    # The tables have no fifth tile of a kind.
    return _divides(more, ranks, tiles_in(packed) % 3 == 1)


@cache
def _suit(packed: int) -> SuitWaits:
    return _waits_of_suit(packed, 9)


@cache
def _honours(packed: int) -> SuitWaits:
    return _waits_of_suit(packed, 7)


def _waits_of_suit(packed: int, ranks: int) -> SuitWaits:
    remainder = tiles_in(packed) % 3
    waits = [rank for rank in neighbours(packed) if _completes(packed, rank, ranks)] if remainder else []
    return SuitWaits(remainder, remainder != 1 and _table(ranks).divides(packed), tuple(waits))


def shape_waits(packed: int) -> list[Tile]:
    """Kinds that complete sets and a pair by shape, including a fifth tile of a kind, ascending."""
    suits = (packed & SUIT_MASK, packed >> 27 & SUIT_MASK, packed >> 54 & SUIT_MASK, packed >> 81)
    if sum([tiles_in(suit) % 3 > 0 for suit in suits]) > 2:
        return []
    characters, dots, bamboos, honours = suits
    return open_waits([_suit(characters), _suit(dots), _suit(bamboos), _honours(honours)])


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


def has_single_wait(packed: int, sets: int, kind: Tile, pair: Tile) -> bool:
    """Return True when packed tiles waited for this kind alone; ``pair`` is that of any of their divisions.

    The kind is the pair or in a chow.
    """
    suit = kind // 9
    # Honours beside pungs of honours wait for their pair alone.
    if kind < EAST and not _is_only_wait(
        packed >> SUIT_BITS * suit & SUIT_MASK, kind % 9, pair % 9 if pair // 9 == suit else -1
    ):
        return False
    odd = packed & _UNITS
    # Six pairs and a single tile wait for that tile as well.
    return sets < 4 or odd & (odd - 1) > 0 or odd == ONE[kind]


_AROUND: Final = tuple(sum(7 << 3 * near for near in range(9) if 0 < abs(near - rank) <= 2) for rank in range(9))
"""Rank -> mask of the ranks with which it could make a chow."""
_EVERY_THIRD: Final = tuple(sum(1 << 3 * rank for rank in range(first, 9, 3)) for first in range(3))


@cache
def _is_only_wait(packed: int, rank: int, pair: int) -> bool:
    """True when a suit that this rank completes waits for nothing else; ``pair`` is the rank of its pair, -1 for none.

    The numbers of a set add up to a multiple of three, so few others can complete the suit.
    """
    if pair < 0:
        if packed.bit_count() == 2 and not packed & ~_UNITS:
            # Two tiles of a chow, with one tile between them or at the edge.
            return True
        # Two suits with a pair each both wait for a third tile.
        others = tuple(range(rank % 3, 9, 3))
        return not _table(9).divides(packed) and not _completes_with(packed, rank, others)
    if packed >> 3 * rank & 7 == 1 and not packed & _AROUND[rank]:
        # A tile apart from all others waits for its pair.
        return True
    total = -pair - rank
    twice = (packed >> 1 | packed >> 2) & _UNITS
    others = tuple(
        [
            other
            for other in neighbours(packed)
            if twice & _EVERY_THIRD[(-other - total) % 3] or (packed >> 3 * other & 7 and (other - total) % 3 == 0)
        ]
    )
    return not _completes_with(packed, rank, others)


def _completes_with(packed: int, rank: int, others: tuple[int, ...]) -> bool:
    return any(other != rank and _completes(packed, other, 9) for other in others)


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
