"""Exact waits and shanten of a hand.

Both follow from the number of tiles missing to the nearest winning hand. The result for one suit is a row of small
numbers (tiles missing to 0, 1, 2 ... sets without and with the pair), cached by suit; a hand combines the rows of its
four suits. No target has more than four of a kind, so a wait for a fifth 1m is never ready.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final, Protocol

from engine.reading.decompositions import (
    HALF,
    HALF_BITS,
    HONOURS_PACKED,
    KNITTED_PACKED,
    ORPHANS_PACKED,
    Form,
    count_of_kind,
    divisions,
    kinds_of,
)
from engine.reading.suit_tables import SUIT_MASK, suit_tables
from engine.tiles.hand import Hand
from engine.tiles.tile import KINDS, Suit, Tile


@dataclass(slots=True, eq=False)
class Waits:
    """Waits of a hand.

    ``tiles`` complete the hand, without kinds of which the player holds all four; ``ready`` follows the ruleset's
    definition. Distances are computed on demand: ``by_form`` gives the tile exchanges missing to each winning form of
    the ruleset, ``shanten`` their minimum (0 ready, -1 complete).
    """

    tiles: tuple[Tile, ...]
    ready: bool
    measure: Callable[[], Mapping[str, int]] = field(repr=False)
    _by_form: Mapping[str, int] | None = field(default=None, init=False, repr=False)

    @property
    def by_form(self) -> Mapping[str, int]:
        if self._by_form is None:
            self._by_form = self.measure()
        return self._by_form

    @property
    def shanten(self) -> int:
        return min(self.by_form.values())


class WaitsOf(Protocol):
    """Waits of a hand under a ruleset; ``special`` are the family's own circumstances, such as a void suit."""

    def __call__(self, hand: Hand, special: object = None) -> Waits: ...


UNREACHABLE: Final = 99

Missing = tuple[tuple[int, ...], tuple[int, ...]]
"""Tiles missing for 0, 1, 2 ... sets, without a pair and with one."""

MAX_SETS: Final = 5
_NOTHING: Final[Missing] = ((0, *[UNREACHABLE] * MAX_SETS), (UNREACHABLE,) * (MAX_SETS + 1))


@lru_cache(maxsize=1 << 19)
def _missing(packed: int, ranks: int, older: int, newer: int) -> Missing:
    """Tiles missing in the ``ranks`` upper ranks of a suit, with chows continued from below.

    ``older`` chows began two ranks below the lowest rank here and need one more tile, ``newer`` ones one rank below and
    need two. Sets are counted where they begin, so these are not in the result.
    """
    if not ranks:
        return _NOTHING if not older and not newer else ((UNREACHABLE,) * (MAX_SETS + 1),) * 2
    held = packed & 7
    carried = older + newer
    without = [UNREACHABLE] * (MAX_SETS + 1)
    with_pair = [UNREACHABLE] * (MAX_SETS + 1)
    for chows in range(min(4 - carried, MAX_SETS) + 1 if ranks > 2 else 1):
        plain, paired = _missing(packed >> 3, ranks - 1, newer, chows)
        for pung in (0, 1):
            needed = carried + chows + 3 * pung
            if needed > 4:
                break
            cost = max(needed - held, 0)
            begun = chows + pung
            for sets in range(MAX_SETS + 1 - begun):
                without[sets + begun] = min(without[sets + begun], plain[sets] + cost)
                with_pair[sets + begun] = min(with_pair[sets + begun], paired[sets] + cost)
            if needed <= 2:
                cost = max(needed + 2 - held, 0)
                for sets in range(MAX_SETS + 1 - begun):
                    with_pair[sets + begun] = min(with_pair[sets + begun], plain[sets] + cost)
    return tuple(without), tuple(with_pair)


@cache
def _missing_honours(packed: int) -> Missing:
    row = _NOTHING
    for _ in range(7):
        held = packed & 7
        packed >>= 3
        alone: Missing = (
            (0, max(3 - held, 0), *[UNREACHABLE] * (MAX_SETS - 1)),
            (max(2 - held, 0), *[UNREACHABLE] * MAX_SETS),
        )
        row = _join_suits(row, alone)
    return row


