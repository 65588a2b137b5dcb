"""Readings as the scoring sees them: masks of the hand, places of the winning tile, melds, and readings in words."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine.reading.decompositions import CLAIMED, HELD, KNITTED, PAIR, Form, Reading, ReadSet, pack
from engine.reading.suit_tables import PUNG, Codes
from engine.rules.mcr.conditions.kinds import GREEN_KINDS, REVERSIBLE_KINDS, as_asked
from engine.rules.mcr.conditions.manner import Place
from engine.rules.mcr.counting import Share
from engine.tiles.hand import Hand
from engine.tiles.melds import Meld
from engine.tiles.tile import KINDS, Tile, kind_of

UNITS: Final = pack(range(KINDS))
SUIT: Final = pack(range(9))
HONOURS_MASK: Final = pack(range(27, 34))
WINDS_MASK: Final = pack(range(4))
DRAGONS_MASK: Final = pack(range(4, 7))
"""Among the honours of a hand, East at bit 0."""
NOT_GREEN: Final = UNITS - pack(GREEN_KINDS)
NOT_REVERSIBLE: Final = UNITS - pack(REVERSIBLE_KINDS)
_GATES: Final = pack((0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8))
NINE_GATES: Final = {_GATES, _GATES << 27, _GATES << 54}
SHIFTED: Final = {pack(range(first, first + 7)) * 2 << 27 * suit for first in range(3) for suit in range(3)}

OUTSIDE, FIVE = 1, 2
"""What all sets and the pair of a hand may have in common: a terminal or an honour in each, a five in each."""


def _common(kinds: tuple[Tile, ...]) -> int:
    outside = any(kind >= 27 or kind % 9 in (0, 8) for kind in kinds)
    five = any(kind < 27 and kind % 9 == 4 for kind in kinds)
    return outside * OUTSIDE + five * FIVE


IN_PAIR: Final = tuple(_common((kind,)) for kind in range(KINDS))
IN_SET: Final = (*(_common((k, k + 1, k + 2)) if k < 27 and k % 9 < 7 else 0 for k in range(PUNG)), *IN_PAIR)
"""The same for set codes."""

# Places in the order of preference: a wait fan first, then any place that leaves a pung concealed.
IN_PUNG: Final = -1


def _place(code: int, kind: Tile) -> int:
    """Where in a chow the winning tile sits."""
    if kind == code + 1:
        return Place.MIDDLE
    edge = (code % 9 == 0 and kind == code + 2) or (code % 9 == 6 and kind == code)
    return Place.EDGE if edge else Place.OTHER


PLACES: Final[tuple[dict[int, int], ...]] = tuple(
    {
        **{
            code: _place(code, kind)
            for code in range(max(kind - 2, 0), kind + 1)
            if kind < 27 and code // 9 == kind // 9 and code % 9 < 7
        },
        kind + PUNG: IN_PUNG,
    }
    for kind in range(KINDS)
)
"""For each winning kind: the codes of the sets that can hold it, and its place there."""


@cache
def spread_ranks() -> dict[int, int]:
    """Numbers present, one bit in three -> the numbers that fans allow, one bit each."""
    return {sum(1 << 3 * rank for rank in range(9) if ranks >> rank & 1): as_asked(ranks) for ranks in range(512)}


class Shown(NamedTuple):
    """What a meld adds to the counting of a hand."""

    code: int
    """Set code; a kong has the code of a pung."""
    kinds: int
    """Its kinds, packed once each."""
    tiles: int
    """Its tiles, packed; nothing for a kong, which makes no Tile Hog (MCR-4.20)."""
    exposed: bool
    melded_kong: bool
    concealed_kong: bool
    read: ReadSet


@lru_cache(maxsize=1 << 12)
def shown(meld: Meld) -> Shown:
    """The meld as the counting needs it."""
    packed = pack(set(map(kind_of, meld.tiles)))
    return Shown(
        meld.first if meld.is_chow else meld.first + PUNG,
        packed,
        0 if meld.is_kong else pack(meld.tiles),
        meld.is_exposed,
        meld.is_kong and meld.is_exposed,
        not meld.is_exposed,
        ReadSet(meld.kind, meld.first, meld),
    )


class Counted:
    """One reading with what it earns."""

    __slots__ = ("body", "codes", "counted", "form", "pair", "place", "points", "shares")

    def __init__(
        self,
        points: int,
        counted: int,
        shares: tuple[Share, ...],
        form: Form,
        codes: Codes,
        pair: Tile | None,
        place: int,
        body: int,
    ) -> None:
        self.points = points
        """Points without flowers."""
        self.counted = counted
        """Bits of the fans that count."""
        self.shares = shares
        self.form = form
        self.codes = codes
        """The concealed sets, as divided."""
        self.pair = pair
        self.place = place
        """Where the winning tile sits."""
        self.body = body
        """Which knitted straight, as index in KNITTED."""


def reading_of(counted: Counted, hand: Hand, winning: Tile, claimed: bool) -> Reading:
    """The reading in words: chows, then pungs and kongs, each ascending, the winning tile in its place."""
    kind = kind_of(winning)
    form, place = counted.form, counted.place
    if form is not Form.STANDARD and form is not Form.KNITTED_STRAIGHT:
        return Reading(form, (), None, winning, PAIR, tuple(sorted(map(kind_of, (*hand.concealed, winning)))))
    codes = sorted(counted.codes)
    items = [HELD[code] for code in codes]
    win_at = PAIR
    if place != Place.PAIR:
        places = PLACES[kind]
        for index, code in enumerate(codes):
            if code in places and places[code] == place:
                win_at = index
                if claimed:
                    items[index] = CLAIMED[code]
                break
    if hand.melds:
        won = items[win_at] if win_at >= 0 else None
        merged = list(zip(codes, items, strict=True)) + [(shown(meld).code, shown(meld).read) for meld in hand.melds]
        merged.sort(key=_code)
        items = [item for _, item in merged]
        win_at = PAIR if won is None else next(index for index, item in enumerate(items) if item is won)
    return Reading(
        form, tuple(items), counted.pair, winning, win_at, KNITTED[counted.body] if counted.body >= 0 else ()
    )


def _code(item: tuple[int, ReadSet]) -> int:
    return item[0]
