"""Every pattern's example of the rules page is a legal hand that shows this pattern, and nothing more without need."""

from __future__ import annotations

from typing import Final

import pytest

from engine.family import Ruleset, ruleset, ruleset_names
from engine.pattern_examples import example_win
from engine.scoring.patterns import Pattern
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, hand_problems

SETS: Final = {"taiwan": 5}

BELOW_MINIMUM: Final = ("mcr",)
"""Families where a hand must reach a minimum: the example of a small pattern shows it alone, and falls short."""

NEVER: Final = {("taiwan-sml-2026", "buqiu_bonus")}
"""In this edition nothing takes the place of 門前, so that its remainder never counts."""

CARRIES: Final[dict[str, dict[str, set[str]]]] = {
    "mcr": {
        "big_four_winds": {"half_flush"},
        "big_three_dragons": {"one_voided_suit"},
        "all_green": {"half_flush", "dragon_pung", "pure_double_chow"},
        "nine_gates": {"two_concealed_pungs"},
        "four_kongs": {"concealed_kong", "pung_of_terminals_or_honors"},
        "all_terminals": {"double_pung"},
        "little_four_winds": {"half_flush", "prevalent_wind", "seat_wind"},
        "little_three_dragons": {"one_voided_suit"},
        "all_honors": {"two_dragon_pungs"},
        "four_concealed_pungs": {"single_wait"},
        "quadruple_chow": {"all_chows", "one_voided_suit"},
        "four_pure_shifted_pungs": {"half_flush"},
        "four_pure_shifted_chows": {"half_flush"},
        "three_kongs": {"concealed_kong"},
        "pure_triple_chow": {"one_voided_suit"},
        "pure_shifted_pungs": {"all_simples"},
        "upper_tiles": {"pung_of_terminals_or_honors"},
        "lower_tiles": {"pung_of_terminals_or_honors"},
        "pure_straight": {"no_honors"},
        "pure_shifted_chows": {"one_voided_suit"},
        "three_concealed_pungs": {"single_wait"},
        "big_three_winds": {"prevalent_wind", "one_voided_suit"},
        "two_concealed_kongs": {"concealed_hand"},
        "out_with_replacement": {"melded_kong"},
        "all_types": {"pung_of_terminals_or_honors"},
        "outside_hand": {"pure_double_chow", "mixed_double_chow"},
        "flower_tiles": {"short_straight"},
    },
    "riichi": {
        "ippatsu": {"riichi"},
        "little_three_dragons": {"dragon_pung"},
        "all_terminals_and_honors": {"dragon_pung", "all_pungs"},
    },
    "sichuan": {"jingoudiao": {"daduizi"}, "gangshanghua": {"gen"}, "juezhang": {"gen"}},
    "taiwan": {"buqiu_bonus": {"wuanke"}, "peipai_huahu": {"baxian"}},
}
"""Patterns that an example has besides its own, where these hands cannot do without."""

EDITIONS: Final = {"mcr": "mcr-2006", "riichi": "riichi-wrc-2025", "sichuan": "sichuan-local-hands"}


def scored(rules: Ruleset, row: Pattern) -> ScoredHand:
    return score(Hand.parse(row.example), example_win(rules.name, row.id, row.example).win(rules), rules)


def worth(row: Pattern) -> tuple[bool, int]:
    return getattr(row, "yakuman", False), row.value


@pytest.mark.parametrize("name", ruleset_names())
def test_every_example_is_a_legal_hand_that_counts_as_its_pattern(name):
    rules = ruleset(name)
    tiles, sets = rules.tile_set, SETS.get(rules.family.name, 4)
    illegal = {row.id: hand_problems(Hand.parse(row.example), tiles, sets) for row in rules.patterns}
    assert {code: problems for code, problems in illegal.items() if problems} == {}
    answers = {row.id: scored(rules, row) for row in rules.patterns if (name, row.id) not in NEVER}
    assert [code for code, hand in answers.items() if code not in {award.pattern for award in hand.awards}] == []
    if rules.family.name not in BELOW_MINIMUM:
        assert [code for code, hand in answers.items() if not hand.win] == []


@pytest.mark.parametrize("name", ruleset_names())
def test_no_example_has_a_higher_pattern_unless_it_cannot_do_without(name):
    rules = ruleset(name)
    worths = {row.id: worth(row) for row in rules.patterns}
    carried = CARRIES[rules.family.name]
    higher = {
        row.id: {award.pattern for award in scored(rules, row).awards if worths[award.pattern] > worths[row.id]}
        for row in rules.patterns
        if (name, row.id) not in NEVER
    }
    surplus = {code: others - carried.get(code, set()) for code, others in higher.items()}
    assert {code: others for code, others in surplus.items() if others} == {}


@pytest.mark.parametrize("family", EDITIONS)
def test_an_example_shows_its_own_pattern_alone_or_with_those_named_here(family):
    rules = ruleset(EDITIONS[family])
    others = {row.id: {award.pattern for award in scored(rules, row).awards} - {row.id} for row in rules.patterns}
    assert {code: named for code, named in others.items() if named} == CARRIES[family]


def test_big_three_dragons_is_shown_without_a_kong():
    row = next(row for row in ruleset("mcr-2006").patterns if row.id == "big_three_dragons")
    assert row.example == "123m666z77p77z pung(555z) +7z"
