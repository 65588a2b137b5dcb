"""Table of the 81 fans in rulebook order: value, condition, exclusions.

``excludes_on_sets`` names fans excluded only on the row's own sets (MCR-4.23). Options select and change rows before
scoring (MCR-4.24, MCR-4.25): see adoption.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from engine.rules.mcr.conditions import chows, kinds, pungs, shape, win_circumstances
from engine.rules.mcr.conditions.chows import Chows
from engine.rules.mcr.conditions.kinds import TileKinds
from engine.rules.mcr.conditions.pungs import Pungs
from engine.rules.mcr.conditions.shape import Shape
from engine.rules.mcr.conditions.win_circumstances import FanTally, Wait, WinCircumstances
from engine.scoring.patterns import Occurrences, Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Fan(Pattern[Any]):
    """Pattern with the view of its condition; a view with fewer chows or pungs than ``least`` is not asked for it."""

    view: type[Any]
    least: int = 0
    excludes_on_sets: tuple[str, ...] = ()


def _fan(
    name: str,
    value: int,
    view: type[Any],
    when: Callable[[Any], Occurrences],
    excludes: str = "",
    *,
    excludes_on_sets: str = "",
    example: str = "",
    least: int = 0,
) -> Fan:
    return Fan(
        id=name,
        value=value,
        view=view,
        when=when,
        clause=f"MCR-4/{name}",
        excludes=tuple(excludes.split()),
        excludes_on_sets=tuple(excludes_on_sets.split()),
        example=example,
        least=least,
    )


FANS: Final = (
    _fan(
        "big_four_winds",
        88,
        Pungs,
        pungs.big_four_winds,
        "big_three_winds all_pungs prevalent_wind seat_wind pung_of_terminals_or_honors",
        least=4,
        example="333z88m44z pung(222z) pung(111z) +4z",
    ),
    _fan(
        "big_three_dragons",
        88,
        Pungs,
        pungs.big_three_dragons,
        "two_dragon_pungs dragon_pung",
        least=3,
        example="123m666z77p77z pung(555z) +7z",
    ),
    _fan("all_green", 88, TileKinds, kinds.all_green, example="234s666s88s66z chow(234s) +6z"),
    _fan(
        "nine_gates", 88, Shape, shape.nine_gates, "full_flush concealed_hand no_honors", example="1112345678999m +5m"
    ),
    _fan(
        "four_kongs",
        88,
        WinCircumstances,
        win_circumstances.four_kongs,
        "three_kongs two_melded_kongs melded_kong all_pungs single_wait",
        example="5z kong(2222m) kong(7777s) kong(3333p) ckong(9999p) +5z",
    ),
    _fan(
        "seven_shifted_pairs",
        88,
        Shape,
        shape.seven_shifted_pairs,
        "seven_pairs full_flush concealed_hand single_wait no_honors",
        example="1122334455667m +7m",
    ),
    _fan(
        "thirteen_orphans",
        88,
        Shape,
        shape.thirteen_orphans,
        "all_types concealed_hand single_wait all_terminals_and_honors",
        example="19m19p19s1234567z +1m",
    ),
    _fan(
        "all_terminals",
        64,
        TileKinds,
        kinds.all_terminals,
        "all_pungs outside_hand pung_of_terminals_or_honors no_honors all_terminals_and_honors",
        example="999m99p99s pung(111m) pung(111p) +9s",
    ),
    _fan(
        "little_four_winds",
        64,
        Pungs,
        pungs.little_four_winds,
        "big_three_winds pung_of_terminals_or_honors",
        least=3,
        example="678p222z44z33z pung(111z) +3z",
    ),
    _fan(
        "little_three_dragons",
        64,
        Pungs,
        pungs.little_three_dragons,
        "two_dragon_pungs dragon_pung",
        least=2,
        example="666z77z45p789m pung(555z) +3p",
    ),
    _fan(
        "all_honors",
        64,
        TileKinds,
        kinds.all_honors,
        "all_pungs outside_hand pung_of_terminals_or_honors all_terminals_and_honors",
        example="333z11z44z pung(777z) pung(666z) +4z",
    ),
    _fan(
        "four_concealed_pungs",
        64,
        WinCircumstances,
        win_circumstances.four_concealed_pungs,
        "all_pungs concealed_hand three_concealed_pungs two_concealed_pungs",
        example="444m555m888p666s3z +3z",
    ),
    _fan(
        "pure_terminal_chows",
        64,
        Chows,
        chows.pure_terminal_chows,
        "seven_pairs full_flush all_chows pure_double_chow two_terminal_chows no_honors",
        least=4,
        example="789m789m55m23m chow(123m) +1m",
    ),
    _fan(
        "quadruple_chow",
        48,
        Chows,
        chows.quadruple_chow,
        "pure_shifted_pungs pure_triple_chow tile_hog pure_double_chow",
        least=4,
        example="123m123m77p12m chow(123m) +3m",
    ),
    _fan(
        "four_pure_shifted_pungs",
        48,
        Pungs,
        pungs.four_pure_shifted_pungs,
        "pure_triple_chow pure_shifted_pungs all_pungs",
        least=4,
        example="333m11z44m pung(222m) pung(555m) +4m",
    ),
    _fan(
        "four_pure_shifted_chows",
        32,
        Chows,
        chows.four_pure_shifted_chows,
        "pure_shifted_chows short_straight two_terminal_chows",
        least=4,
        example="345m567m44z78m chow(123m) +9m",
    ),
    _fan(
        "three_kongs",
        32,
        WinCircumstances,
        win_circumstances.three_kongs,
        "two_melded_kongs melded_kong",
        example="22z45p kong(2222m) kong(7777s) ckong(3333m) +6p",
    ),
    _fan(
        "all_terminals_and_honors",
        32,
        TileKinds,
        kinds.all_terminals_and_honors,
        "all_pungs pung_of_terminals_or_honors outside_hand",
        example="999p99s44z pung(111m) pung(333z) +4z",
    ),
    _fan("seven_pairs", 24, Shape, shape.seven_pairs, "concealed_hand single_wait", example="1122m3344p5566s1z +1z"),
    _fan(
        "greater_honors_and_knitted",
        24,
        Shape,
        shape.greater_honors_and_knitted,
        "all_types concealed_hand lesser_honors_and_knitted",
        example="147m25p36s123456z +7z",
    ),
    _fan(
        "all_even_pungs",
        24,
        Pungs,
        pungs.all_even_pungs,
        "all_pungs all_simples no_honors",
        least=4,
        example="88p44p pung(888m) pung(666s) pung(222m) +4p",
    ),
    _fan(
        "full_flush",
        24,
        TileKinds,
        kinds.full_flush,
        "no_honors",
        example="77m44m chow(123m) pung(888m) chow(567m) +4m",
    ),
    _fan(
        "pure_triple_chow",
        24,
        Chows,
        chows.pure_triple_chow,
        "pure_shifted_pungs pure_double_chow",
        least=3,
        example="345p345p44z55s chow(345p) +5s",
    ),
    _fan(
        "pure_shifted_pungs",
        24,
        Pungs,
        pungs.pure_shifted_pungs,
        "pure_triple_chow",
        least=3,
        example="777m88m22s pung(666m) chow(345p) +8m",
    ),
    _fan(
        "upper_tiles",
        24,
        TileKinds,
        kinds.upper_tiles,
        "no_honors upper_four",
        example="777m789p77p99s pung(888s) +9s",
    ),
    _fan(
        "middle_tiles",
        24,
        TileKinds,
        kinds.middle_tiles,
        "no_honors all_simples",
        example="555s44m66m pung(444s) chow(456p) +6m",
    ),
    _fan(
        "lower_tiles",
        24,
        TileKinds,
        kinds.lower_tiles,
        "no_honors lower_four",
        example="123m111p22p33p pung(222s) +3p",
    ),
    _fan(
        "pure_straight",
        16,
        Chows,
        chows.pure_straight,
        excludes_on_sets="short_straight two_terminal_chows",
        least=3,
        example="456m222s33p78m chow(123m) +9m",
    ),
    _fan(
        "three_suited_terminal_chows",
        16,
        Chows,
        chows.three_suited_terminal_chows,
        "pure_double_chow mixed_double_chow two_terminal_chows no_honors all_chows",
        least=4,
        example="123m789p55s23p chow(789m) +1p",
    ),
    _fan(
        "pure_shifted_chows",
        16,
        Chows,
        chows.pure_shifted_chows,
        excludes_on_sets="short_straight two_terminal_chows",
        least=3,
        example="345m222s11z56m chow(789m) +7m",
    ),
    _fan(
        "all_fives", 16, Shape, shape.all_fives, "all_simples no_honors", example="456s55m34m chow(567s) pung(555p) +5m"
    ),
    _fan("triple_pung", 16, Pungs, pungs.triple_pung, "double_pung", least=3, example="222p345p22z22m pung(222s) +2m"),
    _fan(
        "three_concealed_pungs",
        16,
        WinCircumstances,
        win_circumstances.three_concealed_pungs,
        "two_concealed_pungs",
        example="222m777p333s3z chow(345p) +3z",
    ),
    _fan(
        "lesser_honors_and_knitted",
        12,
        Shape,
        shape.lesser_honors_and_knitted,
        "all_types concealed_hand",
        example="14m258p369s12345z +6z",
    ),
    _fan("knitted_straight", 12, Shape, shape.knitted_straight, example="147m258p39s66z pung(555m) +6s"),
    _fan("upper_four", 12, TileKinds, kinds.upper_four, "no_honors", example="789p99m67p pung(666m) pung(888s) +8p"),
    _fan("lower_four", 12, TileKinds, kinds.lower_four, "no_honors", example="222m123p44p23s pung(444m) +4s"),
    _fan(
        "big_three_winds",
        12,
        Pungs,
        pungs.big_three_winds,
        excludes_on_sets="pung_of_terminals_or_honors",
        least=3,
        example="567m333z99p11z pung(444z) +1z",
    ),
    _fan("mixed_straight", 8, Chows, chows.mixed_straight, least=3, example="123m33z66s chow(456p) chow(789s) +6s"),
    _fan(
        "reversible_tiles",
        8,
        TileKinds,
        kinds.reversible_tiles,
        "one_voided_suit",
        example="222s55z34p pung(888p) chow(456s) +2p",
    ),
    _fan(
        "mixed_triple_chow",
        8,
        Chows,
        chows.mixed_triple_chow,
        excludes_on_sets="mixed_double_chow",
        least=3,
        example="345m34p77z chow(345s) pung(888m) +5p",
    ),
    _fan(
        "mixed_shifted_pungs",
        8,
        Pungs,
        pungs.mixed_shifted_pungs,
        least=3,
        example="333p66z44s chow(789p) pung(222m) +4s",
    ),
    _fan("chicken_hand", 8, FanTally, win_circumstances.chicken_hand, example="34p77z789m chow(123p) pung(555s) +5p"),
    _fan(
        "last_tile_draw",
        8,
        WinCircumstances,
        win_circumstances.last_tile_draw,
        "self_drawn",
        example="567m55z34s chow(123p) pung(888m) +5s",
    ),
    _fan(
        "last_tile_claim",
        8,
        WinCircumstances,
        win_circumstances.last_tile_claim,
        example="567m55z34s chow(123p) pung(888m) +5s",
    ),
    _fan(
        "out_with_replacement",
        8,
        WinCircumstances,
        win_circumstances.out_with_replacement,
        "self_drawn",
        example="123p77z34s chow(567m) kong(8888m) +5s",
    ),
    _fan(
        "robbing_the_kong",
        8,
        WinCircumstances,
        win_circumstances.robbing_the_kong,
        "last_tile",
        example="567m55z34s chow(123p) pung(888m) +5s",
    ),
    _fan(
        "two_concealed_kongs",
        8,
        WinCircumstances,
        win_circumstances.two_concealed_kongs,
        "concealed_kong two_concealed_pungs",
        example="789p66z45s ckong(3333m) ckong(2222s) +6s",
    ),
    _fan("all_pungs", 6, Pungs, pungs.all_pungs, least=4, example="222p33z88m pung(777p) pung(333s) +8m"),
    _fan("half_flush", 6, TileKinds, kinds.half_flush, example="444m11z78m chow(678m) pung(222m) +9m"),
    _fan(
        "mixed_shifted_chows",
        6,
        Chows,
        chows.mixed_shifted_chows,
        least=3,
        example="77z23m pung(888p) chow(345p) chow(234s) +1m",
    ),
    _fan("all_types", 6, TileKinds, kinds.all_types, example="456p333s55z44z chow(345m) +4z"),
    _fan(
        "melded_hand",
        6,
        WinCircumstances,
        win_circumstances.melded_hand,
        "single_wait",
        example="4z chow(123m) chow(456p) pung(888s) chow(345m) +4z",
    ),
    _fan(
        "two_dragon_pungs",
        6,
        Pungs,
        pungs.two_dragon_pungs,
        "dragon_pung",
        excludes_on_sets="pung_of_terminals_or_honors",
        least=2,
        example="22p66z chow(345m) chow(456s) pung(777z) +6z",
    ),
    _fan("outside_hand", 4, Shape, shape.outside_hand, example="123m789p44z23m chow(123s) +1m"),
    _fan(
        "fully_concealed_hand",
        4,
        WinCircumstances,
        win_circumstances.fully_concealed_hand,
        "self_drawn",
        example="678m123p234s11z34p +5p",
    ),
    _fan(
        "two_melded_kongs",
        4,
        WinCircumstances,
        win_circumstances.two_melded_kongs,
        "melded_kong",
        example="123p33z23m kong(2222s) kong(7777m) +4m",
    ),
    _fan(
        "mixed_kongs",
        6,
        WinCircumstances,
        win_circumstances.mixed_kongs,
        "melded_kong concealed_kong",
        example="678p11z34m kong(2222s) ckong(7777m) +2m",
    ),
    _fan("last_tile", 4, WinCircumstances, win_circumstances.last_tile, example="34p77z789m chow(123p) pung(555s) +5p"),
    _fan(
        "dragon_pung",
        2,
        Pungs,
        pungs.dragon_pung,
        excludes_on_sets="pung_of_terminals_or_honors",
        example="678p99s56s chow(123m) pung(777z) +4s",
    ),
    _fan(
        "prevalent_wind",
        2,
        Pungs,
        pungs.prevalent_wind,
        excludes_on_sets="pung_of_terminals_or_honors",
        example="345p111z55s66m chow(678s) +6m",
    ),
    _fan(
        "seat_wind",
        2,
        Pungs,
        pungs.seat_wind,
        excludes_on_sets="pung_of_terminals_or_honors",
        example="222z345p55s66m chow(678s) +6m",
    ),
    _fan("concealed_hand", 2, WinCircumstances, win_circumstances.concealed_hand, example="567m666p789s55z44s +4s"),
    _fan("all_chows", 2, Shape, shape.all_chows, "no_honors", example="123p345s22m78m chow(567s) +6m"),
    _fan("tile_hog", 2, Shape, shape.tile_hog, example="555m123p77z67m chow(678s) +5m"),
    _fan("double_pung", 2, Pungs, pungs.double_pung, least=2, example="222p456s11z22s chow(567m) +2s"),
    _fan(
        "two_concealed_pungs",
        2,
        WinCircumstances,
        win_circumstances.two_concealed_pungs,
        example="777m333s77z23p chow(456m) +4p",
    ),
    _fan(
        "concealed_kong",
        2,
        WinCircumstances,
        win_circumstances.concealed_kong,
        example="789p66z22s pung(666p) ckong(3333m) +2s",
    ),
    _fan("all_simples", 2, TileKinds, kinds.all_simples, "no_honors", example="777p345s88p66p chow(567m) +6p"),
    _fan("pure_double_chow", 1, Chows, chows.pure_double_chow, least=2, example="456p777s44z23m chow(234m) +4m"),
    _fan(
        "mixed_double_chow", 1, Chows, chows.mixed_double_chow, least=2, example="456p66z34m pung(888s) chow(345p) +5m"
    ),
    _fan("short_straight", 1, Chows, chows.short_straight, least=2, example="222m678p66z88s chow(345p) +8s"),
    _fan(
        "two_terminal_chows",
        1,
        Chows,
        chows.two_terminal_chows,
        least=2,
        example="123m11z78m pung(666s) chow(345p) +9m",
    ),
    _fan(
        "pung_of_terminals_or_honors",
        1,
        Pungs,
        pungs.pung_of_terminals_or_honors,
        example="345m666p66z11m pung(777s) +1m",
    ),
    _fan(
        "melded_kong",
        1,
        WinCircumstances,
        win_circumstances.melded_kong,
        example="456p345s44z33m kong(7777s) +3m",
    ),
    _fan("one_voided_suit", 1, TileKinds, kinds.one_voided_suit, example="444p77z34s chow(789s) chow(123p) +2s"),
    _fan("no_honors", 1, TileKinds, kinds.no_honors, example="666s22p56p chow(345m) chow(789s) +4p"),
    _fan("edge_wait", 1, Wait, win_circumstances.edge_wait, example="888p567s66z12m chow(234p) +3m"),
    _fan("closed_wait", 1, Wait, win_circumstances.closed_wait, example="456p666s33z79m pung(333m) +8m"),
    _fan("single_wait", 1, Wait, win_circumstances.single_wait, example="222m567s4z chow(345s) chow(678p) +4z"),
    _fan(
        "self_drawn", 1, WinCircumstances, win_circumstances.self_drawn, example="34p77z789m chow(123p) pung(555s) +5p"
    ),
    _fan(
        "flower_tiles",
        1,
        FanTally,
        win_circumstances.flower_tiles,
        example="222p234m66z67m chow(456s) +5m | 1f",
    ),
)

FAN_IDS: Final = tuple(fan.id for fan in FANS if fan.id != "mixed_kongs")
"""The 81 fans of the full rules; the fan of one melded and one concealed kong is part of Two Melded Kongs."""

CONCEALED_ONLY: Final = frozenset(
    "nine_gates seven_shifted_pairs thirteen_orphans four_concealed_pungs seven_pairs "
    "greater_honors_and_knitted lesser_honors_and_knitted".split()
)
"""Fans possible only in a closed hand (MCR-4.13)."""