def _join_suits(a: Missing, b: Missing) -> Missing:
    (plain_a, paired_a), (plain_b, paired_b) = a, b
    without = []
    with_pair = []
    for sets in range(MAX_SETS + 1):
        best = paired = UNREACHABLE
        for i in range(sets + 1):
            j = sets - i
            total = plain_a[i] + plain_b[j]
            if total < best:
                best = total
            total = plain_a[i] + paired_b[j]
            if total < paired:
                paired = total
            total = paired_a[i] + plain_b[j]
            if total < paired:
                paired = total
        without.append(best)
        with_pair.append(paired)
    return tuple(without), tuple(with_pair)


_CACHE_SIZE: Final = 1 << 16
_LOW: Final[dict[int, Missing]] = {}
_HIGH: Final[dict[int, Missing]] = {}


def _missing_low(packed: int) -> Missing:
    if len(_LOW) >= _CACHE_SIZE:
        _LOW.clear()
    row = _LOW[packed] = _join_suits(_missing(packed & SUIT_MASK, 9, 0, 0), _missing(packed >> 27, 9, 0, 0))
    return row


def _missing_high(packed: int) -> Missing:
    if len(_HIGH) >= _CACHE_SIZE:
        _HIGH.clear()
    row = _HIGH[packed] = _join_suits(_missing(packed & SUIT_MASK, 9, 0, 0), _missing_honours(packed >> 27))
    return row


def missing_standard(packed: int, sets: int, barred: Suit | None = None) -> int:
    """Tiles missing to ``sets`` sets and a pair; tiles of suit ``barred`` are useless.

    >>> from engine.reading.decompositions import pack
    >>> from engine.tiles.tile import parse_tiles
    >>> missing_standard(pack(parse_tiles("1111m")), 1)
    2
    """
    low, high = packed & HALF, packed >> HALF_BITS
    if barred is None:
        plain_a, paired_a = _LOW.get(low) or _missing_low(low)
        plain_b, paired_b = _HIGH.get(high) or _missing_high(high)
    else:
        characters, dots, bamboos = low & SUIT_MASK, low >> 27, high & SUIT_MASK
        rows = [_missing(suit, 9, 0, 0) for index, suit in enumerate((characters, dots, bamboos)) if index != barred]
        (plain_a, paired_a), (plain_b, paired_b) = rows
    best = UNREACHABLE
    for i in range(sets + 1):
        j = sets - i
        total = paired_a[i] + plain_b[j]
        if total < best:
            best = total
        total = plain_a[i] + paired_b[j]
        if total < best:
            best = total
    return best


_UNITS: Final = sum(1 << 3 * kind for kind in range(KINDS))


def pairs_in(packed: int) -> int:
    return (packed >> 1 & _UNITS).bit_count() + 2 * (packed >> 2 & _UNITS).bit_count()


def different_in(packed: int) -> int:
    return ((packed | packed >> 1 | packed >> 2) & _UNITS).bit_count()


def missing_seven_pairs(packed: int, *, allow_quads: bool = True) -> int:
    """Tiles missing to seven pairs; with ``allow_quads`` four of a kind are two pairs, else seven kinds are needed."""
    if allow_quads:
        wanted = 7 - min(pairs_in(packed), 7)
        # A single tile lacks one for a pair; without singles a pair lacks two.
        return max(wanted, 2 * wanted - (packed & _UNITS).bit_count())
    pairs = ((packed >> 1 | packed >> 2) & _UNITS).bit_count()
    return 7 - min(pairs, 7) + max(7 - different_in(packed), 0)


def missing_thirteen_orphans(packed: int) -> int:
    mask = ORPHANS_PACKED
    present = ((packed | packed >> 1 | packed >> 2) & mask).bit_count()
    return 14 - present - (1 if (packed >> 1 | packed >> 2) & mask else 0)


def missing_honors_knitted(packed: int) -> int:
    """Tiles missing to 14 different tiles out of the seven honours and one knitted straight."""
    present = (packed | packed >> 1 | packed >> 2) & _UNITS
    a, b, c, d, e, f = KNITTED_PACKED
    longest = max(
        (present & a).bit_count(),
        (present & b).bit_count(),
        (present & c).bit_count(),
        (present & d).bit_count(),
        (present & e).bit_count(),
        (present & f).bit_count(),
    )
    return 14 - min(14, (present & HONOURS_PACKED).bit_count() + longest)


