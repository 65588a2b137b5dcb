from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.reading.decompositions import (
    CLAIMED,
    HELD,
    KNITTED,
    PAIR,
    Form,
    Reading,
    ReadSet,
    contains,
    pack,
)
from engine.reading.suit_tables import PUNG, SUIT_BITS, Codes
from engine.rules.mcr.conditions.win_circumstances import WaitPlace
from engine.rules.mcr.counting import Resolution, Shares
from engine.rules.mcr.features import IN_SET
from engine.scoring.patterns import Award
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import Meld
from engine.tiles.tile import KINDS, Tile, kind_of

UNITS: Final = pack(range(KINDS))
"""One bit for each kind."""
NINE_GATES: Final = {pack((0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)) << SUIT_BITS * suit for suit in range(3)}
SHIFTED: Final = {pack(range(first, first + 7)) * 2 << SUIT_BITS * suit for first in range(3) for suit in range(3)}


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


@dataclass(frozen=True, slots=True)
class MeldView:
    code: int
    """Set code; a kong has the code of a pung."""
    features: int
    tiles: int
    """Its tiles packed; none for a kong, which is never a Tile Hog (MCR-4.20)."""
    is_kong: bool
    exposed: bool
    read: ReadSet

    @classmethod
    def of(cls, meld: Meld) -> MeldView:
        code = meld.first if meld.is_chow else meld.first + PUNG
        return cls(
            code=code,
            features=IN_SET[code],
            tiles=0 if meld.is_kong else pack(meld.tiles),
            is_kong=meld.is_kong,
            exposed=meld.is_exposed,
            read=ReadSet(meld.kind, meld.first, meld),
        )


_SHOWN: Final[dict[Meld, MeldView]] = {}


def meld_view(meld: Meld) -> MeldView:
    view = _SHOWN.get(meld)
    if view is None:
        view = MeldView.of(meld)
        if len(_SHOWN) < 1 << 12:
            _SHOWN[meld] = view
    return view


class CountedView(NamedTuple):
    points: int
    resolution: Resolution
    shares: Shares
    form: Form
    codes: Codes
    pair: Tile | None
    place: int
    body: int
    """Knitted straight, as index in KNITTED."""
    laid: list[MeldView]

    @property
    def awards(self) -> tuple[Award, ...]:
        tiles, chows, pungs, circumstances = self.shares
        awards = tiles.awards + chows.awards + pungs.awards + circumstances.awards
        return tuple(map(awards.__getitem__, self.resolution.places))

    def read(self, hand: Hand, win: Win) -> Reading:
        return reading_of(self, hand, hand.winning or 0, win.by is not WinBy.SELF_DRAW)


def sets_at(ordered: Codes, chosen: Codes) -> tuple[int, ...]:
    """Indices of the chosen sets in a reading."""
    return tuple([index for index, code in enumerate(ordered) if code in chosen])


def reading_of(counted: CountedView, hand: Hand, winning: Tile, claimed: bool) -> Reading:
    kind = kind_of(winning)
    form, place = counted.form, counted.place
    if form is not Form.STANDARD and form is not Form.KNITTED_STRAIGHT:
        return Reading(form, (), None, winning, PAIR, tuple(sorted(map(kind_of, (*hand.concealed, winning)))))
    codes = sorted(counted.codes)
    items = [HELD[code] for code in codes]
    win_at = PAIR
    if place != IN_THE_PAIR:
        places = [PLACES[kind][code] for code in codes]
        if place in places:
            win_at = places.index(place)
            if claimed:
                items[win_at] = CLAIMED[codes[win_at]]
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
