from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.reading.decompositions import ORPHANS_PACKED, PAIR, pack
from engine.reading.suit_tables import KONG, PUNG
from engine.rules.riichi.circumstances import Circumstances
from engine.rules.riichi.parameters import Parameters
from engine.scoring.patterns import Pattern
from engine.tiles.hand import Win
from engine.tiles.tile import DRAGONS, EAST, HONOURS, ORPHANS, TERMINALS, WINDS, Tile

NOTHING_SPECIAL: Final = Circumstances()

# Features are computed once per reading. A yaku lists those it requires, so that the scorer
# evaluates only the few conditions that can hold.
CLOSED: Final = 1 << 0
SELF_DRAW: Final = 1 << 1
DISCARD: Final = 1 << 2
ROBBED: Final = 1 << 3
RIICHI: Final = 1 << 4
LAST_TILE: Final = 1 << 5
REPLACEMENT: Final = 1 << 6
FIRST_TURN: Final = 1 << 7
NO_ORPHANS: Final = 1 << 8
NO_SIMPLES: Final = 1 << 9
WITH_HONOURS: Final = 1 << 10
NO_HONOURS: Final = 1 << 11
ONE_SUIT: Final = 1 << 12
ALL_GREEN: Final = 1 << 13
PAIRS_FORM: Final = 1 << 15
ORPHANS_FORM: Final = 1 << 16
CHOWS_2: Final = 1 << 17
CHOWS_3: Final = 1 << 18
CHOWS_4: Final = 1 << 19
PUNGS_1: Final = 1 << 20
PUNGS_2: Final = 1 << 21
PUNGS_3: Final = 1 << 22
PUNGS_4: Final = 1 << 23
DRAGON_PUNG: Final = 1 << 24
WIND_PUNG: Final = 1 << 28
THREE_SUITS: Final = 1 << 29
DOUBLE_RIICHI: Final = 1 << 30
WITH_CHOW: Final = 1 << 25
THREE_KONGS: Final = 1 << 26
WIN_TILE_SEEN: Final = 1 << 14
"""The winning tile was not mixed into the hand, so that its wait and a pinfu are sure (RI-E20)."""
NO_MIDDLE: Final = 1 << 27
"""No 4, 5 or 6, which no set with a terminal contains."""

SHAPE: Final = (
    WITH_CHOW | CHOWS_2 | CHOWS_3 | CHOWS_4,
    WITH_CHOW | CHOWS_2 | CHOWS_3 | PUNGS_1,
    WITH_CHOW | CHOWS_2 | PUNGS_1 | PUNGS_2,
    WITH_CHOW | PUNGS_1 | PUNGS_2 | PUNGS_3,
    PUNGS_1 | PUNGS_2 | PUNGS_3 | PUNGS_4,
)
"""Features by the number of pungs and kongs among the four sets."""


def _tiles_of(kinds: tuple[Tile, ...]) -> int:
    return 7 * pack(kinds)


ORPHAN_TILES: Final = 7 * ORPHANS_PACKED
HONOUR_TILES: Final = _tiles_of(HONOURS)
TERMINAL_TILES: Final = _tiles_of(TERMINALS)
SUIT_TILES: Final = tuple(_tiles_of(tuple(range(first, first + 9))) for first in (0, 9, 18))
MIDDLE_TILES: Final = _tiles_of(tuple(kind for kind in range(27) if kind % 9 in (3, 4, 5)))
SIMPLE_TILES: Final = _tiles_of(tuple(kind for kind in range(27) if kind not in TERMINALS))
GREEN_TILES: Final = _tiles_of((19, 20, 21, 23, 25, 32))

ORPHAN_KINDS: Final = sum(1 << kind for kind in ORPHANS)
WIND_KINDS: Final = sum(1 << kind for kind in WINDS)
DRAGON_KINDS: Final = sum(1 << kind for kind in DRAGONS)


def shape(pungs: int) -> int:
    """Features of four sets; bits in ``pungs`` mark pungs and kongs."""
    features = SHAPE[pungs.bit_count()]
    if pungs & DRAGON_KINDS:
        features |= DRAGON_PUNG
    if pungs & WIND_KINDS:
        features |= WIND_PUNG
    return features


class View:
    """Reading in a win as yaku conditions see it, reused for all readings; tiles are packed, sets are codes."""

    __slots__ = (
        "bonus",
        "chows",
        "codes",
        "concealed",
        "concealed_kongs",
        "concealed_pungs",
        "everything",
        "features",
        "kongs",
        "melds",
        "needed",
        "pair",
        "prevalent_wind",
        "pungs",
        "rules",
        "seat_wind",
        "special",
        "where",
        "win",
        "winning",
    )

    def __init__(self, rules: Parameters, win: Win, special: Circumstances) -> None:
        self.rules = rules
        self.win = win
        self.special = special
        self.seat_wind: Tile = EAST + win.seat_wind
        self.prevalent_wind: Tile = EAST + win.prevalent_wind
        self.bonus = (0, 0, 0)
        self.needed = rules.min_yaku_han
        self.winning: Tile = 0
        self.concealed = 0
        """Concealed tiles with the winning tile, packed."""
        self.everything = 0
        """All tiles including melds, packed."""
        self.melds = 0
        self.kongs = 0
        self.concealed_kongs = 0
        """One bit for each kind of a concealed kong."""
        self.features = 0
        self.codes: tuple[int, ...] = ()
        self.pair: Tile = 0
        self.chows = 0
        """One bit for each first kind of a chow."""
        self.pungs = 0
        """One bit for each kind of a pung or kong."""
        self.where = PAIR
        """Index of the set with the winning tile, or PAIR."""
        self.concealed_pungs = 0
        """Concealed pungs and kongs, except one completed by a discard."""

    def kind_of_set(self, index: int) -> Tile:
        return kind_of_code(self.codes[index])


def kind_of_code(code: int) -> Tile:
    """Kind of the pung or kong, or lowest kind of the chow, with this code."""
    return code if code < PUNG else code - PUNG if code < KONG else code - KONG


def is_closed(view: View) -> bool:
    """Return True without exposed sets; concealed kongs keep a hand closed (RI-4.2)."""
    return bool(view.features & CLOSED)


def in_first_turn(view: View) -> bool:
    """Return True within the uninterrupted first turn, which excludes an own kong."""
    return view.win.first_turn and not view.melds and not view.win.replacement


def is_one_suit(view: View) -> bool:
    return bool(view.features & ONE_SUIT)


def sets_of(view: View, kinds: int) -> tuple[int, ...]:
    """Indices of the pungs and kongs whose kind has a bit in ``kinds``."""
    return tuple(
        index for index, code in enumerate(view.codes) if code >= PUNG and kinds >> view.kind_of_set(index) & 1
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Yaku(Pattern[View]):
    needs: int = 0
    """Features without which the condition cannot hold."""

    yakuman: bool = False

    by_wait: bool = False
