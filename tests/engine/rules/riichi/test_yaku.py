"""Each yaku has a hand that earns it and one that just misses it."""

from typing import Any

import pytest

from engine.family import ruleset
from engine.records.hand_cases import read_score_case
from engine.rules.riichi.patterns import YAKU
from engine.rules.riichi.yakuman import DOUBLE_YAKUMAN, YAKUMAN
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand

PLAIN = "234567m345p23s88s +4s"
OPEN = "567m345p23s88s chow(234m) +4s"


def scored(line: str, rules: str = "riichi-ema-2016", **case: Any) -> ScoredHand:
    """Score of a hand line; by default South in the East round, won on a discard."""
    hand = Hand.parse(line)
    common = {"by": "discard", "seat_wind": "S", "ruleset": rules}
    tiles = {"hand": line.split()[0], "melds": " ".join(map(str, hand.melds)), "win": line.rpartition("+")[2]}
    return score(*read_score_case({**common, **tiles, **case}))


def awards(line: str, rules: str = "riichi-ema-2016", **case: Any) -> dict[str, tuple[int, int]]:
    return {award.pattern: (award.value, award.times) for award in scored(line, rules, **case).awards}


SELF: dict[str, Any] = {"by": "self_draw"}
FIRST: dict[str, Any] = {"context": {"first_turn": True}}

