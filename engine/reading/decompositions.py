"""Interpretations of a winning hand: sets and a pair, or one of the special forms.

The tiles of a hand are one packed integer, three bits per kind: ``packed >> 3 * kind & 7`` is the count. The divisions
of one suit are looked up (`suit_tables`), so dividing a whole hand takes four look-ups. A set is an integer code: a
chow its first kind, a pung its kind + PUNG, a kong its kind + KONG. ``Reading`` is the same as objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.reading.suit_tables import PUNG, SUIT_MASK, Codes, Division, suit_tables
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.tile import KINDS, Tile, format_tile, format_tiles, kind_of

ONE: Final = tuple(1 << 3 * kind_of(tile) if kind_of(tile) < KINDS else 0 for tile in range(46))
"""Value of each Tile in a packed hand; 0 for flowers and unknown tiles."""


_one_of = ONE.__getitem__


def pack(tiles: Iterable[Tile]) -> int:
    """Pack tiles into one integer; red fives count as fives, flowers and unknown tiles are ignored."""
    return sum(map(_one_of, tiles))


HALF_BITS: Final = 54
HALF: Final = (1 << HALF_BITS) - 1
"""Mask of two suits of a packed hand."""


def count_of_kind(packed: int, kind: Tile) -> int:
    return packed >> 3 * kind & 7


def kinds_in(packed: int) -> list[Tile]:
    return [kind for kind in range(KINDS) if packed >> 3 * kind & 7]


@lru_cache(maxsize=1 << 12)
def kinds_of(present: int) -> tuple[Tile, ...]:
    """Kinds of a packed mask, cached because few masks are asked for again and again."""
    return tuple(kinds_in(present))


def unpack(packed: int) -> tuple[Tile, ...]:
    return tuple(kind for kind in range(KINDS) for _ in range(packed >> 3 * kind & 7))


def divisions(packed: int, sets: int) -> list[Division]:
    """List every division of concealed tiles, including the winning tile, into ``sets`` sets and a pair.

    The codes are in order of suits, in each suit chows before pungs. Empty if there is no division or the number of
    tiles is not ``3 * sets + 2``.

    >>> from engine.tiles.tile import parse_tiles
    >>> divisions(pack(parse_tiles("11122233355m")), 3)
    [((0, 0, 0), 4), ((34, 35, 36), 4)]
    """
    tables = suit_tables()
    in_m, in_p = tables.characters[packed & SUIT_MASK], tables.dots[packed >> 27 & SUIT_MASK]
    in_s, in_z = tables.bamboos[packed >> 54 & SUIT_MASK], tables.honours[packed >> 81]
    combined: list[Division] = []
    if not (in_m and in_p and in_s and in_z):
        return combined
    for codes_m, pair_m in in_m:
        for codes_p, pair_p in in_p:
            for codes_s, pair_s in in_s:
                for codes_z, pair_z in in_z:
                    # NO_PAIR is -1: with exactly one pair the other three add up to -3.
                    pairs = (pair_m >= 0) + (pair_p >= 0) + (pair_s >= 0) + (pair_z >= 0)
                    codes = codes_m + codes_p + codes_s + codes_z
                    if pairs == 1 and len(codes) == sets:
                        combined.append((codes, pair_m + pair_p + pair_s + pair_z + 3))
    return combined


class Form(Enum):
    """Winning forms of all families; the value is the name in results."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs"
    THIRTEEN_ORPHANS = "thirteen_orphans"
    KNITTED_STRAIGHT = "knitted_straight"
    HONORS_KNITTED = "honors_knitted"
    LIGU = "ligu"
    """嚦咕嚦咕: seven pairs and a triplet in 17 tiles."""
    BUDA = "buda"
    """十六不搭: sixteen unrelated tiles and one of them again."""
    FLOWERS = "flowers"
    """A win on flowers alone, whatever the tiles."""

    # Members are singletons, so identity is enough; Enum's own hash calls a Python function.
    __hash__ = object.__hash__


KNITTED: Final = tuple(
    (a, a + 3, a + 6, 9 + b, 9 + b + 3, 9 + b + 6, 18 + c, 18 + c + 3, 18 + c + 6)
    for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
)
"""The six knitted straights: 147, 258 and 369 each in another suit, as kinds."""

KNITTED_PACKED: Final = tuple(pack(kinds) for kinds in KNITTED)
ORPHANS_PACKED: Final = pack((0, 8, 9, 17, 18, 26, *range(27, 34)))
HONOURS_PACKED: Final = pack(range(27, 34))

_UNITS: Final = pack(range(KINDS))
_ODD_MASK: Final = _UNITS * 5


def seven_pairs(packed: int, *, allow_quads: bool = True) -> bool:
    """Return True for seven pairs (14 tiles); ``allow_quads`` lets four equal tiles count as two pairs."""
    if packed & _UNITS:
        return False
    pairs = (packed >> 1 & _UNITS).bit_count()
    fours = (packed >> 2 & _UNITS).bit_count()
    return pairs + 2 * fours == 7 and (allow_quads or not fours)


def thirteen_orphans(packed: int) -> bool:
    """Return True for one of each terminal and honour and a second of one of them (14 tiles)."""
    second = packed - ORPHANS_PACKED
    return second > 0 and second.bit_count() == 1 and bool(second & ORPHANS_PACKED)


