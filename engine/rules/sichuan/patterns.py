"""The patterns of Sichuan mahjong: named conditions, then the table in the order of SC-4.6 to SC-4.16.

A condition looks at one reading of one win and returns an entry for each time the pattern is there: the indices of
the sets that earn it, or an empty tuple where the whole hand does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.reading.decompositions import PAIR, Form, Reading
from engine.rules.sichuan.circumstances import Circumstances
from engine.rules.sichuan.parameters import Parameters
from engine.scoring.patterns import NOT_THERE, Occurrences, Pattern, whole_hand_if
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import MeldKind
from engine.tiles.tile import count_kinds, kind_of


class SichuanWin(NamedTuple):
    """One reading of a hand with all that the conditions ask for. ``counts`` are tiles of each kind, kongs as four."""

    reading: Reading
    hand: Hand
    win: Win
    special: Circumstances
    parameters: Parameters
    counts: tuple[int, ...]

    @property
    def by_draw(self) -> bool:
        """The winner drew the tile."""
        return self.win.by is WinBy.SELF_DRAW


def four_of_a_kind(at: SichuanWin) -> Occurrences:
    """根: each kind of which all four tiles are in the hand, once even with a fifth supposed copy (SC-6.5)."""
    return tuple(() for count in at.counts if count >= 4)


def all_pungs(at: SichuanWin) -> Occurrences:
    """大对子: four pungs or kongs and a pair."""
    sets = at.reading.sets
    if len(sets) == 4 and all(item.kind is not MeldKind.CHOW for item in sets):
        return (tuple(range(4)),)
    return NOT_THERE


def golden_single(at: SichuanWin) -> Occurrences:
    """金钩钓: four melds on the table, or, in the older text, all pungs completed on the pair."""
    if at.parameters.jingoudiao_definition == "four_melds":
        return whole_hand_if(len(at.hand.melds) == 4)
    return all_pungs(at) if at.reading.win_at == PAIR else NOT_THERE


def full_flush(at: SichuanWin) -> Occurrences:
    """清一色: one suit, melds included."""
    return whole_hand_if(sum(any(at.counts[first : first + 9]) for first in (0, 9, 18)) == 1)


def seven_pairs(at: SichuanWin) -> Occurrences:
    """七对: seven pairs without any meld; four equal tiles are two of them."""
    return whole_hand_if(at.reading.form is Form.SEVEN_PAIRS)


def replacement_win(at: SichuanWin) -> Occurrences:
    """杠上花: self-draw on the replacement of any kong."""
    return whole_hand_if(at.by_draw and at.win.replacement)


def shot_after_kong(at: SichuanWin) -> Occurrences:
    """杠上炮: the discard that follows another player's kong, in SBR also a tile robbed in that turn (SC-E6)."""
    if not at.special.after_kong or at.by_draw:
        return NOT_THERE
    robbed = at.win.by is WinBy.ROBBED_KONG
    return whole_hand_if(not robbed or at.parameters.kong_shot_on_rekong)


def robbed_kong(at: SichuanWin) -> Occurrences:
    """抢杠: the tile another player adds to a pung."""
    return whole_hand_if(at.win.by is WinBy.ROBBED_KONG)


def last_tile(at: SichuanWin) -> Occurrences:
    """海底: the last tile of the wall, or a discard made with an empty wall."""
    return whole_hand_if(at.win.last_tile)


def outside_hand(at: SichuanWin) -> Occurrences:
    """带幺: a 1 or 9 in every set and in the pair, in seven pairs in every pair."""
    if at.reading.form is Form.SEVEN_PAIRS:
        return whole_hand_if(not any(count for kind, count in enumerate(at.counts[:27]) if kind % 9 not in (0, 8)))
    pieces = [item.tiles for item in at.reading.sets] + [(at.reading.pair,)]
    return whole_hand_if(all(any(kind is not None and kind % 9 in (0, 8) for kind in piece) for piece in pieces))


def heavenly_win(at: SichuanWin) -> Occurrences:
    """天胡: the dealer wins with the dealt fourteen tiles."""
    return whole_hand_if(at.win.first_turn and at.win.dealer and at.by_draw)


def earthly_win(at: SichuanWin) -> Occurrences:
    """地胡: another player wins on the first draw, or on the dealer's first discard, as the rules in force say."""
    drawn = at.parameters.dihu_definition == "first_draw"
    return whole_hand_if(at.win.first_turn and not at.win.dealer and at.by_draw is drawn)