# (yaku, its value, hand, case, hand that misses it, case)
CASES: list[tuple[str, int, str, dict[str, Any], str, dict[str, Any]]] = [
    ("riichi", 1, PLAIN, {"context": {"riichi": True}}, PLAIN, {"context": {"double_riichi": True}}),
    ("ippatsu", 1, PLAIN, {"context": {"riichi": True, "ippatsu": True}}, PLAIN, {"context": {"ippatsu": True}}),
    ("double_riichi", 2, PLAIN, {"context": {"double_riichi": True}}, OPEN, {"context": {"double_riichi": True}}),
    ("fully_concealed_hand", 1, "234m567m345p8s ckong(2222s) +8s", SELF, OPEN, SELF),
    ("pinfu", 1, PLAIN, {}, "234567m345p24s88s +3s", {}),
    ("pinfu", 1, "234567m345p23s33z +4s", {}, "234567m345p23s22z +4s", {}),
    ("pinfu", 1, "123456m345p78s88s +9s", {}, "123456m345p89s88s +7s", {}),
    ("pinfu", 1, PLAIN, SELF, "234567m345p23s77z +4s", SELF),
    ("pure_double_chow", 1, "223344m567p678s5p +5p", {}, "34m567p88p678s chow(234m) +2m", {}),
    ("all_simples", 1, OPEN, {}, "567m345p23s99s chow(234m) +4s", {}),
    ("mixed_triple_chow", 2, "234m234p23s456s99p +4s", {}, "234m234p34s456s99p +5s", {}),
    ("mixed_triple_chow", 1, "234p23s456s99p chow(234m) +4s", {}, "234p345s456s9p chow(234m) +9p", {}),
    ("pure_straight", 2, "123456789m23p77s +4p", {}, "123456m78s789p99m +9s", {}),
    ("pure_straight", 1, "456m789m23p88s chow(123m) +1p", {}, "456m678m23p88s chow(123m) +1p", {}),
    ("dragon_pung", 1, "234m34s88p pung(777z) chow(567p) +5s", {}, "234m34s77z pung(222p) chow(567p) +5s", {}),
    ("seat_wind", 1, "234m34s88p pung(222z) chow(567p) +5s", {}, "234m34s88p pung(333z) chow(567p) +5s", {}),
    ("prevalent_wind", 1, "234m34s88p ckong(1111z) chow(567p) +5s", {}, "234m34s11z ckong(8888p) chow(567p) +5s", {}),
    ("outside_hand", 2, "12m789p11z123p666z +3m", {}, "12m789p11z234p666z +3m", {}),
    ("outside_hand", 1, "12m789p11z chow(123p) pung(666z) +3m", {}, "12m789p11s chow(123p) pung(999s) +3m", {}),
    (
        "after_a_kong", 1, "234m567m345p8s ckong(2222s) +8s", {**SELF, "context": {"replacement": True}},
        "234m567m345p8s ckong(2222s) +8s", {"context": {"replacement": True}},
    ),
    ("robbing_the_kong", 1, OPEN, {"by": "robbed_kong"}, OPEN, {}),
    (
        "under_the_sea_draw", 1, OPEN, {**SELF, "context": {"last_tile": True}},
        "567m345p8s chow(234m) ckong(2222s) +8s", {**SELF, "context": {"last_tile": True, "replacement": True}},
    ),
    (
        "under_the_sea_claim", 1, OPEN, {"context": {"last_tile": True}},
        OPEN, {**SELF, "context": {"last_tile": True}},
    ),
    ("seven_pairs", 2, "1199m2288p33s44z6z +6z", {}, "223344m223344p5s +5s", {}),
    ("triple_pung", 2, "222m22p345s88p pung(222s) +2p", {}, "222m22p345s88p pung(333s) +2p", {}),
    ("three_concealed_pungs", 2, "22234m444p666s88s +2m", {}, "22m444p66688s345p +2m", {}),
    (
        "three_concealed_pungs", 2, "22m444p88s ckong(6666s) chow(345p) +2m", SELF,
        "22m444p88s kong(6666s) chow(345p) +2m", SELF,
    ),
    (
        "three_kongs", 2, "67m55s kong(2222m) ckong(3333s) akong(8888s) +8m", {},
        "67m55s kong(2222m) ckong(3333s) pung(888s) +8m", {},
    ),
    ("all_pungs", 2, "222m333p444s99s77p +7p", {}, "222m333p444s99s78p +9p", {}),
    ("half_flush", 3, "12345699m11777z +1z", {}, "123456m99p11777z +1z", {}),
    ("half_flush", 2, "123m99m11z456m pung(777z) +1z", {}, "123m99m11s456m pung(777m) +1s", {}),
    ("little_three_dragons", 2, "666z77z78m345p pung(555z) +9m", {}, "666z11z78m345p pung(555z) +9m", {}),
    (
        "all_terminals_and_honors", 2, "111m99p22z pung(999s) pung(555z) +9p", {},
        "111m99p22z pung(999s) pung(888s) +9p", {},
    ),
    ("all_terminals_and_honors", 2, "1199m1199p1122z9s +9s", {}, "1199m1199p1122z8s +8s", {}),
    ("terminals_in_all_sets", 3, "12399m111789p78s +9s", {}, "123m11z111789p78s +9s", {}),
    (
        "terminals_in_all_sets", 2, "12m11p chow(789p) pung(999s) chow(123s) +3m", {},
        "12m11p chow(789p) pung(999s) chow(234s) +3m", {},
    ),
    ("twice_pure_double_chows", 3, "223344m223344p5s +5s", {}, "223344m22334p55s +5p", {}),
    ("full_flush", 6, "1122334567899s +6s", {}, "112233456789s1z +1z", {}),
    (
        "full_flush", 5, "3422m chow(123m) pung(777m) chow(678m) +5m", {},
        "34m22p chow(123m) pung(777m) chow(678m) +5m", {},
    ),
    ("blessing_of_man", 5, PLAIN, FIRST, PLAIN, {**FIRST, "seat_wind": "E"}),
    ("thirteen_orphans", 1, "19m19p19s1234567z +1z", {}, "19m19p19s1234566z +6z", {}),
    ("nine_gates", 1, "1112345678999p +5p", {}, "1123455567899p +9p", {}),
    ("blessing_of_heaven", 1, PLAIN, {**SELF, **FIRST, "seat_wind": "E"}, PLAIN, {**FIRST, "seat_wind": "E"}),
    ("blessing_of_earth", 1, PLAIN, {**SELF, **FIRST}, "234m567m345p8s ckong(2222s) +8s", {**SELF, **FIRST}),
    ("four_concealed_pungs", 1, "222m333p444s99s77p +7p", SELF, "222m333p444s99s77p +7p", {}),
    ("four_concealed_pungs", 1, "222m333p444s777p9s +9s", {}, "222m333p444s9s pung(777p) +9s", {}),
    (
        "four_kongs", 1, "5p kong(2222m) kong(3333s) ckong(8888s) kong(1111z) +5p", {},
        "5p kong(2222m) kong(3333s) ckong(8888s) pung(111z) +5p", {},
    ),
    ("all_green", 1, "234s66s88s666z pung(444s) +6s", {}, "234s66s88s777z pung(444s) +6s", {}),
    ("all_green", 1, "2233446688s chow(234s) +6s", {}, "234s66s55s666z pung(444s) +6s", {}),
    ("all_terminals", 1, "11m99p999s pung(111p) pung(111s) +9p", {}, "11m99p111z pung(111p) pung(111s) +9p", {}),
    ("all_honors", 1, "11z22z555z pung(333z) pung(777z) +2z", {}, "11z22z555z pung(333z) pung(999m) +2z", {}),
    ("all_honors", 1, "112233445566z7z +7z", {}, "112233445566z9m +9m", {}),
    ("big_three_dragons", 1, "55566677z99m pung(999p) +7z", {}, "5556677z234m pung(999p) +7z", {}),
    ("little_four_winds", 1, "111z33z44z234m pung(222z) +3z", {}, "111z33z55z234m pung(222z) +3z", {}),
    ("big_four_winds", 1, "111z333z44z55m pung(222z) +4z", {}, "111z333z44z44m pung(222z) +4m", {}),
]  # fmt: skip


