"""Each pattern of the table: a hand that has it, and one that just fails to."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.family import ruleset
from engine.tiles.tile import EAST, HONOURS, format_tiles
from tests.support.taiwan_hands import TAIWAN, scored, tai, tai_by_pattern

OPEN = "123m678m789s45s22p chow(345p) +3s"
"""All chows with one claimed, two-sided wait, suit pair."""
CONCEALED = "123m678m345p789s45s44z +3s"
"""Four concealed chows, honour pair, two-sided wait."""
FIVE_MELDS = "chow(123m) chow(456m) chow(789s) pung(222s) pung(888p)"

HITS: dict[str, tuple[str, dict[str, Any], int]] = {
    "menqian": (CONCEALED, {}, 1),
    "zimo": (OPEN, {"by": "self_draw"}, 1),
    "menqian_zimo": (CONCEALED, {"by": "self_draw"}, 3),
    "buqiu_bonus": (CONCEALED, {"by": "self_draw", "ready": "diting"}, 1),
    "quanqiu": (f"5p {FIVE_MELDS} +5p", {}, 2),
    "banqiu": (f"5p {FIVE_MELDS} +5p", {"by": "self_draw"}, 1),
    "feng": ("45p789s22p678m pung(111z) chow(234s) +6p", {"seat_wind": "E"}, 2),
    "sanyuan": ("123s456s99m24m pung(777z) chow(678p) +3m", {}, 1),
    "duting": ("123s456s99m24m pung(777z) chow(678p) +3m", {}, 1),
    "haidi": (OPEN, {"by": "self_draw", "last_tile": True}, 1),
    "gangkai": (OPEN, {"by": "self_draw", "flower_replacement": True}, 1),
    "qianggang": (OPEN, {"by": "robbed_kong"}, 1),
    "huapai": (f"{OPEN} | 37f", {}, 2),
    "huagang": (f"{OPEN} | 5678f", {}, 1),
    "pinghu": (OPEN, {}, 2),
    "pengpenghu": ("77m33s pung(222m) pung(555p) pung(999s) pung(888p) +3s", {}, 2),
    "hunyise": ("23s567s789s99s pung(666z) chow(345s) +1s", {}, 4),
    "qingyise": ("23s567s789s99s pung(666s) chow(345s) +1s", {}, 8),
    "xiaosanyuan": ("123m45p789s77z pung(555z) pung(666z) +6p", {}, 4),
    "dasanyuan": ("45p789s22s pung(555z) pung(666z) pung(777z) +6p", {}, 8),
    "sananke": ("111m555p33s77m chow(234p) chow(678s) +7m", {"by": "self_draw"}, 2),
    "sianke": ("111m555p999s222s77m33s +7m", {}, 5),
    "wuanke": ("111m555p999s222s77m33s +7m", {"by": "self_draw"}, 8),
    "xiaosixi": ("45p789s44z pung(111z) pung(222z) pung(333z) +6p", {}, 8),
    "dasixi": ("66m77m pung(111z) pung(222z) pung(333z) pung(444z) +6m", {}, 16),
    "ziyise": ("55z77z pung(111z) pung(222z) pung(333z) pung(666z) +7z", {}, 8),
    "tianting": (CONCEALED, {"ready": "tianting"}, 16),
    "diting": (CONCEALED, {"ready": "diting"}, 8),
    "diting_yifa": (CONCEALED, {"ready": "diting", "ready_first_round": True}, 12),
    "tianhu": (CONCEALED, {"by": "self_draw", "first_turn": True, "dealer": True}, 24),
    "dihu": (CONCEALED, {"by": "self_draw", "first_turn": True, "ready": "tianting"}, 24),
    "renhu": (CONCEALED, {"first_turn": True, "ready": "tianting"}, 24),
    "baxian": (
        "23s567s789s99s pung(666z) chow(345s) +1p | 12345678f",
        {"by": "self_draw", "flower_replacement": True},
        8,
    ),
    "manhua": (f"{OPEN} | 12345678f", {"by": "self_draw", "flower_replacement": True}, 8),
    "qiqiangyi": (f"{OPEN} | 12345678f", {"robbed_flower": "8f"}, 8),
    "peipai_huahu": (f"{OPEN} | 12345678f", {"by": "self_draw", "first_turn": True}, 12),
    "ligu": ("11m44m22s66s33p77p555z9p +9p", {}, 8),
    "buda": ("147m258p69s12345671z +2s", {}, 10),
}

MISSES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "menqian": [(OPEN, {}), (CONCEALED, {"by": "self_draw"})],
    "zimo": [(OPEN, {})],
    "menqian_zimo": [(OPEN, {"by": "self_draw"}), (CONCEALED, {})],
    "buqiu_bonus": [(CONCEALED, {"by": "self_draw"}), (OPEN, {"by": "self_draw"})],
    "quanqiu": [
        ("5p chow(123m) chow(456m) chow(789s) pung(222s) ckong(8888p) +5p", {}),
        (f"5p {FIVE_MELDS} +5p", {"by": "self_draw"}),
    ],
    "banqiu": [("5558p chow(123m) chow(456m) chow(789s) pung(222s) +8p", {"by": "self_draw"})],
    "feng": [("45p789s22p678m pung(444z) chow(234s) +6p", {}), ("45p789s11z678m chow(345s) chow(234s) +6p", {})],
    "sanyuan": [("123s456s77z24m chow(345p) chow(678p) +3m", {})],
    "duting": [
        ("123m456m789m678p2224s +3s", {}),
        ("123m678m345p789p4567s +7s", {}),
        ("1112p123m456m789m345s +3p", {}),
        ("23s456m789m99p ckong(1111s) chow(678p) +4s", {}),
    ],
    "haidi": [(OPEN, {"last_tile": True}), (OPEN, {"by": "self_draw", "last_tile": True, "flower_replacement": True})],
    "gangkai": [
        (OPEN, {"by": "self_draw"}),
        (CONCEALED, {"by": "self_draw", "first_turn": True, "dealer": True, "flower_replacement": True}),
    ],
    "qianggang": [(OPEN, {})],
    "huapai": [(f"{OPEN} | 1245f", {})],
    "huagang": [(f"{OPEN} | 123567f", {})],
    "pinghu": [
        (f"{OPEN} | 1f", {}),
        (OPEN, {"by": "self_draw"}),
        ("123m678m345p789s45s44z +3s", {}),
        ("123m678m345p789s4555s +3s", {}),
        ("123m678m789s12s22p chow(345p) +3s", {}),
        ("123m678m789s46s22p chow(345p) +5s", {}),
        ("123m678m789s45s22p pung(333p) +3s", {}),
    ],
    "pengpenghu": [("77m33s pung(222m) pung(555p) pung(999s) chow(678p) +3s", {})],
    "hunyise": [("23s567s789s99s pung(666z) chow(345p) +1s", {}), ("23s567s789s99s pung(666s) chow(345s) +1s", {})],
    "qingyise": [("23s567s789s55z pung(666s) chow(345s) +1s", {})],
    "xiaosanyuan": [
        ("123m45p789s44z pung(555z) pung(666z) +6p", {}),
        ("123m45p77z pung(555z) chow(789s) chow(123p) +6p", {}),
    ],
    "dasanyuan": [("45p789s77z pung(555z) pung(666z) chow(123m) +6p", {})],
    "sananke": [
        ("111m555p33s77m chow(234p) chow(678s) +7m", {}),
        ("111m555p77s22m pung(999p) pung(333s) +2m", {}),
    ],
    "sianke": [("111m555p999s22s77m pung(333s) +7m", {}), ("111m555p999s222s77m33s +7m", {"by": "self_draw"})],
    "wuanke": [("111m555p999s222s77m33s +7m", {})],
    "xiaosixi": [("45p789s66z pung(111z) pung(222z) pung(333z) +6p", {})],
    "dasixi": [("66m44z pung(111z) pung(222z) pung(333z) chow(123m) +6m", {})],
    "ziyise": [("55z77z pung(111z) pung(222z) pung(333z) pung(999m) +7z", {})],
    "tianting": [
        (OPEN, {"ready": "tianting"}),
        (CONCEALED, {"ready": "tianting", "dealer": True}),
        (CONCEALED, {"ready": "diting"}),
    ],
    "diting": [(OPEN, {"ready": "diting"}), (CONCEALED, {"ready": "diting", "ready_first_round": True})],
    "diting_yifa": [(CONCEALED, {"ready": "diting"}), (CONCEALED, {"ready": "tianting", "ready_first_round": True})],
    "tianhu": [
        (CONCEALED, {"by": "self_draw", "first_turn": True}),
        (CONCEALED, {"by": "self_draw", "dealer": True}),
        (CONCEALED, {"first_turn": True, "dealer": True}),
    ],
    "dihu": [
        (CONCEALED, {"by": "self_draw", "first_turn": True}),
        (CONCEALED, {"by": "self_draw", "ready": "tianting"}),
        (CONCEALED, {"first_turn": True, "ready": "tianting"}),
    ],
    "renhu": [
        (CONCEALED, {"first_turn": True}),
        (CONCEALED, {"ready": "tianting"}),
        (CONCEALED, {"first_turn": True, "by": "robbed_kong", "ready": "tianting"}),
    ],
    "baxian": [
        ("23s567s789s99s pung(666z) chow(345s) +1p | 1234567f", {"by": "self_draw", "flower_replacement": True}),
        ("23s567s789s99s pung(666z) chow(345s) +1p | 12345678f", {"by": "self_draw"}),
    ],
    "manhua": [(f"{OPEN} | 1234567f", {})],
    "qiqiangyi": [(f"{OPEN} | 12345678f", {}), (f"{OPEN} | 123456f", {"robbed_flower": "7f"})],
    "peipai_huahu": [
        (f"{OPEN} | 12345678f", {"by": "self_draw", "first_turn": True, "flower_replacement": True}),
        (f"{OPEN} | 12345678f", {"by": "self_draw"}),
    ],
    "ligu": [("11m44m22s66s33p77p9p pung(555z) +9p", {}), ("1144m2266s33p555z99p7p +9p", {})],
    "buda": [("147m258p469s1234567z +1z", {}), ("147m258p69s1234567z4m +3p", {})],
}


@pytest.mark.parametrize("pattern", HITS)
def test_hit(pattern: str) -> None:
    line, circumstances, worth = HITS[pattern]
    assert tai(line, **circumstances)[pattern] == worth


@pytest.mark.parametrize(
    ("pattern", "line", "circumstances"),
    [
        pytest.param(pattern, *case, id=f"{pattern}-{index}")
        for pattern in MISSES
        for index, case in enumerate(MISSES[pattern])
    ],
)
def test_near_miss(pattern: str, line: str, circumstances: dict[str, Any]) -> None:
    result = scored(line, **circumstances)
    assert pattern not in tai_by_pattern(result)
    assert result.complete == (pattern not in ("baxian", "ligu", "buda"))


def test_every_row_of_every_preset_has_a_hit_and_a_near_miss() -> None:
    rows = {row.id for preset in TAIWAN.presets for row in ruleset(f"taiwan-{preset}").patterns}
    special = {"xuangao"}
    assert rows == set(HITS) | special
    assert rows == set(MISSES) | special


def test_declared_ready_counts_in_the_club_rules_only() -> None:
    assert tai(OPEN, "blog2015", ready="declared") == {"pinghu": 2, "xuangao": 1}
    assert tai(OPEN, "aono", ready="declared") == {"pinghu": 2}
    assert tai(CONCEALED, "blog2015", ready="diting") == {"diting": 4}


def test_every_example_of_the_table_is_a_complete_hand_or_a_flower_win() -> None:
    for row in ruleset("taiwan-aono").patterns:
        flower_win = row.id in ("baxian", "peipai_huahu")
        result = scored(row.example, by="self_draw", flower_replacement=flower_win)
        assert result.win, row.id
        assert result.complete != flower_win, row.id


def test_tw_8_52_all_honours_never_comes_alone() -> None:
    """Six of seven honour kinds are used, so three dragons or four winds are among them (TW-4.24)."""
    beside = {"xiaosanyuan", "dasanyuan", "xiaosixi", "dasixi"}
    for kinds in combinations(HONOURS, 6):
        for pair in kinds:
            pungs = [kind for kind in kinds if kind != pair]
            tiles = format_tiles(tile for kind in pungs for tile in [kind] * 3)
            found = tai(f"{tiles}{format_tiles([pair])} +{format_tiles([pair])}")
            assert found["ziyise"] == 8
            assert len(beside & set(found)) == 1
            assert "pengpenghu" not in found


def test_local_way_of_counting_all_honours() -> None:
    line = "55z77z pung(111z) pung(222z) pung(333z) pung(666z) +7z"
    local: dict[str, object] = {"all_honors_mode": "local16"}
    assert tai(line, round_wind="N", seat_wind="N", parameters=local) == {
        "ziyise": 16,
        "xiaosanyuan": 4,
        "local16_deduction": -4,
    }
    alone = tai("1111z22z33z44z55z66z77z +7z", parameters=local)
    assert alone == {"ligu": 8, "ziyise": 16, "sanyuan": 1}


@pytest.mark.parametrize("flag", [True, False])
def test_all_pungs_beside_all_honours_is_an_option(flag: bool) -> None:
    line = "55z77z pung(111z) pung(222z) pung(333z) pung(666z) +7z"
    assert ("pengpenghu" in tai(line, parameters={"all_honors_adds_all_pungs": flag})) is flag


def test_wait_rules_of_all_chows() -> None:
    also_single = "123m678m345p789s4555s +3s"
    either = "123m678m345p789s3455s +5s"
    plain = "123m678m345p789s45s22p +3s"
    counted = {
        rule: ["pinghu" in tai(line, parameters={"pinghu_wait_rule": rule}) for line in (plain, either, also_single)]
        for rule in ("every_kind_two_sided", "only_two_sided", "winning_tile")
    }
    assert counted == {
        "every_kind_two_sided": [True, True, False],
        "only_two_sided": [True, False, False],
        "winning_tile": [True, True, True],
    }


def test_self_draw_beside_the_special_forms() -> None:
    assert tai("11m44m22s66s33p77p555z9p +9p", by="self_draw") == {"ligu": 8, "zimo": 1, "duting": 1, "sanyuan": 1}
    buda = "147m258p69s12345671z +2s"
    assert tai(buda, by="self_draw") == {"buda": 10, "zimo": 1}
    assert tai(buda, by="self_draw", parameters={"buda_adds_zimo": False}) == {"buda": 10}


def test_special_forms_are_no_wins_where_the_ruleset_lacks_them() -> None:
    for line in ("11m44m22s66s33p77p555z9p +9p", "147m258p69s12345671z +2s"):
        result = scored(line, "blog2015")
        assert (result.complete, result.win, [reason.code for reason in result.reasons]) == (
            False,
            False,
            ["incomplete"],
        )


def test_the_reading_worth_most_is_taken() -> None:
    """Three equal chows or three equal pungs; the pungs are concealed when the last tile is drawn."""
    line = "111222333m456p789s55z"
    best = scored(f"{line[1:]} +1m", by="self_draw")
    assert str(best.reading) == "11m+1m 222m 333m 456p 789s 55z"
    assert best.alternatives == 2
    assert [item.total for item in best.explain().alternatives] == [5, 3]


def test_winds_count_by_the_break_seat_unless_the_ruleset_counts_from_the_dealer() -> None:
    line = "45p789s22p678m pung(333z) chow(234s) +6p"
    assert tai(line, seat_wind="E", break_seat_wind="W") == {"feng": 1}
    dealer_based: dict[str, object] = {"seat_wind_basis": "dealer"}
    assert tai(line, seat_wind="E", break_seat_wind="W", parameters=dealer_based) == {}


@pytest.mark.parametrize(("preset", "expected"), [("aono", {"dihu": 24}), ("sml-2026", {"dihu": 16, "zimo": 1})])
def test_earthly_win_by_the_first_draw(preset: str, expected: dict[str, int]) -> None:
    assert tai(CONCEALED, preset, by="self_draw", first_turn=True, ready="tianting") == expected


def test_earthly_win_of_the_club_rules_is_on_the_dealers_first_discard() -> None:
    assert tai(CONCEALED, "blog2015", first_turn=True, dealer_pays=True) == {"dihu": 16, "menqian": 1}
    assert tai(CONCEALED, "blog2015", first_turn=True) == {"menqian": 1}
    assert tai(CONCEALED, "blog2015", by="self_draw", first_turn=True) == {"menqian_zimo": 3}


def test_human_win_without_declaration_where_the_ruleset_asks_for_none() -> None:
    assert tai(CONCEALED, "sml-2026", first_turn=True) == {"renhu": 16}
    assert tai(CONCEALED, "sml-2026", first_turn=True, by="robbed_kong") == {"menqian": 1, "qianggang": 1}


def test_heavenly_win_counts_the_kong_but_neither_wait_nor_concealment() -> None:
    line = "123m678m789s46s44z ckong(5555p) +5s"
    first: dict[str, Any] = {"by": "self_draw", "first_turn": True, "dealer": True, "replacement": True}
    assert tai(line, **first) == {"tianhu": 24, "gangkai": 1}
    with_wait = tai(line, parameters={"tianhu_wait_patterns": True}, **first)
    assert with_wait == {"tianhu": 24, "gangkai": 1, "duting": 1}
    assert tai(line, "sml-2026", **first) == {"tianhu": 24, "zimo": 1}


def test_last_tile_options() -> None:
    assert tai(OPEN, last_tile=True, parameters={"haidi_on_last_discard": True})["haidi"] == 1
    drawn: dict[str, Any] = {"by": "self_draw", "last_tile": True, "flower_replacement": True}
    assert tai(OPEN, "sml-2026", **drawn) == {"zimo": 1, "gangkai": 1, "haidi": 1}


def test_five_concealed_pungs_swallow_what_the_ruleset_says() -> None:
    line = "111m555p999s222s77m33s +7m"
    assert tai(line, by="self_draw") == {"zimo": 1, "buqiu_bonus": 1, "wuanke": 8}
    assert tai(line, "sml-2026", by="self_draw") == {"menqian_zimo": 3, "pengpenghu": 4, "wuanke": 8}


def test_cap_holds_for_the_hand_and_not_for_the_dealer_item() -> None:
    capped = scored("23s567s789s99s pung(666s) chow(345s) +1s", dealer=True, parameters={"tai_cap": 5})
    assert capped.value == {"tai": 5}
    assert capped.payments == {"discarder": 50 + 20 * 6}


def test_refusals_that_the_circumstances_tell() -> None:
    def codes(line: str, **circumstances: Any) -> list[tuple[str, str]]:
        result = scored(line, **circumstances)
        assert result.complete
        assert result.win == (not result.reasons)
        return [(reason.code, reason.clause) for reason in result.reasons]

    kong = "123m678m789s45s22p kong(5555p) +3s"
    assert codes(kong, by="self_draw", replacement=True) == [("exposed_kong", "TW-3.25")]
    assert codes(kong, by="self_draw", replacement=True, parameters={"open_kong_win_ban": False}) == []
    assert codes(kong, by="self_draw", flower_replacement=True) == []
    assert codes(kong.replace("kong(", "akong("), by="self_draw", replacement=True) == []
    assert codes(OPEN, last_tile=True) == []
    assert codes(OPEN, last_tile=True, parameters={"last_discard_win": False}) == [("last_discard", "TW-2.13")]
    assert codes(f"{OPEN} | 12345678f", robbed_flower="8f", parameters={"qiqiangyi_enabled": False}) == [
        ("flower_not_to_rob", "TW-3.10")
    ]
    assert codes(f"{OPEN} | 123456f", robbed_flower="7f") == [("flower_not_to_rob", "TW-3.10")]


def test_explanation_names_what_was_swallowed_and_by_what() -> None:
    result = scored("45p789s44z pung(111z) pung(222z) pung(333z) +6p", "sml-2026")
    lost = [(item.pattern, item.because, item.clause) for item in result.explain().not_counted]
    assert lost == [("feng", "xiaosixi", "TW-4.22")]
    steps = scored(CONCEALED, by="self_draw", dealer=True, dealer_repeats=1).explain().steps
    assert steps == (
        ("menqian_zimo 3 = 3 tai", "TW-4.3"),
        ("each: 50 + 20 x (3 + 3 dealer) = 170", "TW-5.1"),
    )


def test_awards_name_their_sets() -> None:
    result = scored("111m555p33s77m chow(234p) pung(111z) +7m", by="self_draw")
    assert result.reading is not None
    sets = {award.pattern: award.sets for award in result.awards}
    assert [str(result.reading.sets[index].first) for index in sets["feng"][0]] == [str(EAST)]
    assert [result.reading.sets[index].tiles[0] for index in sets["sananke"][0]] == [0, 6, 13]
