from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from engine.reading.decompositions import (
    CLAIMED,
    HALF,
    HALF_BITS,
    HELD,
    KNITTED,
    PAIR,
    Form,
    Reading,
    ReadSet,
    contains,
    pack,
    pack_halves,
)
from engine.reading.suit_tables import PUNG, Codes
from engine.rules.mcr.conditions.kinds import GREEN_KINDS, REVERSIBLE_KINDS, widen_ranks
from engine.rules.mcr.conditions.win_circumstances import WaitPlace
from engine.rules.mcr.counting import AwardShare, Resolution
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import Meld
from engine.tiles.tile import KINDS, Tile, kind_of

UNITS: Final = pack(range(18))
"""One bit for each kind of a half."""
SUIT: Final = pack(range(9))
HONOURS_MASK: Final = pack(range(27, 34))
WINDS_MASK: Final = pack(range(4))
DRAGONS_MASK: Final = pack(range(4, 7))
_NOT_GREEN: Final = pack(set(range(KINDS)) - set(GREEN_KINDS))
_NOT_REVERSIBLE: Final = pack(set(range(KINDS)) - set(REVERSIBLE_KINDS))
NOT_GREEN: Final = (_NOT_GREEN & HALF, _NOT_GREEN >> HALF_BITS)
NOT_REVERSIBLE: Final = (_NOT_REVERSIBLE & HALF, _NOT_REVERSIBLE >> HALF_BITS)
_GATES: Final = pack((0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8))
_NINE_GATES: Final = (_GATES, _GATES << 27)
SHIFTED: Final = {pack(range(first, first + 7)) * 2 << 27 * suit for first in range(3) for suit in range(3)}


def is_nine_gates(low: int, high: int) -> bool:
    return high in _NINE_GATES if not low else not high and low in _NINE_GATES


OUTSIDE, FIVE = 1, 2
"""Features shared by all sets and the pair: a terminal or honour in each, a five in each."""


def _common(kinds: tuple[Tile, ...]) -> int:
    outside = any(kind >= 27 or kind % 9 in (0, 8) for kind in kinds)
    five = any(kind < 27 and kind % 9 == 4 for kind in kinds)
    return outside * OUTSIDE + five * FIVE


IN_PAIR: Final = tuple(_common((kind,)) for kind in range(KINDS))
IN_SET: Final = (*(_common((k, k + 1, k + 2)) if k < 27 and k % 9 < 7 else 0 for k in range(PUNG)), *IN_PAIR)
"""Features by set code."""

# Places by preference: wait fans first, then places that leave a pung concealed.
IN_PUNG: Final = -1
NOWHERE: Final = -2
IN_THE_PAIR: Final = int(WaitPlace.PAIR)


def _place(code: int, kind: Tile) -> int:
    if kind == code + 1:
        return WaitPlace.MIDDLE
    edge = (code % 9 == 0 and kind == code + 2) or (code % 9 == 6 and kind == code)
    return WaitPlace.EDGE if edge else WaitPlace.OTHER


def _place_in(code: int, kind: Tile) -> int:
    if code == kind + PUNG:
        return IN_PUNG
    in_chow = code < PUNG and code % 9 < 7 and contains(code, kind)
    return int(_place(code, kind)) if in_chow else NOWHERE


PLACES: Final = tuple(tuple(_place_in(code, kind) for code in range(2 * PUNG)) for kind in range(KINDS))
"""Winning kind -> its place in the set of each code."""


@cache
def spread_ranks() -> dict[int, int]:
    """Map from the numbers present (one bit in three) to those that fans allow (one bit each)."""
    return {sum(1 << 3 * rank for rank in range(9) if ranks >> rank & 1): widen_ranks(ranks) for ranks in range(512)}


@dataclass(frozen=True, slots=True)
class MeldView:
    code: int
    """Set code; a kong has the code of a pung."""
    kinds: tuple[int, int]
    """Its kinds, one each, by halves."""
    tiles: tuple[int, int]
    """Its tiles, by halves; none for a kong, which is never a Tile Hog (MCR-4.20)."""
    exposed: bool
    melded_kong: bool
    concealed_kong: bool
    read: ReadSet

    @classmethod
    def of(cls, meld: Meld) -> MeldView:
        return cls(
            code=meld.first if meld.is_chow else meld.first + PUNG,
            kinds=pack_halves(tuple(set(map(kind_of, meld.tiles)))),
            tiles=(0, 0) if meld.is_kong else pack_halves(meld.tiles),
            exposed=meld.is_exposed,
            melded_kong=meld.is_kong and meld.is_exposed,
            concealed_kong=not meld.is_exposed,
            read=ReadSet(meld.kind, meld.first, meld),
        )

    def copies_of(self, kind: Tile) -> int:
        low, high = self.tiles
        return low >> 3 * kind & 7 if kind < 18 else high >> 3 * (kind - 18) & 7


_SHOWN: Final[dict[Meld, MeldView]] = {}


def meld_view(meld: Meld) -> MeldView:
    view = _SHOWN.get(meld)
    if view is None:
        view = MeldView.of(meld)
        if len(_SHOWN) < 1 << 12:
            _SHOWN[meld] = view
    return view


@dataclass(slots=True)
class CountedView:
    points: int
    resolution: Resolution
    shares: tuple[AwardShare, ...]
    form: Form
    codes: Codes
    pair: Tile | None
    place: int
    body: int
    """Knitted straight, as index in KNITTED."""
    laid: list[MeldView]
    _read: Reading | None = field(default=None, init=False, compare=False, repr=False)

    def read(self, hand: Hand, win: Win) -> Reading:
        if self._read is None:
            self._read = reading_of(self, hand, hand.winning or 0, win.by is not WinBy.SELF_DRAW)
        return self._read


def ascending(codes: Codes) -> Codes:
    before = 0
    for code in codes:
        if code < before:
            return tuple(sorted(codes))
        before = code
    return codes


def reading_of(counted: CountedView, hand: Hand, winning: Tile, claimed: bool) -> Reading:
    kind = kind_of(winning)
    form, place = counted.form, counted.place
    if form is not Form.STANDARD and form is not Form.KNITTED_STRAIGHT:
        return Reading(form, (), None, winning, PAIR, tuple(sorted(map(kind_of, (*hand.concealed, winning)))))
    codes = list(ascending(counted.codes))
    items = [HELD[code] for code in codes]
    win_at = PAIR
    if place != IN_THE_PAIR:
        places = PLACES[kind]
        for index, code in enumerate(codes):
            if places[code] == place:
                win_at = index
                if claimed:
                    items[index] = CLAIMED[code]
                break
    for item in counted.laid:
        position = len(codes)
        while position > 0 and codes[position - 1] > item.code:
            position -= 1
        codes.insert(position, item.code)
        items.insert(position, item.read)
        if position <= win_at:
            win_at += 1
    loose = KNITTED[counted.body] if counted.body >= 0 else ()
    return Reading(form, tuple(items), counted.pair, winning, win_at, loose)