def missing_knitted_straight(packed: int, sets: int) -> int:
    if sets < 3:
        return UNREACHABLE
    present = (packed | packed >> 1 | packed >> 2) & _UNITS
    best = UNREACHABLE
    for straight in KNITTED_PACKED:
        held = present & straight
        missing = 9 - held.bit_count()
        if missing < best:
            best = min(best, missing + missing_standard(packed - held, sets - 3))
    return best


def missing_ligu(packed: int) -> int:
    """Tiles missing to seven pairs and a triplet (17 tiles); four of a kind may be two pairs.

    >>> from engine.reading.decompositions import pack
    >>> missing_ligu(pack([tile for tile in (0, 9, 18, 27) for _ in range(4)]))
    2
    """
    pairs = pairs_in(packed)
    odd = packed & _UNITS
    halves = odd.bit_count()
    twice = packed >> 1 & _UNITS
    # Each way to the triplet: missing tiles, and the pairs and half pairs of its kind that it uses up.
    best = 3 + _missing_pairs(7 - pairs, halves)
    if odd & ~twice:
        best = min(best, 2 + _missing_pairs(7 - pairs, halves - 1))
    if twice & ~odd:
        best = min(best, 1 + _missing_pairs(8 - pairs, halves))
    if twice & odd:
        best = min(best, _missing_pairs(8 - pairs, halves - 1))
    if packed >> 2 & _UNITS:
        best = min(best, _missing_pairs(9 - pairs, halves))
    return best


def _missing_pairs(needed: int, halves: int) -> int:
    return max(needed, 0) + max(needed - halves, 0)


def missing_buda(packed: int) -> int:
    """Tiles missing to sixteen unrelated tiles and a second of one of them (17 tiles)."""
    kinds = (packed | packed >> 1 | packed >> 2) & _UNITS
    present = (kinds & HONOURS_PACKED).bit_count()
    doubles = (packed >> 1 | packed >> 2) & _UNITS
    doubled = bool(doubles & HONOURS_PACKED)
    # The double may cost a tile of spread in a suit, so the best with and without a double in hand are kept apart.
    plain, twice = present, (present + 1 if doubled else 0)
    for suit in range(3):
        best = best_twice = 0
        for trio in UNRELATED_PACKED:
            mask = trio << 27 * suit
            count = (kinds & mask).bit_count()
            best = max(best, count)
            if doubles & mask:
                best_twice = max(best_twice, count + 1)
        plain, twice = plain + best, max(twice + best if twice else 0, plain + best_twice if best_twice else 0)
    return 17 - max(plain, twice)


UNRELATED: Final = ("147", "148", "149", "158", "159", "169", "258", "259", "269", "369")
UNRELATED_PACKED: Final = tuple(sum(1 << 3 * (int(rank) - 1) for rank in ranks) for ranks in UNRELATED)

MISSING: Final[Mapping[Form, Callable[[int], int]]] = {
    Form.SEVEN_PAIRS: missing_seven_pairs,
    Form.THIRTEEN_ORPHANS: missing_thirteen_orphans,
    Form.HONORS_KNITTED: missing_honors_knitted,
    Form.LIGU: missing_ligu,
    Form.BUDA: missing_buda,
}
"""Tiles missing to the forms of a whole concealed hand."""


@dataclass(frozen=True, slots=True)
class SuitWaits:
    remainder: int
    divides: bool
    ranks: tuple[int, ...]


def tiles_in(packed: int) -> int:
    return (
        (packed & _UNITS).bit_count() + 2 * (packed >> 1 & _UNITS).bit_count() + 4 * (packed >> 2 & _UNITS).bit_count()
    )


def neighbours(packed: int) -> tuple[int, ...]:
    """Ranks of a suit at which one more tile could be part of a set."""
    near = packed | packed << 3 | packed << 6 | packed >> 3 | packed >> 6
    return kinds_of((near | near >> 1 | near >> 2) & _UNITS & SUIT_MASK)


@cache
def _suit_waits(packed: int) -> SuitWaits:
    table = suit_tables().characters
    remainder = tiles_in(packed) % 3
    if not remainder:
        # It does not divide with one more tile either.
        return SuitWaits(remainder, table.divides(packed), ())
    ranks = [
        rank for rank in neighbours(packed) if packed >> 3 * rank & 7 < 4 and table.divides(packed + (1 << 3 * rank))
    ]
    return SuitWaits(remainder, remainder == 2 and table.divides(packed), tuple(ranks))