@pytest.mark.parametrize(("yaku", "value", "hit", "hit_case", "miss", "miss_case"), CASES)
def test_hit_and_near_miss(
    yaku: str, value: int, hit: str, hit_case: dict[str, Any], miss: str, miss_case: dict[str, Any]
) -> None:
    assert awards(hit, **hit_case)[yaku] == (value, 1)
    missed = scored(miss, **miss_case)
    assert yaku not in {award.pattern for award in missed.awards}


def test_every_yaku_is_tried() -> None:
    assert {case[0] for case in CASES} == {row.id for row in (*YAKU, *YAKUMAN)}


@pytest.mark.parametrize("row", [*YAKU, *YAKUMAN, *DOUBLE_YAKUMAN], ids=lambda row: row.id)
def test_example_of_the_table_shows_the_yaku(row: Any) -> None:
    """Only for yaku that depend on the tiles; the example of a yaku of circumstances is a plain hand."""
    circumstances = {case[0]: case[3] for case in CASES}
    edition = "riichi-ema-2008" if row in DOUBLE_YAKUMAN else "riichi-ema-2016"
    assert row.id in awards(row.example, edition, **circumstances.get(row.id, {}))


def test_dragon_pungs_count_each_with_its_set() -> None:
    (dragons,) = [award for award in scored("666z77z78m345p pung(555z) +9m").awards if award.pattern == "dragon_pung"]
    assert (dragons.value, dragons.times, dragons.sets) == (1, 2, ((2,), (3,)))


def test_awards_name_the_sets_that_earned_them() -> None:
    result = scored("234m234p23s456s99p +4s")
    (award,) = [award for award in result.awards if award.pattern == "mixed_triple_chow"]
    assert result.reading is not None
    assert [result.reading.sets[index].first % 9 for index in award.sets[0]] == [1, 1, 1]


@pytest.mark.parametrize(
    ("yaku", "single", "line"),
    [
        ("four_concealed_pungs_pair_wait", "four_concealed_pungs", "222m333p444s777p9s +9s"),
        ("thirteen_orphans_13", "thirteen_orphans", "19m19p19s1234567z +1z"),
        ("nine_gates_9", "nine_gates", "1112345678999p +5p"),
    ],
)
def test_special_waits_of_yakuman_count_double_only_where_the_edition_says(yaku: str, single: str, line: str) -> None:
    assert awards(line, "riichi-ema-2008") == {yaku: (2, 1)}
    assert awards(line, "riichi-ema-2012") == {single: (1, 1)}


