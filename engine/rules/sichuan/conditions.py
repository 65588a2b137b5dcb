from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.reading.decompositions import PAIR, Form, Reading
from engine.rules.sichuan.circumstances import Circumstances
from engine.rules.sichuan.parameters import Parameters
from engine.scoring.patterns import NOT_THERE, Occurrences, whole_hand
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import MeldKind
from engine.tiles.tile import Suit, count_kinds, kind_of

SUITS = (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOOS)


def suits_in(counts: Sequence[int]) -> tuple[Suit, ...]:
    return tuple([suit for suit, first in zip(SUITS, (0, 9, 18), strict=True) if any(counts[first : first + 9])])


class SichuanWin(NamedTuple):
    """Reading of a hand with the data of all conditions.

    ``counts`` are tiles of each kind, kongs as four, or as none where declared kongs do not count (SC-E9); ``suits``
    those with tiles.
    """

    reading: Reading
    hand: Hand
    win: Win
    special: Circumstances
    parameters: Parameters
    counts: tuple[int, ...]
    suits: tuple[Suit, ...]

    @property
    def by_draw(self) -> bool:
        return self.win.by is WinBy.SELF_DRAW


def four_of_a_kind(view: SichuanWin) -> Occurrences:
    """根: each kind with all four tiles in the hand, once even with a supposed fifth copy (SC-6.5)."""
    if max(view.counts) < 4:
        return NOT_THERE
    return tuple(() for count in view.counts if count >= 4)


def all_pungs(view: SichuanWin) -> Occurrences:
    sets = view.reading.sets
    if len(sets) == 4 and all(item.kind is not MeldKind.CHOW for item in sets):
        return (tuple(range(4)),)
    return NOT_THERE


def golden_single(view: SichuanWin) -> Occurrences:
    """金钩钓: four melds, or in the older text all pungs completed on the pair."""
    if view.parameters.jingoudiao_definition == "four_melds":
        return whole_hand(len(view.hand.melds) == 4)
    return all_pungs(view) if view.reading.win_at == PAIR else NOT_THERE


def full_flush(view: SichuanWin) -> Occurrences:
    return whole_hand(len(view.suits) == 1)


def seven_pairs(view: SichuanWin) -> Occurrences:
    """七对: seven pairs without melds; four equal tiles are two pairs."""
    return whole_hand(view.reading.form is Form.SEVEN_PAIRS)


def replacement_win(view: SichuanWin) -> Occurrences:
    """杠上花: self-draw of the replacement of any kong."""
    return whole_hand(view.by_draw and view.win.replacement)


def shot_after_kong(view: SichuanWin) -> Occurrences:
    """杠上炮: discard after another player's kong, in SBR also a tile robbed in that turn (SC-E6)."""
    if not view.special.after_kong or view.by_draw:
        return NOT_THERE
    robbed = view.win.by is WinBy.ROBBED_KONG
    return whole_hand(not robbed or view.parameters.kong_shot_on_rekong)


def robbed_kong(view: SichuanWin) -> Occurrences:
    """抢杠: tile that another player adds to a pung."""
    return whole_hand(view.win.by is WinBy.ROBBED_KONG)


def last_tile(view: SichuanWin) -> Occurrences:
    """海底: last tile of the wall, or a discard with an empty wall."""
    return whole_hand(view.win.last_tile)


def outside_hand(view: SichuanWin) -> Occurrences:
    """带幺: a 1 or 9 in every set and the pair, or in every one of seven pairs."""
    if view.reading.form is Form.SEVEN_PAIRS:
        return whole_hand(not any(count for kind, count in enumerate(view.counts[:27]) if kind % 9 not in (0, 8)))
    pieces = [item.tiles for item in view.reading.sets] + [(view.reading.pair,)]
    return whole_hand(all(any(kind is not None and kind % 9 in (0, 8) for kind in piece) for piece in pieces))


def heavenly_win(view: SichuanWin) -> Occurrences:
    """天胡: dealer's win with the dealt fourteen tiles."""
    return whole_hand(view.win.first_turn and view.win.dealer and view.by_draw)


def earthly_win(view: SichuanWin) -> Occurrences:
    """地胡: another player's win on the first draw or on the dealer's first discard, as the rules define."""
    drawn = view.parameters.dihu_definition == "first_draw"
    return whole_hand(view.win.first_turn and not view.win.dealer and view.by_draw is drawn)


def two_five_eight(view: SichuanWin) -> Occurrences:
    """将对: all pungs of 2, 5 and 8 only, pair included."""
    kinds = [item.first for item in view.reading.sets]
    if view.reading.pair is not None:
        kinds.append(view.reading.pair)
    return all_pungs(view) if all(kind % 9 in (1, 4, 7) for kind in kinds) else NOT_THERE


def last_copy(view: SichuanWin) -> Occurrences:
    """绝张: the other three tiles of the winning kind are visible, own melds included."""
    kind = kind_of(view.reading.winning)
    exposed_tiles = [tile for meld in view.hand.melds if meld.is_exposed for tile in meld.tiles]
    return whole_hand(count_kinds((*view.win.visible, *exposed_tiles))[kind] >= 3)
