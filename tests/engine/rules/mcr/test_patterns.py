"""Every fan with a hand that has it and a near miss."""

from __future__ import annotations

import pytest

from engine.family import ruleset
from engine.rules.mcr.circumstances import Circumstances
from engine.scoring.patterns import Pattern
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import Wind
from tests.engine.rules.mcr.lines import fans

ROWS = """
big_four_winds | 111z222z333z444z5m +5m | 111z222z333z44z12m +3m
big_three_dragons | 555z666z77z123m9p9p +7z | 555z666z7z123m99p +7z
all_green | 234s666s88s66z chow(234s) +6z | 234s666s88s66z chow(345s) +6z
nine_gates | 1112345678999m +5m | 1112345678899m +9m
four_kongs | 5p kong(2222m) kong(7777s) akong(3333s) ckong(9999p) +5p
  | 5p kong(2222m) kong(7777s) pung(333s) ckong(9999p) +5p
seven_shifted_pairs | 1122334455667m +7m | 1122334455668m +8m
thirteen_orphans | 19m19p19s1234567z +1m | 19m19p19s1234566z +1m
all_terminals | 999s9p pung(111m) pung(111p) pung(999m) +9p | 999s9p pung(111m) pung(222p) pung(999m) +9p
little_four_winds | 222z33z44z123m pung(111z) +3z | 222z333z44z12m pung(777z) +3m
little_three_dragons | 666z77z45p789m pung(555z) +3p | 666z11z45p789m pung(555z) +3p
all_honors | 11z222z555z77z pung(666z) +7z | 11z222z555z99m pung(666z) +9m
four_concealed_pungs | 222m333p444s99s77p +7p [self] | 222m333p444s99s77p +7p
pure_terminal_chows | 123m123m789m78m55m +9m | 123m123m789m78m66m +9m
quadruple_chow | 12m44m123m chow(123m) chow(123m) +3m | 12m44m123m chow(123m) chow(234m) +3m
four_pure_shifted_pungs | 333m44m99p pung(222m) pung(555m) +4m | 333m44m99p pung(222m) pung(666m) +4m
four_pure_shifted_chows | 56m22p chow(123m) chow(345m) chow(789m) +7m | 56m22p chow(123m) chow(345m) chow(678m) +7m
three_kongs | 56p99m kong(2222m) kong(7777s) ckong(3333s) +4p | 56p99m kong(2222m) kong(7777s) pung(333s) +4p
all_terminals_and_honors | 11m99p222z pung(999s) pung(555z) +9p | 11m88p222z pung(999s) pung(555z) +8p
seven_pairs | 1122m3344p5566s1z +1z | 1122m3344p556677s +7s
greater_honors_and_knitted | 147m25p36s123456z +7z | 147m25p36s9s12345z +7z
all_even_pungs | 444p66s88s pung(666m) pung(222m) +6s | 444p66s55s pung(666m) pung(222m) +6s
full_flush | 78m55m chow(123m) chow(456m) chow(789m) +9m | 78m55p chow(123m) chow(456m) chow(789m) +9m
pure_triple_chow | 34p55s789m chow(345p) chow(345p) +5p | 34p55s789m chow(345p) chow(345s) +5p
pure_shifted_pungs | 777m88m22s pung(666m) chow(345p) +8m | 777m99m22s pung(666m) chow(345p) +9m
upper_tiles | 789p77m99s chow(789m) pung(888s) +9s | 789p77m99s chow(678m) pung(888s) +9s
middle_tiles | 456p44m66s chow(456m) pung(555s) +6s | 456p44m66s chow(345m) pung(555s) +6s
lower_tiles | 123m11p33s chow(123s) pung(222p) +1p | 123m11p33s chow(234s) pung(222p) +1p
pure_straight | 123m789m46m11z pung(777z) +5m | 123m789p46m11z pung(777z) +5m
three_suited_terminal_chows | 12p789p55s chow(123m) chow(789m) +3p | 12p789p66s chow(123m) chow(789m) +3p
pure_shifted_chows | 56m88p222z chow(123m) chow(345m) +7m | 56m88p222z chow(123m) chow(234m) +7m
all_fives | 456p55s34m chow(567s) pung(555p) +5m | 456p66s34m chow(567s) pung(555p) +5m
triple_pung | 222m22p345s88p pung(222s) +2p | 222m22p345s88p pung(333s) +2p
three_concealed_pungs | 222m333p777s4s chow(567p) +4s | 222m333p77s44s chow(567p) +7s
lesser_honors_and_knitted | 14m258p369s12345z +6z | 147m25p36s123456z +7z
knitted_straight | 147m258p369s12p77s +3p | 14m258p369s12345z +6z
upper_four | 789p66m99s chow(678m) pung(888s) +9s | 789p66m99s chow(567m) pung(888s) +9s
lower_four | 12m123m44p chow(234s) chow(234s) +3m | 12m123m44p chow(234s) chow(345s) +3m
big_three_winds | 11z222z99p456p pung(333z) +1z | 11z222z44z456p pung(333z) +1z
mixed_straight | 123m456p666s79s22p +8s | 123m456p666s68s22p +7s
reversible_tiles | 1133p5588p99p44s5z +5z | 1133p5588p77p44s5z +5z
mixed_triple_chow | 345m34p77z chow(345s) pung(888m) +5p | 345m34p77z chow(456s) pung(888m) +5p
mixed_shifted_pungs | 333p55m99p pung(222m) pung(444s) +5m | 333p55m99p pung(222m) pung(555s) +5m
chicken_hand | 34p77z789m chow(123p) pung(555s) +5p | 34p77s789m chow(123p) pung(555s) +5p
last_tile_draw | 567m55z34s chow(123p) pung(888m) +5s [self last] | 567m55z34s chow(123p) pung(888m) +5s [last]
last_tile_claim | 567m55z34s chow(123p) pung(888m) +5s [last] | 567m55z34s chow(123p) pung(888m) +5s [self last]
out_with_replacement | 34m55p chow(234p) chow(567s) ckong(8888m) +2m [self replacement]
  | 34m55p chow(234p) chow(567s) ckong(8888m) +2m [self flower]
robbing_the_kong | 567m55z34s chow(123p) pung(888m) +5s [robbed] | 567m55z34s chow(123p) pung(888m) +5s
two_concealed_kongs | 456p34m66s ckong(9999m) ckong(2222s) +2m | 456p34m66s ckong(9999m) kong(2222s) +2m
all_pungs | 11m222p88s pung(999s) pung(333z) +1m | 11m234p88s pung(999s) pung(333z) +1m
half_flush | 123m789m46m11z pung(777z) +5m | 123m789m46m11p pung(777z) +5m
mixed_shifted_chows | 12m888p66s chow(345p) chow(234s) +3m | 12m888p66s chow(345p) chow(345s) +3m
all_types | 123m456p44z99s pung(777z) +4z | 123m456p44z99m pung(777z) +4z
melded_hand | 7z chow(123m) chow(456p) pung(888s) pung(222z) +7z | 7z chow(123m) chow(456p) pung(888s) ckong(2222z) +7z
two_dragon_pungs | 666z345m34s22p pung(777z) +5s | 666z345m34s22p pung(111z) +5s
outside_hand | 78p123m99s chow(123s) pung(111z) +9p | 78p123m88s chow(123s) pung(111z) +9p
fully_concealed_hand | 234m678m345p67s22s +8s [self] | 234m345p67s22s chow(678m) +8s [self]
two_melded_kongs | 444p23m66p kong(2222s) akong(7777m) +4m | 444p23m66p kong(2222s) ckong(7777m) +4m
mixed_kongs | 444p23m66p kong(2222s) ckong(7777m) +4m | 444p23m66p kong(2222s) kong(7777m) +4m
last_tile | 34p77z789m chow(123p) pung(555s) +5p [copy] | 34p77z789m chow(123p) pung(555s) +5p
dragon_pung | 123m456p44z99s pung(777z) +4z | 123m456p77z99s pung(444z) +9s
prevalent_wind | 66m111z345p55s chow(678s) +6m [E/S] | 66m111z345p55s chow(678s) +6m [W/S]
seat_wind | 66m111z345p55s chow(678s) +6m [S/E] | 66m111z345p55s chow(678s) +6m [S/W]
concealed_hand | 123m456p666s79s22p +8s | 123m456p666s79s22p +8s [self]
all_chows | 23m88p345s chow(234p) chow(456m) +1m | 23m77z345s chow(234p) chow(456m) +1m
tile_hog | 345m555m12p88s chow(678s) +3p | 345m12p88s chow(678s) kong(5555m) +3p
double_pung | 333s44m66p pung(222p) pung(333p) +4m | 333s44m66p pung(222p) pung(555p) +4m
two_concealed_pungs | 333s78p66m ckong(3333m) chow(456m) +9p | 33s789p66m ckong(3333m) chow(456m) +3s
concealed_kong | 333s78p66m ckong(3333m) chow(456m) +9p | 333s78p66m kong(3333m) chow(456m) +9p
all_simples | 234m678m345p67s22s +8s | 234m678m345p67s11s +8s
pure_double_chow | 234m34p88p chow(234m) chow(567m) +2p | 234m34p88p chow(345m) chow(567m) +2p
mixed_double_chow | 12345m888p66s chow(345p) +3m | 12345m888p66s chow(456p) +3m
short_straight | 78p66m chow(123p) chow(234p) chow(345p) +6p | 78p66m chow(123p) chow(234p) chow(345m) +9p
two_terminal_chows | 23p789p99s chow(123m) chow(789m) +1p | 23p789p99s chow(123m) chow(678m) +4p
pung_of_terminals_or_honors | 11m222p88s pung(999s) pung(333z) +1m | 22m333p88s pung(666s) pung(555z) +2m
melded_kong | 22z44m kong(2222m) pung(333s) pung(777p) +4m | 22z44m pung(222m) pung(333s) pung(777p) +4m
one_voided_suit | 666z77z45p789m pung(555z) +3p | 666z77z45p789s123m +3p
no_honors | 12345m888p66s chow(345p) +3m | 12345m888p66z chow(345p) +3m
edge_wait | 12m888p66s chow(345p) chow(234s) +3m | 12345m888p66s chow(345p) +3m
closed_wait | 123m456p666s79s22p +8s | 123m456p666s78s22p +9s
single_wait | 4556m888s chow(234p) chow(678p) +5m | 4456m888s chow(234p) chow(678p) +4m
self_drawn | 34p77z789m chow(123p) pung(555s) +5p [self] | 34p77z789m chow(123p) pung(555s) +5p
flower_tiles | 22z44m kong(2222m) pung(333s) pung(777p) +4m {bar} 15f | 22z44m kong(2222m) pung(333s) pung(777p) +4m
"""

