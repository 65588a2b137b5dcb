from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.errors import HandError
from engine.reading.decompositions import PAIR, Form, pack
from engine.reading.suit_tables import PUNG, Codes
from engine.rules.taiwan.circumstances import Circumstances
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.winning_forms import HONOUR_TILES, SETS, SUIT_TILES, wait_set
from engine.scoring.patterns import Pattern
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import MeldKind
from engine.tiles.tile import DRAGONS, FIRST_FLOWER, WINDS, Tile, is_flower, kind_of

NOTHING_SPECIAL: Final = Circumstances()

# Features are computed once per win or reading. A pattern lists those it requires, so that
# the scorer evaluates only the few conditions that can hold.
SELF_DRAWN: Final = 1 << 0
"""Counted as a self-draw; a robbed flower may count as the robbed player's discard."""
FROM_OTHER: Final = 1 << 1
CLOSED: Final = 1 << 2
MELDED_OUT: Final = 1 << 3
"""Five melds and a single tile, required by 全求 and 半求."""
EIGHT_FLOWERS: Final = 1 << 4
FLOWER_WIN: Final = 1 << 5
"""Win on flowers, by the eighth own one or a robbed one."""
ROBBED_FLOWER: Final = 1 << 6
ALL_FROM_DEAL: Final = 1 << 7
"""Flower win completed before the first discard (TW-5.9)."""
FIRST_TURN: Final = 1 << 8
READY: Final = 1 << 9
LAST_TILE: Final = 1 << 10
REPLACED: Final = 1 << 11
"""Won on a replacement tile, including that of a robbed flower."""
ROBBED_KONG: Final = 1 << 12
FLOWERS_SHOWN: Final = 1 << 13
COMPLETE: Final = 1 << 14
STANDARD: Final = 1 << 15
LIGU: Final = 1 << 16
BUDA: Final = 1 << 17
ONE_SUIT: Final = 1 << 18
NO_SUIT: Final = 1 << 19
HONOURS_IN: Final = 1 << 20
ALL_CHOWS: Final = 1 << 21
ALL_PUNGS: Final = 1 << 22
WIND_PUNG: Final = 1 << 23
DRAGON_PUNG: Final = 1 << 24
THREE_CONCEALED: Final = 1 << 25
"""At least three concealed pungs."""

_FORMS: Final = {
    Form.STANDARD: COMPLETE | STANDARD,
    Form.LIGU: COMPLETE | LIGU,
    Form.BUDA: COMPLETE | BUDA,
    Form.FLOWERS: 0,
}
_WIND_KINDS: Final = sum(1 << kind for kind in WINDS)
_DRAGON_KINDS: Final = sum(1 << kind for kind in DRAGONS)