def two_five_eight(at: SichuanWin) -> Occurrences:
    """将对: all pungs of 2, 5 and 8 only, pair included."""
    others = any(count and kind % 9 not in (1, 4, 7) for kind, count in enumerate(at.counts))
    return NOT_THERE if others else all_pungs(at)


def last_copy(at: SichuanWin) -> Occurrences:
    """绝张: the other three tiles of the winning kind lie open, own melds included."""
    kind = kind_of(at.reading.winning)
    shown = [tile for meld in at.hand.melds if meld.is_exposed for tile in meld.tiles]
    return whole_hand_if(count_kinds((*at.win.visible, *shown))[kind] >= 3)


MANGAN_HANDS: Final = frozenset({"tianhu", "dihu", "jiangdui"})
"""Hands that are worth the cap and replace the count of fan (SC-4.14, SC-4.15)."""


@lru_cache(maxsize=64)
def patterns(parameters: Parameters) -> tuple[Pattern[SichuanWin], ...]:
    """The rows in force under the parameters, in rulebook order; the value is in fan."""
    p = parameters
    capped = p.mangan_hand_fan if p.mangan_fan is None else p.mangan_fan
    rows = [
        Pattern(
            id="gen", value=p.fan_gen, when=four_of_a_kind, clause="SC-4.6", example="345p789p22s45s ckong(6666p) +3s"
        ),
        Pattern(
            id="daduizi",
            value=p.fan_daduizi,
            when=all_pungs,
            clause="SC-4.7",
            example="77m33s pung(222m) pung(555s) pung(999s) +3s",
        ),
        Pattern(
            id="jingoudiao",
            value=p.fan_jingoudiao,
            when=golden_single,
            clause="SC-4.8",
            example="5m pung(222m) pung(777m) pung(333s) pung(999s) +5m",
        ),
        Pattern(
            id="qingyise", value=p.fan_qingyise, when=full_flush, clause="SC-4.9", example="12345645p22p pung(999p) +3p"
        ),
        Pattern(id="qidui", value=p.fan_qidui, when=seven_pairs, clause="SC-4.10", example="112255m3366889s +9s"),
        Pattern(
            id="gangshanghua",
            value=p.fan_gangshanghua,
            when=replacement_win,
            clause="SC-4.11",
            example="12m45678955s ckong(7777m) +3m",
        ),
        Pattern(
            id="gangshangpao",
            value=p.fan_gangshangpao,
            when=shot_after_kong,
            clause="SC-4.11",
            example="23m45678955s pung(777m) +1m",
        ),
        Pattern(
            id="qianggang",
            value=p.fan_qianggang,
            when=robbed_kong,
            clause="SC-4.11",
            example="23m45678955s pung(888m) +4m",
        ),
        Pattern(id="haidi", value=p.fan_haidi, when=last_tile, clause="SC-4.12", example="234567m5678s pung(111s) +5s"),
    ]
    if p.enable_daiyao:
        example = "123m789m78s11s pung(999s) +9s"
        rows.append(Pattern(id="daiyao", value=p.fan_daiyao, when=outside_hand, clause="SC-4.13", example=example))
    if p.enable_tiandihu:
        example = "123456m3457788s +7s"
        rows.append(Pattern(id="tianhu", value=capped, when=heavenly_win, clause="SC-4.14", example=example))
        example = "234678m2345567s +8s"
        rows.append(Pattern(id="dihu", value=capped, when=earthly_win, clause="SC-4.14", example=example))
    if p.enable_jiangdui:
        example = "22m88s pung(555m) pung(888m) pung(222s) +8s"
        rows.append(Pattern(id="jiangdui", value=capped, when=two_five_eight, clause="SC-4.15", example=example))
    if p.enable_juezhang:
        example = "12m45678955s pung(333m) +3m"
        rows.append(Pattern(id="juezhang", value=p.fan_juezhang, when=last_copy, clause="SC-4.16", example=example))
    return tuple(rows)


STRUCTURAL: Final = frozenset({"gen", "daduizi", "jingoudiao", "qingyise", "qidui", "daiyao", "jiangdui"})
"""Patterns of the tiles alone, which count in the inspection at the wall's end (SC-6.5)."""