CASES = [
    tuple(part.strip().replace("{bar}", "|") for part in line.split(" | "))
    for line in ROWS.strip().replace("\n  ", " ").splitlines()
]


@pytest.mark.parametrize(("fan", "hit", "miss"), CASES, ids=[case[0] for case in CASES])
def test_fan_with_a_hit_and_a_near_miss(fan: str, hit: str, miss: str) -> None:
    assert fans(hit).get(fan, 0) > 0
    assert fan not in fans(miss)


def test_every_fan_has_its_row() -> None:
    assert [case[0] for case in CASES] == [fan.id for fan in ruleset("mcr-2006").patterns]


@pytest.mark.parametrize("fan", ruleset("mcr-2006").patterns, ids=lambda fan: fan.id)
def test_example_of_the_rules_page_has_the_fan_in_some_manner(fan: Pattern[object]) -> None:
    hand = Hand.parse(fan.example)
    manners = [
        Win(by, prevalent, seat, last_tile=last, replacement=replacement, special=Circumstances(copy))
        for by in WinBy
        for prevalent in Wind
        for seat in Wind
        for last in (False, True)
        for replacement in (False, True)
        for copy in (False, True)
    ]
    found = {award.pattern for win in manners for award in score(hand, win, ruleset("mcr-2006")).awards}
    assert fan.id in found