@pytest.mark.parametrize(
    ("single", "line"),
    [
        ("four_concealed_pungs", "222m333p444s99s77p +7p"),
        ("thirteen_orphans", "119m19p19s134567z +2z"),
        ("nine_gates", "1112345667999p +8p"),
    ],
)
def test_ordinary_waits_of_yakuman_never_count_double(single: str, line: str) -> None:
    assert awards(line, "riichi-ema-2008", by="self_draw") == {single: (1, 1)}


def test_blessing_of_heaven_does_not_upgrade_the_special_wait() -> None:
    won = awards("19m19p19s1234567z +1z", "riichi-ema-2008", by="self_draw", seat_wind="E", **FIRST)
    assert won == {"thirteen_orphans": (1, 1), "blessing_of_heaven": (1, 1)}


def test_yakuman_add_up_only_where_the_edition_says() -> None:
    line = "111z333z44z66z pung(222z) +4z"
    assert scored(line).value["yakuman"] == 1
    assert scored(line, "riichi-tenhou").value["yakuman"] == 2


def test_yakuman_leave_no_room_for_other_yaku_and_dora() -> None:
    context = {"riichi": True, "dora_indicators": "3s"}
    assert set(awards("222m333p444s777p9s +9s", context=context)) == {"four_concealed_pungs"}


def test_open_all_simples_is_an_option() -> None:
    assert set(awards(OPEN)) == {"all_simples"}
    refused = scored(OPEN, "riichi-ema-2012")
    assert (refused.complete, refused.win, refused.awards) == (True, False, ())


class TestBlessingOfMan:
    """RI-4/blessing_of_man: each edition reads it in its own way."""

    def test_stands_alone_as_a_mangan(self) -> None:
        result = scored(PLAIN, **FIRST)
        assert [award.to_list() for award in result.awards] == [["blessing_of_man", 5, 1]]
        assert (result.value["limit"], result.payments) == ("mangan", {"discarder": 8000})

    def test_gives_way_to_a_hand_worth_more(self) -> None:
        result = scored("1122334567899s +6s", **FIRST)
        assert "blessing_of_man" not in {award.pattern for award in result.awards}
        assert result.value["limit"] == "baiman"

    def test_is_a_yaku_of_its_own(self) -> None:
        assert scored("234567m345p79s99p +8s").win is False
        assert scored("234567m345p79s99p +8s", **FIRST).win is True

    def test_adds_five_han(self) -> None:
        result = scored(PLAIN, parameters={"renho": "mangan_add"}, **FIRST)
        assert result.value["han"] == 7

    def test_is_a_yakuman_in_2012_and_nothing_at_tenhou(self) -> None:
        assert scored(PLAIN, "riichi-ema-2012", **FIRST).value["yakuman"] == 1
        assert set(awards(PLAIN, "riichi-tenhou", **FIRST)) == {"pinfu", "all_simples"}