class View:
    __slots__ = (
        "_own_waits",
        "circumstances",
        "codes",
        "concealed",
        "concealed_pungs",
        "features",
        "flower_win",
        "flowers",
        "form",
        "held",
        "kinds",
        "meld_kinds",
        "melds",
        "pair",
        "rules",
        "seat_wind",
        "special",
        "where",
        "win",
        "winning",
    )

    def __init__(self, hand: Hand, win: Win, rules: Parameters) -> None:
        special = win.special if isinstance(win.special, Circumstances) else NOTHING_SPECIAL
        melds = hand.melds
        self.rules = rules
        self.win = win
        self.special = special
        self.melds = melds
        self.winning: Tile = kind_of(hand.winning) if hand.winning is not None else -1
        self.concealed = pack(hand.concealed)
        """The concealed tiles without the winning tile, packed."""
        self.held = pack(tile for meld in melds for tile in meld.tiles) if melds else 0
        """The tiles of the melds, packed."""
        self.seat_wind = win.seat_wind
        if special.break_seat_wind is not None and rules.seat_wind_basis == "break_seat":
            self.seat_wind = special.break_seat_wind
        self.flowers = 0
        """One bit for each flower shown, 1f lowest."""
        if rules.use_flowers:
            for flower in hand.flowers:
                self.flowers |= 1 << flower - FIRST_FLOWER
            if special.robbed_flower is not None:
                if not is_flower(special.robbed_flower):
                    raise HandError(_("only a flower can be robbed as one"), at="robbed_flower")
                self.flowers |= 1 << special.robbed_flower - FIRST_FLOWER
        self.meld_kinds = 0
        """One bit for each kind of a melded pung or kong."""
        for meld in melds:
            if not meld.is_chow:
                self.meld_kinds |= 1 << meld.first
        self.circumstances = self._circumstances()
        self.features = 0
        self.form = Form.STANDARD
        self.codes: Codes = ()
        self.pair: Tile = -1
        self.where = PAIR
        """Index of the concealed set with the winning tile, or PAIR."""
        self.kinds = 0
        """One bit for each kind of a pung or kong."""
        self.concealed_pungs = 0
        self._own_waits: tuple[Tile, ...] | None = None

    def _circumstances(self) -> int:
        win, rules, special, melds = self.win, self.rules, self.special, self.melds
        features = 0
        exposed = sum(1 for meld in melds if meld.is_exposed)
        if not exposed:
            features |= CLOSED
        if len(melds) == SETS and exposed and (exposed == SETS or rules.quanqiu_counts_concealed_kong):
            features |= MELDED_OUT
        by_draw = win.by is WinBy.SELF_DRAW
        as_draw = by_draw
        if self.flowers:
            features |= FLOWERS_SHOWN
            if self.flowers == 255:
                features |= EIGHT_FLOWERS
                from_deal = by_draw and win.first_turn and not win.replacement
                if special.robbed_flower is not None:
                    if rules.qiqiangyi_enabled:
                        features |= FLOWER_WIN | ROBBED_FLOWER
                        features |= ALL_FROM_DEAL if from_deal and not win.flower_replacement else REPLACED
                        as_draw = by_draw and rules.qiqiangyi_case2_split
                elif by_draw and win.flower_replacement:
                    features |= FLOWER_WIN
                    # The dealer has drawn nothing before the claim, so a replacement is one of the deal.
                    if from_deal and win.dealer:
                        features |= ALL_FROM_DEAL
                elif from_deal:
                    features |= FLOWER_WIN | ALL_FROM_DEAL
        features |= SELF_DRAWN if as_draw else FROM_OTHER
        if win.replacement or win.flower_replacement:
            features |= REPLACED
        if win.by is WinBy.ROBBED_KONG:
            features |= ROBBED_KONG
        if win.first_turn:
            features |= FIRST_TURN
        if win.last_tile:
            features |= LAST_TILE
        if special.ready:
            features |= READY
        tiles = self.held | self.concealed | (7 << 3 * self.winning if self.winning >= 0 else 0)
        suits = sum(1 for suit in SUIT_TILES if tiles & suit)
        if suits == 1:
            features |= ONE_SUIT
        elif not suits:
            features |= NO_SUIT
        if tiles & HONOUR_TILES:
            features |= HONOURS_IN
        return features

    @property
    def claimed(self) -> bool:
        """True for a tile from another player's hand, which leaves the completed set not concealed (TW-4.4)."""
        return self.win.by is not WinBy.SELF_DRAW and not self.circumstances & ROBBED_FLOWER

    def set_reading(self, form: Form, codes: Codes, pair: Tile, where: int) -> None:
        """Set the view to one reading: concealed set codes, pair, place of the winning tile."""
        self.form, self.codes, self.pair, self.where = form, codes, pair, where
        features = self.circumstances | _FORMS[form]
        kinds = self.meld_kinds
        pungs = 0
        for code in codes:
            if code >= PUNG:
                kinds |= 1 << code - PUNG
                pungs += 1
        self.kinds = kinds
        if form is Form.STANDARD:
            if not kinds:
                features |= ALL_CHOWS
            elif pungs == len(codes) and all(not meld.is_chow for meld in self.melds):
                features |= ALL_PUNGS
            if self.claimed and where != PAIR and codes[where] >= PUNG:
                pungs -= 1
            for meld in self.melds:
                if meld.kind is MeldKind.CONCEALED_KONG:
                    pungs += 1
            self.concealed_pungs = pungs
            if pungs >= 3:
                features |= THREE_CONCEALED
        if kinds & _WIND_KINDS:
            features |= WIND_PUNG
        if kinds & _DRAGON_KINDS:
            features |= DRAGON_PUNG
        self.features = features

    @property
    def waits(self) -> tuple[Tile, ...]:
        """Wait set before the winning tile (TW-0.5), independent of the reading."""
        if self._own_waits is None:
            self._own_waits = wait_set(self.concealed, self.held, len(self.melds), self.rules)
        return self._own_waits

    def pungs_of(self, kinds: tuple[Tile, ...]) -> tuple[int, ...]:
        indices = [index for index, code in enumerate(self.codes) if code - PUNG in kinds]
        first = len(self.codes)
        indices += [first + index for index, meld in enumerate(self.melds) if not meld.is_chow and meld.first in kinds]
        return tuple(indices)

    def all_concealed_pungs(self) -> tuple[int, ...]:
        claimed = self.where if self.claimed else PAIR
        indices = [index for index, code in enumerate(self.codes) if code >= PUNG and index != claimed]
        first = len(self.codes)
        indices += [first + i for i, meld in enumerate(self.melds) if meld.kind is MeldKind.CONCEALED_KONG]
        return tuple(indices)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tai(Pattern[View]):
    needs: int = 0
    """Features without which the condition cannot hold."""