def knitted_straights(packed: int, sets: int) -> list[tuple[int, list[Division]]]:
    """Knitted straights that leave ``sets - 3`` concealed sets and a pair: (index in KNITTED, divisions)."""
    if sets < 3:
        return []
    straights: list[tuple[int, list[Division]]] = []
    present = (packed | packed >> 1 | packed >> 2) & _UNITS
    if present.bit_count() < len(KNITTED[0]):
        return straights
    for index, straight in enumerate(KNITTED_PACKED):
        if present & straight == straight:
            remainders = divisions(packed - straight, sets - 3)
            if remainders:
                straights.append((index, remainders))
    return straights


def honors_knitted(packed: int) -> int | None:
    """Index in KNITTED of the straight that fits 14 different single tiles (its members and honours), else None."""
    if packed.bit_count() != 14 or packed & _ODD_MASK != packed & _UNITS:
        return None
    for index, straight in enumerate(KNITTED_PACKED):
        if not packed & ~(straight | HONOURS_PACKED):
            return index
    return None


class ReadSet(NamedTuple):
    """Set of an interpretation. ``meld`` is the exposed or declared meld; ``claimed`` means that the winning tile
    completed it from another player's discard or kong, so it is not concealed.
    """

    kind: MeldKind
    first: Tile
    meld: Meld | None = None
    claimed: bool = False

    @property
    def concealed(self) -> bool:
        """True in the hand or as a concealed kong, unless completed by another player's tile."""
        return self.kind is MeldKind.CONCEALED_KONG if self.meld else not self.claimed

    @property
    def tiles(self) -> tuple[Tile, ...]:
        if self.kind is MeldKind.CHOW:
            return (self.first, self.first + 1, self.first + 2)
        return (self.first,) * (4 if self.kind.is_kong else 3)


PAIR: Final = -1
"""Place of a winning tile outside the sets: in the pair or among the loose tiles."""


class Reading(NamedTuple):
    """Interpretation of a winning hand. ``win_at`` is the index of the set completed by the winning tile, or PAIR.

    ``loose`` are the tiles outside sets and pair: the nine of a knitted straight, or the whole hand of a form without
    sets. Exposed sets follow the concealed ones.
    """

    form: Form
    sets: tuple[ReadSet, ...]
    pair: Tile | None
    winning: Tile
    win_at: int = PAIR
    loose: tuple[Tile, ...] = ()

    def __str__(self) -> str:
        parts = []
        if self.loose:
            in_loose = self.win_at == PAIR and (self.pair is None or kind_of(self.winning) != self.pair)
            parts.append(_mark_winning_tile(self.loose, self.winning if in_loose else None))
        melds = []
        for index, item in enumerate(self.sets):
            if item.meld:
                melds.append(_format_meld(item.meld))
            elif index == self.win_at:
                parts.append(_mark_winning_tile(item.tiles, self.winning))
            else:
                parts.append(_format_concealed_set(item))
        if self.pair is not None:
            on_pair = self.win_at == PAIR and kind_of(self.winning) == self.pair
            parts.append(_mark_winning_tile((self.pair, self.pair), self.winning if on_pair else None))
        return " ".join(parts + melds)


@lru_cache(maxsize=1 << 12)
def _format_concealed_set(item: ReadSet) -> str:
    return format_tiles(item.tiles)


@lru_cache(maxsize=1 << 12)
def _format_meld(meld: Meld) -> str:
    return str(meld)


@lru_cache(maxsize=1 << 13)
def _mark_winning_tile(tiles: tuple[Tile, ...], winning: Tile | None) -> str:
    # Cached: there are some hundred sets, each with a few places for a winning tile.
    if winning is None:
        return format_tiles(tiles)
    unmarked = list(tiles)
    unmarked.remove(kind_of(winning))
    return f"{format_tiles(unmarked)}+{format_tile(winning)}"


def set_from_code(code: int, *, claimed: bool = False) -> ReadSet:
    return (CLAIMED if claimed else HELD)[code]


def _make_set(code: int, claimed: bool) -> ReadSet:
    if code >= PUNG:
        return ReadSet(MeldKind.PUNG, code - PUNG, None, claimed)
    return ReadSet(MeldKind.CHOW, code, None, claimed)


HELD: Final = tuple(_make_set(code, False) for code in range(2 * PUNG))
CLAIMED: Final = tuple(_make_set(code, True) for code in range(2 * PUNG))
"""Concealed sets by code, and those completed by another player's tile."""


def contains(code: int, kind: Tile) -> bool:
    return code == kind + PUNG or (code <= kind <= code + 2 and code < PUNG and kind < 27)


def winning_places(codes: Codes, pair: int, kind: Tile) -> list[int]:
    """Possible places of a winning tile: indices of sets, PAIR for the pair; equal sets are listed once."""
    places = [index for index, code in enumerate(codes) if contains(code, kind) and code not in codes[:index]]
    if pair == kind:
        places.append(PAIR)
    return places


def standard_readings(
    packed: int, melds: tuple[Meld, ...], winning: Tile, sets: int, *, claimed: bool
) -> Iterator[Reading]:
    """Yield every interpretation as sets and a pair with every place of the winning tile.

    ``packed`` are the concealed tiles with the winning one, ``sets`` the number of sets of the whole hand; ``claimed``:
    the tile came from another player.
    """
    exposed = tuple(ReadSet(meld.kind, meld.first, meld) for meld in melds)
    kind = kind_of(winning)
    for codes, pair in divisions(packed, sets - len(melds)):
        for place in winning_places(codes, pair, kind):
            held = tuple(set_from_code(code, claimed=claimed and index == place) for index, code in enumerate(codes))
            yield Reading(Form.STANDARD, held + exposed, pair, winning, place)