class TestDora:
    """RI-4.43."""

    @pytest.mark.parametrize(("indicator", "count"), [("1m", 1), ("9m", 0), ("7s", 2), ("0p", 0), ("3p", 1), ("3s", 1)])
    def test_next_kind_counts(self, indicator: str, count: int) -> None:
        assert awards(PLAIN, context={"dora_indicators": indicator}).get("dora", (1, 0)) == (1, count)

    @pytest.mark.parametrize(
        ("indicator", "dora"), [("4z", "1z"), ("2z", "3z"), ("7z", "5z"), ("5z", "6z"), ("9p", "1p")]
    )
    def test_round_the_corner(self, indicator: str, dora: str) -> None:
        line = f"234m567m345s88s{dora[0] * 2}{dora[1]} +{dora}"
        assert awards(line, context={"riichi": True, "dora_indicators": indicator})["dora"] == (1, 3)

    def test_every_indicator_counts_for_itself(self) -> None:
        assert awards(PLAIN, context={"dora_indicators": "7s7s"})["dora"] == (1, 4)

    def test_kong_is_four_dora(self) -> None:
        assert awards("234m567m345p8s ckong(2222s) +8s", context={"dora_indicators": "1s"})["dora"] == (1, 4)

    def test_ura_dora_count_after_riichi_only(self) -> None:
        assert "ura_dora" not in awards(PLAIN, context={"ura_indicators": "7s"})
        assert awards(PLAIN, context={"riichi": True, "ura_indicators": "7s"})["ura_dora"] == (1, 2)

    def test_are_no_yaku(self) -> None:
        refused = scored("234567m345p79s99p +8s", context={"dora_indicators": "8p"})
        assert [reason.code for reason in refused.reasons] == ["no_yaku"]
        assert refused.value["han"] == 2

    def test_red_fives_count_one_han_each(self) -> None:
        assert awards("234067m340p23s88s +4s", "riichi-tenhou")["red_five"] == (1, 2)


class TestRefusals:
    """Scored hands that are not a legal win."""

    def test_incomplete_hand(self) -> None:
        result = scored("234567m345p23s88s +9s")
        assert (result.complete, result.win, result.awards, result.payments) == (False, False, (), {})
        assert [reason.code for reason in result.reasons] == ["incomplete"]

    def test_four_alike_are_no_two_pairs(self) -> None:
        assert scored("11112288p33s44z6z +6z").complete is False

    def test_riichi_on_an_open_hand(self) -> None:
        result = scored(OPEN, context={"riichi": True})
        assert [reason.code for reason in result.reasons] == ["riichi_open"]
        assert {award.pattern for award in result.awards} == {"all_simples"}

    def test_two_han_from_five_counters(self) -> None:
        assert scored(OPEN, "riichi-ema-2012", parameters={"open_all_simples": True}, context={"honba": 4}).win is True
        refused = scored(OPEN, "riichi-ema-2012", parameters={"open_all_simples": True}, context={"honba": 5})
        assert [reason.code for reason in refused.reasons] == ["too_few_han"]

    def test_a_legal_reading_goes_before_a_dearer_one_without_yaku(self) -> None:
        """Won on 9m: 789m + 111 by chow has a yaku (outside hand), whatever the pair reading pays."""
        result = scored("99978m11z chow(123p) chow(789s) +9m", context={"dora_indicators": "8m"})
        assert result.win is True
        assert "outside_hand" in {award.pattern for award in result.awards}


def test_ippatsu_ends_with_the_own_kong_but_not_with_a_kong_robbed() -> None:
    context = {"riichi": True, "ippatsu": True}
    kong = "234m567m345p8s ckong(2222s) +8s"
    assert "ippatsu" not in awards(kong, by="self_draw", context={**context, "replacement": True})
    assert "ippatsu" in awards(PLAIN, by="robbed_kong", context=context)
    without: dict[str, Any] = {"parameters": {"ippatsu_with_robbed_kong": False}}
    assert "ippatsu" not in awards(PLAIN, by="robbed_kong", context=context, **without)


def test_last_tile_after_a_kong_adds_where_the_edition_says() -> None:
    line = "567m345p8s chow(234m) ckong(2222s) +8s"
    case: dict[str, Any] = {"by": "self_draw", "context": {"replacement": True, "last_tile": True}}
    assert set(awards(line, **case)) == {"all_simples", "after_a_kong"}
    assert set(awards(line, "riichi-ema-2012", **case)) == {"after_a_kong", "under_the_sea_draw"}


def test_dealer_may_be_told_apart_from_the_seat_wind() -> None:
    assert scored(PLAIN, context={"dealer": True}).payments == {"discarder": 2900}


def test_editions_differ_only_in_their_parameters() -> None:
    names = ["ema-2008", "ema-2012", "ema-2016", "rcr-2024", "tenhou", "wrc"]
    assert [ruleset(f"riichi-{name}").name for name in names] == [f"riichi-{name}" for name in names]
