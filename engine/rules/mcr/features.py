"""Features that the parts of a hand share: bits of one number, combined by ``&`` over sets, pair and tiles.

A suit's divisions carry theirs, so that the features of a reading are those of its four suits and its melds together.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache, reduce
from operator import and_
from typing import Final

from engine.reading.suit_tables import NO_PAIR, PUNG, Codes, HonourTable, SuitTable, suit_tables
from engine.rules.mcr.conditions.kinds import ALL_RANKS, ASKED_RANKS, GREEN_KINDS, REVERSIBLE_KINDS, TileKinds
from engine.tiles.tile import DRAGONS, EAST, KINDS, WINDS, Tile, kind_of

IN_RANKS: Final = tuple(1 << index for index in range(len(ASKED_RANKS)))
"""No number outside each of ASKED_RANKS."""
NOT_SUIT: Final = tuple(1 << len(IN_RANKS) + suit for suit in range(3))
NO_WINDS, NO_DRAGONS, ALL_GREEN, ALL_REVERSIBLE, OUTSIDE, FIVE, CHOWS_ONLY = (
    1 << len(IN_RANKS) + len(NOT_SUIT) + index for index in range(7)
)
"""OUTSIDE: a terminal or honour in each part; FIVE: a five in each; CHOWS_ONLY: chows and a suited pair."""
EVERYTHING: Final = (CHOWS_ONLY << 1) - 1
OF_TILES: Final = OUTSIDE - 1
"""Features that sets do not change."""


def _features(kinds: Iterable[Tile]) -> int:
    """Features of a set or a pair of these kinds."""
    features = NO_WINDS | NO_DRAGONS | ALL_GREEN | ALL_REVERSIBLE | CHOWS_ONLY | sum(IN_RANKS) | sum(NOT_SUIT)
    for kind in kinds:
        if kind in WINDS:
            features &= ~(NO_WINDS | CHOWS_ONLY)
        elif kind in DRAGONS:
            features &= ~(NO_DRAGONS | CHOWS_ONLY)
        else:
            features &= ~NOT_SUIT[kind // 9]
            features &= ~sum(bit for bit, ranks in zip(IN_RANKS, ASKED_RANKS, strict=True) if not ranks >> kind % 9 & 1)
        if kind not in GREEN_KINDS:
            features &= ~ALL_GREEN
        if kind not in REVERSIBLE_KINDS:
            features &= ~ALL_REVERSIBLE
        if kind >= EAST or kind % 9 in (0, 8):
            features |= OUTSIDE
        elif kind % 9 == 4:
            features |= FIVE
    return features


_OF_KIND: Final = tuple(_features((kind,)) for kind in range(KINDS))
IN_PAIR: Final = (*_OF_KIND, EVERYTHING)
"""By kind of the pair; NO_PAIR, the last, has every feature."""
IN_SET: Final = (
    *(_features(range(first, first + 3)) if first < EAST and first % 9 < 7 else 0 for first in range(PUNG)),
    *(features & ~CHOWS_ONLY for features in _OF_KIND),
)
"""By code of a set."""

_of_kind = _OF_KIND.__getitem__
_of_set = IN_SET.__getitem__


def features_of_tiles(tiles: Iterable[Tile]) -> int:
    return reduce(and_, map(_of_kind, map(kind_of, tiles)), EVERYTHING) & OF_TILES


def tile_kinds(features: int, pairs: bool) -> TileKinds:
    """View of tiles with these features; its numbers are all that fans allow, so that equivalent hands share a view."""
    ranks = ALL_RANKS
    for bit, numbers in zip(IN_RANKS, ASKED_RANKS, strict=True):
        if features & bit:
            ranks &= numbers
    return TileKinds(
        ranks,
        sum(not features & bit for bit in NOT_SUIT),
        not features & NO_WINDS,
        not features & NO_DRAGONS,
        features & ALL_GREEN > 0,
        features & ALL_REVERSIBLE > 0,
        pairs,
    )


SuitDivision = tuple[Codes, Codes, int, int]
"""Chows, pungs, tally, features. The tally adds up the kind of the pair, SET a set and ONE_PAIR * SET for the pair."""

SET: Final = 1 << 6
ONE_PAIR: Final = 1 << 4


class SuitDivisions(dict[int, tuple[SuitDivision, ...]]):
    """Divisions of one suit with their features by its packed tiles, made at the first look-up."""

    def __init__(self, table: SuitTable | HonourTable) -> None:
        self._table = table

    def __missing__(self, packed: int) -> tuple[SuitDivision, ...]:
        divisions = []
        for codes, pair in self._table.divide(packed):
            chows = bisect_left(codes, PUNG)
            tally = len(codes) * SET + (0 if pair == NO_PAIR else ONE_PAIR * SET + pair)
            features = reduce(and_, map(_of_set, codes), IN_PAIR[pair])
            divisions.append((codes[:chows], codes[chows:], tally, features))
        self[packed] = featured = tuple(divisions)
        return featured


@cache
def suit_divisions() -> tuple[SuitDivisions, SuitDivisions, SuitDivisions, SuitDivisions]:
    tables = suit_tables()
    return (
        SuitDivisions(tables.characters),
        SuitDivisions(tables.dots),
        SuitDivisions(tables.bamboos),
        SuitDivisions(tables.honours),
    )
