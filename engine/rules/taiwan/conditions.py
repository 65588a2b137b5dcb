from __future__ import annotations

from engine.reading.decompositions import PAIR, Form
from engine.rules.taiwan import view as has
from engine.rules.taiwan.view import View
from engine.rules.taiwan.winning_forms import one_sided, readings_with, two_sided
from engine.scoring.patterns import NOT_THERE, Occurrences, whole_hand
from engine.tiles.tile import DRAGONS, WINDS


def feng(view: View) -> Occurrences:
    winds = (view.win.prevalent_wind.tile, view.seat_wind.tile)
    return tuple(sets for wind in winds if (sets := _triplets(view, (wind,))))


def sanyuan(view: View) -> Occurrences:
    return tuple(sets for dragon in DRAGONS if (sets := _triplets(view, (dragon,))))


def _triplets(view: View, kinds: tuple[int, ...]) -> tuple[int, ...]:
    return view.pungs_of(kinds) if any(view.kinds >> kind & 1 for kind in kinds) else ()


def duting(view: View) -> Occurrences:
    """獨聽: one winning kind, used as pair, middle or edge tile in this reading (TW-6.9)."""
    if view.features & has.MELDED_OUT and not view.rules.quanqiu_adds_duting:
        return NOT_THERE
    if view.form is Form.STANDARD and view.where != PAIR and not _closed_or_edge(view):
        return NOT_THERE
    return whole_hand(len(view.waits) == 1)


def _closed_or_edge(view: View) -> bool:
    first, kind = view.codes[view.where], view.winning
    return first == kind - 1 or (first == kind and kind % 9 == 6) or (first == kind - 2 and kind % 9 == 2)


def pinghu(view: View) -> Occurrences:
    rules = view.rules
    if not view.features & has.FROM_OTHER or not view.features & has.ALL_CHOWS:
        return NOT_THERE
    if rules.pinghu_needs_exposed and view.features & has.CLOSED:
        return NOT_THERE
    if not rules.pinghu_honors_flowers and (view.pair >= 27 or view.features & has.FLOWERS_SHOWN):
        return NOT_THERE
    if view.where == PAIR or not two_sided(view.codes[view.where : view.where + 1], view.winning):
        return NOT_THERE
    return whole_hand(rules.pinghu_wait_rule == "winning_tile" or _waits_allow_pinghu(view))


def _waits_allow_pinghu(view: View) -> bool:
    every_kind = view.rules.pinghu_wait_rule == "every_kind_two_sided"
    for kind in view.waits:
        readings = readings_with(view.concealed, kind, len(view.melds))
        if every_kind:
            if not any(two_sided(codes, kind) for codes, _ in readings):
                return False
        elif not readings or any(one_sided(division, kind) for division in readings):
            return False
    return True


def pengpenghu(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.ALL_PUNGS))


def hunyise(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.ONE_SUIT and view.features & has.HONOURS_IN))


def qingyise(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.ONE_SUIT) and not view.features & has.HONOURS_IN)


def xiaosanyuan(view: View) -> Occurrences:
    pungs = view.pungs_of(DRAGONS)
    return (pungs,) if len(pungs) == 2 and view.pair in DRAGONS else NOT_THERE


def dasanyuan(view: View) -> Occurrences:
    pungs = view.pungs_of(DRAGONS)
    return (pungs,) if len(pungs) == 3 else NOT_THERE


def sananke(view: View) -> Occurrences:
    return (view.all_concealed_pungs(),) if view.concealed_pungs == 3 else NOT_THERE


def sianke(view: View) -> Occurrences:
    return (view.all_concealed_pungs(),) if view.concealed_pungs == 4 else NOT_THERE


def wuanke(view: View) -> Occurrences:
    return (view.all_concealed_pungs(),) if view.concealed_pungs == 5 else NOT_THERE


def xiaosixi(view: View) -> Occurrences:
    pungs = view.pungs_of(WINDS)
    return (pungs,) if len(pungs) == 3 and view.pair in WINDS else NOT_THERE


def dasixi(view: View) -> Occurrences:
    pungs = view.pungs_of(WINDS)
    return (pungs,) if len(pungs) == 4 else NOT_THERE


def ziyise(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.NO_SUIT))


def local16_deduction(view: View) -> Occurrences:
    """Deduct once where all honours includes the dragons or winds that always come with it (TW-4.24)."""
    if not ziyise(view):
        return NOT_THERE
    return whole_hand(any(part(view) for part in (xiaosanyuan, dasanyuan, xiaosixi, dasixi)))


def ligu(view: View) -> Occurrences:
    return whole_hand(view.form is Form.LIGU)


def buda(view: View) -> Occurrences:
    return whole_hand(view.form is Form.BUDA)
