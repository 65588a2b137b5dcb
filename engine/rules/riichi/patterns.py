"""Yaku with han: a named condition for each, then the table in rulebook order.

A condition returns an entry for each occurrence, the indices of the sets that earn it (none for a yaku of the whole
hand). Conditions are complete in themselves; the features a row ``needs`` only let the scorer skip them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from engine.reading.decompositions import PAIR
from engine.reading.suit_tables import KONG, PUNG
from engine.rules.riichi import view as has
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.view import (
    DRAGON_KINDS,
    HONOUR_TILES,
    ORPHAN_KINDS,
    ORPHAN_TILES,
    SIMPLE_TILES,
    View,
    Yaku,
    in_first_turn,
    is_closed,
    is_one_suit,
    sets_of,
)
from engine.rules.riichi.yakuman import DOUBLE_YAKUMAN, YAKUMAN
from engine.scoring.patterns import NOT_THERE, Occurrences, whole_hand
from engine.tiles.tile import DRAGONS

MANGAN_HAN: Final = 5
"""Han of Blessing of Man in an edition that makes it a mangan."""

_SUIT: Final = (1 << 9) - 1
_OUTSIDE_CHOWS: Final = sum(1 << 9 * suit + rank for suit in range(3) for rank in (0, 6))


# Circumstances


def riichi(view: View) -> Occurrences:
    return whole_hand(is_closed(view) and view.special.riichi and not view.special.double_riichi)


def ippatsu(view: View) -> Occurrences:
    """Win within one uninterrupted go-around: any claim or kong ends it, the own concealed kong too (RI-E2)."""
    declared = view.special.riichi or view.special.double_riichi
    if not (view.special.ippatsu and declared and is_closed(view)) or view.win.replacement:
        return NOT_THERE
    return whole_hand(not view.features & has.ROBBED or view.rules.ippatsu_with_robbed_kong)


def double_riichi(view: View) -> Occurrences:
    return whole_hand(is_closed(view) and view.special.double_riichi)


def fully_concealed_hand(view: View) -> Occurrences:
    return whole_hand(is_closed(view) and bool(view.features & has.SELF_DRAW))


def after_a_kong(view: View) -> Occurrences:
    return whole_hand(view.win.replacement and bool(view.features & has.SELF_DRAW))


def robbing_the_kong(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.ROBBED))


def under_the_sea_draw(view: View) -> Occurrences:
    if not view.win.last_tile or not view.features & has.SELF_DRAW:
        return NOT_THERE
    return whole_hand(not view.win.replacement or view.rules.last_tile_and_after_kong_add)


def under_the_sea_claim(view: View) -> Occurrences:
    return whole_hand(view.win.last_tile and bool(view.features & has.DISCARD))


def blessing_of_man(view: View) -> Occurrences:
    return whole_hand(in_first_turn(view) and not view.win.dealer and bool(view.features & has.DISCARD))


# Chows


def is_two_sided(view: View) -> bool:
    """Two-sided wait: the winning tile completes a chow that also accepts a tile at its other end."""
    if view.where == PAIR:
        return False
    code = view.codes[view.where]
    if code >= PUNG or view.winning == code + 1:
        return False
    return code % 9 != 6 if view.winning == code else code % 9 != 0


def is_valued_pair(view: View) -> bool:
    return view.pair in DRAGONS or view.pair in (view.seat_wind, view.prevalent_wind)


def pinfu(view: View) -> Occurrences:
    if not (is_closed(view) and view.features & has.CHOWS_4 and is_two_sided(view)):
        return NOT_THERE
    return whole_hand(not is_valued_pair(view))


def _pairs_of_equal_chows(view: View) -> Occurrences:
    pairs: list[tuple[int, ...]] = []
    index, codes = 0, sorted(range(len(view.codes)), key=view.codes.__getitem__)
    while index < len(codes) - 1:
        first, second = codes[index : index + 2]
        if view.codes[first] == view.codes[second] < PUNG:
            pairs.append((first, second))
            index += 1
        index += 1
    return tuple(pairs)


def pure_double_chow(view: View) -> Occurrences:
    if not is_closed(view):
        return NOT_THERE
    pairs = _pairs_of_equal_chows(view)
    return pairs if len(pairs) == 1 else NOT_THERE


def twice_pure_double_chows(view: View) -> Occurrences:
    if not is_closed(view):
        return NOT_THERE
    pairs = _pairs_of_equal_chows(view)
    return ((*pairs[0], *pairs[1]),) if len(pairs) == 2 else NOT_THERE


def _sets_with(view: View, *codes: int) -> Occurrences:
    return (tuple(view.codes.index(code) for code in codes),)


def mixed_triple_chow(view: View) -> Occurrences:
    same = view.chows & view.chows >> 9 & view.chows >> 18
    if not same:
        return NOT_THERE
    start = same.bit_length() - 1
    return _sets_with(view, start, start + 9, start + 18)


def pure_straight(view: View) -> Occurrences:
    for start in (0, 9, 18):
        if view.chows >> start & 0o111 == 0o111:
            return _sets_with(view, start, start + 3, start + 6)
    return NOT_THERE


# Pungs and kongs


def dragon_pung(view: View) -> Occurrences:
    if not view.pungs & DRAGON_KINDS:
        return NOT_THERE
    return tuple((index,) for index in sets_of(view, DRAGON_KINDS))


def seat_wind(view: View) -> Occurrences:
    kind = 1 << view.seat_wind
    return (sets_of(view, kind),) if view.pungs & kind else NOT_THERE


def prevalent_wind(view: View) -> Occurrences:
    kind = 1 << view.prevalent_wind
    return (sets_of(view, kind),) if view.pungs & kind else NOT_THERE


def triple_pung(view: View) -> Occurrences:
    same = view.pungs & view.pungs >> 9 & view.pungs >> 18 & _SUIT
    if not same:
        return NOT_THERE
    return (sets_of(view, same | same << 9 | same << 18),)


def _concealed_pungs(view: View) -> tuple[int, ...]:
    claimed = view.where if not view.features & has.SELF_DRAW else PAIR
    concealed_sets = len(view.codes) - view.melds
    return tuple(
        index
        for index, code in enumerate(view.codes)
        if code >= PUNG
        and index != claimed
        and (index < concealed_sets or view.concealed_kongs >> view.kind_of_set(index) & 1)
    )


def three_concealed_pungs(view: View) -> Occurrences:
    return (_concealed_pungs(view),) if view.concealed_pungs == 3 else NOT_THERE


def three_kongs(view: View) -> Occurrences:
    return (tuple(index for index, code in enumerate(view.codes) if code >= KONG),) if view.kongs == 3 else NOT_THERE


def all_pungs(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.PUNGS_4))


def little_three_dragons(view: View) -> Occurrences:
    if view.pair not in DRAGONS or (view.pungs & DRAGON_KINDS).bit_count() != 2:
        return NOT_THERE
    return (sets_of(view, DRAGON_KINDS),)


# The kinds of tiles


def all_simples(view: View) -> Occurrences:
    return whole_hand(not view.everything & ORPHAN_TILES)


def _every_set_outside(view: View) -> bool:
    return bool(
        view.chows
        and not view.chows & ~_OUTSIDE_CHOWS
        and not view.pungs & ~ORPHAN_KINDS
        and ORPHAN_KINDS >> view.pair & 1
    )


def outside_hand(view: View) -> Occurrences:
    return whole_hand(bool(view.everything & HONOUR_TILES) and _every_set_outside(view))


def terminals_in_all_sets(view: View) -> Occurrences:
    return whole_hand(not view.everything & HONOUR_TILES and _every_set_outside(view))


def all_terminals_and_honors(view: View) -> Occurrences:
    return whole_hand(not view.everything & SIMPLE_TILES and not view.features & has.ORPHANS_FORM)


def half_flush(view: View) -> Occurrences:
    return whole_hand(is_one_suit(view) and bool(view.everything & HONOUR_TILES))


def full_flush(view: View) -> Occurrences:
    return whole_hand(is_one_suit(view) and not view.everything & HONOUR_TILES)


# Forms


def seven_pairs(view: View) -> Occurrences:
    return whole_hand(bool(view.features & has.PAIRS_FORM))


def _yaku(
    name: str,
    closed: int,
    opened: int,
    when: Callable[[View], Occurrences],
    needs: int,
    example: str,
    *,
    excludes: tuple[str, ...] = (),
    by_wait: bool = False,
) -> Yaku:
    return Yaku(
        id=name, value=closed, open_value=opened, when=when, clause=f"RI-4/{name}", excludes=excludes,
        example=example, needs=needs | (0 if opened else has.CLOSED), by_wait=by_wait,
    )  # fmt: skip


_PLAIN: Final = "234567m345p23s88s +4s"

# fmt: off
YAKU: Final[tuple[Yaku, ...]] = (
    _yaku("riichi", 1, 0, riichi, has.RIICHI, "123m678p234s66s99p +6s"),
    _yaku("ippatsu", 1, 0, ippatsu, has.RIICHI, "45699m345789p13s +2s"),
    _yaku("double_riichi", 2, 0, double_riichi, has.DOUBLE_RIICHI, "789m123p567s44p57p +6p"),
    _yaku("fully_concealed_hand", 1, 0, fully_concealed_hand, has.SELF_DRAW, "234m345p777p44z56m +7m"),
    _yaku("pinfu", 1, 0, pinfu, has.CHOWS_4 | has.WIN_TILE_SEEN, "234m567m345p33z23s +4s", by_wait=True),
    _yaku("pure_double_chow", 1, 0, pure_double_chow, has.CHOWS_2, "234m234m345s33s12m +3m"),
    _yaku("all_simples", 1, 1, all_simples, has.NO_ORPHANS, "234m345p234s88s57m +6m"),
    _yaku("mixed_triple_chow", 2, 1, mixed_triple_chow, has.CHOWS_3 | has.THREE_SUITS, "234p456s99p23s chow(234m) +4s"),
    _yaku("pure_straight", 2, 1, pure_straight, has.CHOWS_3, "456m789m88s23p chow(123m) +1p"),
    _yaku("dragon_pung", 1, 1, dragon_pung, has.DRAGON_PUNG, "234m34s88p pung(777z) chow(567p) +5s"),
    _yaku("seat_wind", 1, 1, seat_wind, has.WIND_PUNG, "234m34s88p pung(222z) chow(567p) +5s"),
    _yaku("prevalent_wind", 1, 1, prevalent_wind, has.WIND_PUNG, "234m34s88p pung(111z) chow(567p) +5s"),
    _yaku("outside_hand", 2, 1, outside_hand, has.WITH_CHOW | has.WITH_HONOURS | has.NO_MIDDLE,
          "999m11z78m chow(123p) chow(789s) +9m"),
    _yaku("after_a_kong", 1, 1, after_a_kong, has.REPLACEMENT | has.SELF_DRAW, "345p88s57m kong(2222p) pung(444z) +6m"),
    _yaku("robbing_the_kong", 1, 1, robbing_the_kong, has.ROBBED, "345p88s57m pung(444z) chow(234m) +6m"),
    _yaku("under_the_sea_draw", 1, 1, under_the_sea_draw, has.LAST_TILE | has.SELF_DRAW,
          "234m44z56m chow(345p) chow(234s) +4m"),
    _yaku("under_the_sea_claim", 1, 1, under_the_sea_claim, has.LAST_TILE | has.DISCARD,
          "345m567m33z23s pung(666s) +4s"),
    _yaku("seven_pairs", 2, 0, seven_pairs, has.PAIRS_FORM, "1199m2288p33s44z6z +6z"),
    _yaku("triple_pung", 2, 2, triple_pung, has.PUNGS_3 | has.THREE_SUITS, "222p222s345s11m22m +2m"),
    _yaku("three_concealed_pungs", 2, 2, three_concealed_pungs, has.PUNGS_3, "222m444p666s66z34m +2m", by_wait=True),
    _yaku("three_kongs", 2, 2, three_kongs, has.THREE_KONGS, "55z68m kong(2222m) ckong(3333m) kong(8888s) +7m"),
    _yaku("all_pungs", 2, 2, all_pungs, has.PUNGS_4, "777m111s99s44s pung(444m) +4s"),
    _yaku("half_flush", 3, 2, half_flush, has.ONE_SUIT | has.WITH_HONOURS, "777p444z44p56p chow(234p) +4p"),
    _yaku("little_three_dragons", 2, 2, little_three_dragons, has.DRAGON_PUNG | has.PUNGS_2,
          "666z77z78m345p pung(555z) +9m"),
    _yaku("all_terminals_and_honors", 2, 2, all_terminals_and_honors, has.NO_SIMPLES,
          "111m99p22z pung(999s) pung(555z) +9p", excludes=("outside_hand",)),
    _yaku("terminals_in_all_sets", 3, 2, terminals_in_all_sets, has.WITH_CHOW | has.NO_HONOURS | has.NO_MIDDLE,
          "12m11p chow(789p) pung(999s) chow(123s) +3m", excludes=("outside_hand",)),
    _yaku("twice_pure_double_chows", 3, 0, twice_pure_double_chows, has.CHOWS_4, "234m234p234p66z34m +2m",
          excludes=("pure_double_chow", "seven_pairs")),
    _yaku("full_flush", 6, 5, full_flush, has.ONE_SUIT | has.NO_HONOURS, "34m22m chow(123m) pung(777m) chow(678m) +5m",
          excludes=("half_flush",)),
    _yaku("blessing_of_man", MANGAN_HAN, 0, blessing_of_man, has.FIRST_TURN | has.DISCARD, _PLAIN),
)
# fmt: on


@lru_cache(maxsize=64)
def yaku_in_force(rules: Parameters) -> tuple[Yaku, ...]:
    rows = []
    for row in (*YAKU, *YAKUMAN, *DOUBLE_YAKUMAN):
        if row.id in rules.double_yakuman:
            row = replace(row, value=2)
        elif row in DOUBLE_YAKUMAN:
            continue
        if row.id == "all_simples" and not rules.open_all_simples:
            row = replace(row, open_value=0, needs=row.needs | has.CLOSED)
        if row.id == "blessing_of_man":
            if rules.renho == "off":
                continue
            if rules.renho == "yakuman":
                row = replace(row, value=1, open_value=None, yakuman=True)
        rows.append(row)
    return tuple(rows)