@cache
def _honour_waits(packed: int) -> SuitWaits:
    table = suit_tables().honours
    remainder = tiles_in(packed) % 3
    ranks = [rank for rank in range(7) if packed >> 3 * rank & 7 < 4 and table.divides(packed + (1 << 3 * rank))]
    return SuitWaits(remainder, table.divides(packed), tuple(ranks))


def standard_waits(packed: int) -> list[Tile]:
    """Kinds that complete these tiles to sets and a pair, ascending, without those of which they include all four."""
    low, high = packed & HALF, packed >> HALF_BITS
    return open_waits(
        [
            _suit_waits(low & SUIT_MASK),
            _suit_waits(low >> 27),
            _suit_waits(high & SUIT_MASK),
            _honour_waits(high >> 27),
        ]
    )


def open_waits(suits: list[SuitWaits]) -> list[Tile]:
    # One more tile must leave every suit with whole sets and one of them with the pair: either the only suit that is
    # not even gets it, or one of two suits that each have a spare pair.
    opened = broken = 0
    for suit in suits:
        opened += suit.remainder > 0
        broken += not suit.divides
    kinds: list[Tile] = []
    if opened <= 2 and broken <= 1:
        first = 0
        for suit in suits:
            if suit.remainder and not (broken and suit.divides):
                for rank in suit.ranks:
                    kinds.append(first + rank)
            first += 9
    return kinds


_MIN_KINDS: Final = {Form.THIRTEEN_ORPHANS: 12, Form.HONORS_KNITTED: 13, Form.BUDA: 15}


def form_waits(packed: int, form: Form) -> list[Tile]:
    """Kinds that complete a concealed hand to a form in MISSING, without kinds held four times."""
    present = (packed | packed >> 1 | packed >> 2) & _UNITS
    if present.bit_count() < _MIN_KINDS.get(form, 0):
        return []
    missing = MISSING[form]
    if missing(packed) != 1:
        return []
    if form is Form.SEVEN_PAIRS:
        # Only a tile that pairs an odd one adds a pair.
        wanted = packed & _UNITS
    elif form is Form.THIRTEEN_ORPHANS:
        wanted = ORPHANS_PACKED & ~present or ORPHANS_PACKED
    elif form is Form.HONORS_KNITTED:
        wanted = 0
        for straight in KNITTED_PACKED:
            if (present & (straight | HONOURS_PACKED)).bit_count() == 13:
                wanted |= (straight | HONOURS_PACKED) & ~present
    else:
        return [kind for kind in range(KINDS) if packed >> 3 * kind & 7 < 4 and not missing(packed + (1 << 3 * kind))]
    # A fourth tile is the highest of the three bits of a kind.
    return list(kinds_of(wanted & ~(packed >> 2)))


_KNITTED_HALVES: Final = tuple((straight & HALF, straight >> HALF_BITS) for straight in KNITTED_PACKED)


def knitted_waits(packed: int, sets: int) -> list[Tile]:
    if sets < 3:
        return []
    low, high = packed & HALF, packed >> HALF_BITS
    # Missing tiles by halves: most hands lack two tiles of each straight, which is fast to see on small integers.
    no_low, no_high = ~(low | low >> 1 | low >> 2), ~(high | high >> 1 | high >> 2)
    kinds: set[Tile] = set()
    for straight_low, straight_high in _KNITTED_HALVES:
        lacking_low, lacking_high = straight_low & no_low, straight_high & no_high
        if lacking_low & (lacking_low - 1) or lacking_high & (lacking_high - 1) or (lacking_low and lacking_high):
            continue
        lacking = lacking_low + (lacking_high << HALF_BITS)
        straight = straight_low + (straight_high << HALF_BITS)
        if not lacking:
            # The straight is complete: wait for the set and the pair beside it.
            kinds.update(standard_waits(packed - straight))
        elif divisions(packed - (straight ^ lacking), sets - 3):
            kinds.add(lacking.bit_length() // 3)
    return sorted(kind for kind in kinds if count_of_kind(packed, kind) < 4)
