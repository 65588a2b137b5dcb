from __future__ import annotations

from typing import Final

from engine.rules.taiwan import view as has
from engine.rules.taiwan.view import View
from engine.scoring.patterns import NOT_THERE, WHOLE_HAND, Occurrences, whole_hand
from engine.tiles.hand import WinBy
from engine.tiles.seats import Wind

SEASONS: Final = 0b0000_1111
PLANTS: Final = 0b1111_0000


# The hand and how it was won


def menqian(view: View) -> Occurrences:
    """門前: a robbed flower counts like a discard, if the ruleset lets 門前 count with it (TW-5.7)."""
    if view.features & has.ROBBED_FLOWER and not view.rules.qiqiangyi_case1_menqian:
        return NOT_THERE
    return whole_hand(bool(view.features & has.CLOSED and view.features & has.FROM_OTHER))


def zimo(view: View) -> Occurrences:
    if view.features & has.BUDA and not view.rules.buda_adds_zimo:
        return NOT_THERE
    return whole_hand(bool(view.features & has.SELF_DRAWN))


def menqian_zimo(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.CLOSED and view.features & has.SELF_DRAWN))


def buqiu_bonus(view: View) -> Occurrences:
    """不求: remainder of its three tai, besides 自摸, when another pattern swallows 門前."""
    return menqian_zimo(view)


def quanqiu(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.MELDED_OUT and view.features & has.FROM_OTHER))


def banqiu(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.MELDED_OUT and view.features & has.SELF_DRAWN))


def haidi(view: View) -> Occurrences:
    """海底: last tile in normal order; a replacement or the discard after it only where the ruleset says so."""
    rules = view.rules
    if view.win.by is not WinBy.SELF_DRAW:
        last_discard = view.win.by is WinBy.DISCARD and not view.features & has.ROBBED_FLOWER
        return whole_hand(rules.haidi_on_last_discard and last_discard)
    return whole_hand(rules.haidi_on_replacement or not view.features & has.REPLACED)


def gangkai(view: View) -> Occurrences:
    """槓開: kong replacement; after the flowers of the deal the dealer needs a concealed kong (TW-4.28)."""
    if not (view.features & has.ROBBED_FLOWER or view.win.by is WinBy.SELF_DRAW):
        return NOT_THERE
    if tianhu(view):
        return whole_hand(view.rules.tianhu_adds_gangkai and bool(view.melds))
    return WHOLE_HAND


def qianggang(view: View) -> Occurrences:
    return whole_hand(view.win.by is WinBy.ROBBED_KONG)


# Flowers


def huapai(view: View) -> Occurrences:
    """花牌: each own flower, the season and the plant of the seat wind's number (TW-2.8)."""
    return WHOLE_HAND * own_flowers(view.flowers, view.seat_wind)


def huagang(view: View) -> Occurrences:
    return WHOLE_HAND * flower_sets(view.flowers)


def own_flowers(flowers: int, seat_wind: Wind) -> int:
    """Number of the flowers (one bit each, 1f lowest) that belong to a seat wind."""
    return (flowers & 0b1_0001 << seat_wind).bit_count()


def flower_sets(flowers: int) -> int:
    """Number of complete sets of four flowers, 0 to 2."""
    return sum(1 for four in (SEASONS, PLANTS) if flowers & four == four)


# Declarations and the first turn


def tianting(view: View) -> Occurrences:
    """天聽: not for the dealer, and cancelled by claims (TW-3.11)."""
    declared = view.special.ready == "tianting" and view.rules.tianting_enabled
    return whole_hand(declared and not view.win.dealer and bool(view.features & has.CLOSED))


def diting(view: View) -> Occurrences:
    declared = view.special.ready == "diting" and view.rules.diting_enabled
    return whole_hand(declared and bool(view.features & has.CLOSED))


def diting_yifa(view: View) -> Occurrences:
    return diting(view) if view.special.ready_first_round else NOT_THERE


def xuangao(view: View) -> Occurrences:
    return whole_hand(view.special.ready == "declared" and view.rules.declared_ting_enabled)


def tianhu(view: View) -> Occurrences:
    return whole_hand(view.win.first_turn and view.win.dealer and view.win.by is WinBy.SELF_DRAW)


def dihu(view: View) -> Occurrences:
    """地胡 as the ruleset defines it; all flowers from the deal replace the declaration (TW-5.9)."""
    if not view.win.first_turn or view.win.dealer:
        return NOT_THERE
    rules = view.rules
    if view.win.by is WinBy.SELF_DRAW:
        if view.features & has.ALL_FROM_DEAL and rules.peipai_huahu_implies_dihu:
            return WHOLE_HAND
        if rules.dihu_definition == "tianting_first_draw":
            return tianting(view)
        return whole_hand(rules.dihu_definition == "first_draw")
    on_first_discard = view.win.by is WinBy.DISCARD and view.special.dealer_pays
    return whole_hand(rules.dihu_definition == "dealer_first_discard" and on_first_discard)


def renhu(view: View) -> Occurrences:
    """人胡: on the discarder's first discard, or before the winner's first draw, by the ruleset."""
    if not view.win.first_turn or view.win.dealer or view.win.by is not WinBy.DISCARD:
        return NOT_THERE
    if view.features & has.ROBBED_FLOWER:
        return NOT_THERE
    return whole_hand(bool(tianting(view)) or not view.rules.renhu_needs_tianting)


# Flower wins


def baxian(view: View) -> Occurrences:
    claimed = view.features & has.FLOWER_WIN and not view.features & (has.ROBBED_FLOWER | has.COMPLETE)
    return whole_hand(bool(claimed))


def manhua(view: View) -> Occurrences:
    """Eight flowers: with the last replacement, or later after losing the right to win on flowers alone (TW-5.6)."""
    flowers = view.features & has.EIGHT_FLOWERS and not view.features & has.ROBBED_FLOWER
    return whole_hand(bool(flowers and view.features & has.COMPLETE))


def qiqiangyi(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.ROBBED_FLOWER))


def peipai_huahu(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.ALL_FROM_DEAL))
