"""Every worked hand and payment of the Taiwanese specification; the rest is for the table and the referee's desk."""

from __future__ import annotations

import tomllib
from itertools import combinations
from typing import Any

import pytest

from engine.errors import HandError
from engine.family import families, ruleset
from engine.play.transfers import net
from engine.records.hand_cases import read_score_case
from engine.rules.taiwan.settlement import dealer_item, false_win_transfers, payment, win_transfers
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, Win, WinBy, hand_problems
from engine.tiles.seats import Seat
from engine.tiles.tile import HONOURS, format_tile, parse_tile, parse_tiles
from tests.support.taiwan_hands import scored, tai_by_pattern

EXAMPLES = families()["taiwan"].folder / "examples"
FILES = ("hands", "payments", "disputes", "sml-2026")
SEAT = {"E": 0, "S": 1, "W": 2, "N": 3}


def examples(kind: str) -> list[Any]:
    rows = []
    for file in FILES:
        with (EXAMPLES / f"{file}.toml").open("rb") as handle:
            rows += [row for row in tomllib.load(handle)["example"] if row["kind"] == kind]
    return rows


def example(name: str) -> dict[str, Any]:
    (row,) = [
        row for kind in ("payment", "hand", "dispute", "procedure") for row in examples(kind) if row["id"] == name
    ]
    return dict(row)


@pytest.mark.parametrize("row", [row for row in examples("hand") if row["win"]], ids=lambda row: row["id"])
def test_worked_hand(row: dict[str, Any]) -> None:
    result = score(*read_score_case(row))
    assert result.complete == row["complete"]
    assert result.win == bool(row["payments"])
    assert sorted(award.to_list() for award in result.awards) == sorted(row["awards"])
    assert result.value == ({"tai": row["tai"]} if row["payments"] else {})
    assert dict(result.payments) == row["payments"]
    if "waits" in row:
        assert result.to_dict()["waits"] == sorted(row["waits"], key=parse_tile)


def test_tw_8_83_sixteen_tiles_in_eight_pairs_are_no_win_but_wait_for_any_of_them() -> None:
    row = next(row for row in examples("hand") if not row["win"])
    assert row["id"] == "TW-8.83"
    rules = ruleset(row["ruleset"])
    hand = Hand(parse_tiles(row["hand"]))
    with pytest.raises(HandError, match="16 tiles and a winning tile make a win"):
        score(hand, Win(WinBy.DISCARD), rules)
    assert hand_problems(hand, rules.tile_set, 5) == []
    assert rules.waits(hand).tiles == parse_tiles("14m379p26s5z")


def dealer_case(
    preset: str, hand_tai: int, n: int, winner: str, payer: str | None, **parameters: object
) -> dict[Seat, int]:
    """Payments by seat for a hand of ``tai``; the dealer is seat 0."""
    rules = ruleset(f"taiwan-{preset}", parameters).parameters
    payers = [seat for seat in range(4) if seat != SEAT[winner]] if payer is None else [SEAT[payer]]
    items = {seat: dealer_item(rules, n, dealer_wins=winner == "E", dealer_pays=seat == 0) for seat in payers}
    return {seat: payment(rules, hand_tai + item) for seat, item in items.items()}


def five_cases(preset: str, hand_tai: int, n: int) -> dict[str, dict[str, int]]:
    dealer_draw = dealer_case(preset, hand_tai, n, "E", None)
    other_draw = dealer_case(preset, hand_tai, n, "S", None)
    return {
        "dealer_self_draw": {"each_of_three_pays": dealer_draw[1], "total": sum(dealer_draw.values())},
        "dealer_by_discard": {"discarder_pays": dealer_case(preset, hand_tai, n, "E", "W")[2]},
        "other_self_draw": {
            "each_non_dealer_pays": other_draw[2],
            "dealer_pays": other_draw[0],
            "total": sum(other_draw.values()),
        },
        "other_by_dealer_discard": {"dealer_pays": dealer_case(preset, hand_tai, n, "S", "E")[0]},
        "other_by_non_dealer_discard": {"discarder_pays": dealer_case(preset, hand_tai, n, "S", "W")[2]},
    }


def test_tw_8_15_repeated_dealer() -> None:
    row = example("TW-8.15")
    assert five_cases(row["preset"], row["hand_tai"], row["n"]) == row["cases"]
    rules = ruleset("taiwan-aono").parameters
    series = {str(n): dealer_item(rules, n, dealer_wins=True, dealer_pays=False) for n in (1, 2, 3)}
    assert series == row["n_series"]


@pytest.mark.parametrize("preset", ["aono", "blog2015"])
def test_tw_8_16_new_dealer(preset: str) -> None:
    row = example("TW-8.16")
    assert five_cases(preset, row["hand_tai"], row["n"]) == row[preset]


def test_tw_8_17_dealer_tai_of_the_club_rules() -> None:
    rules = ruleset("taiwan-blog2015").parameters
    items = {str(n): dealer_item(rules, n, dealer_wins=False, dealer_pays=True) for n in (0, 1, 2)}
    assert items == example("TW-8.17")["dealer_item_by_n"]


def by_seat_wind(result: ScoredHand, winner: str, dealer: str, payer: str | None = None) -> dict[str, int]:
    transfers = win_transfers(result, SEAT[winner], SEAT[dealer], None if payer is None else SEAT[payer])
    assert sum(net(transfers)) == 0
    return {"ESWN"[transfer.source or 0]: transfer.amount for transfer in transfers}


def printed(lines: list[str]) -> dict[str, int]:
    """Payments as text, ``["S (dealer) pays 310", ...]``, by seat wind."""
    return {line[0]: int(line.split("pays ")[1]) for line in lines}


def test_tw_8_20_eight_flowers_against_a_repeated_dealer() -> None:
    row = example("TW-8.20")
    result = scored(
        "23s567s789s99s pung(666z) chow(345s) +1p | 12345678f",
        by="self_draw",
        seat_wind=row["seat_wind"],
        dealer_repeats=row["n"],
        flower_replacement=True,
    )
    assert by_seat_wind(result, row["seat_wind"], row["dealer"]) == printed(row["payments"])
    assert sum(printed(row["payments"]).values()) == row["winner_total"]


def test_tw_8_22_the_eighth_flower_robbed() -> None:
    row = example("TW-8.22")
    result = scored("19m19p19s1234567z147m +9p | 12345678f", robbed_flower="8f", flower_replacement=True, seat_wind="S")
    assert (result.complete, result.win, tai_by_pattern(result)) == (False, True, {"qiqiangyi": 8})
    assert by_seat_wind(result, "S", row["dealer"], "N") == printed(row["payments"])


@pytest.mark.parametrize("preset", ["aono", "blog2015"])
def test_tw_8_26_eight_flowers_from_the_deal(preset: str) -> None:
    row = example("TW-8.26")
    result = scored("19m19p19s1234567z147m +1p | 12345678f", preset, by="self_draw", first_turn=True, seat_wind="S")
    names = {"配牌花胡": "peipai_huahu", "八仙過海": "baxian"}
    assert tai_by_pattern(result) == {names[key]: value for key, value in row[preset].items() if key in names}
    assert by_seat_wind(result, "S", row["dealer"]) == printed(row[preset]["payments"])


def test_tw_8_47_base_and_rate() -> None:
    for stakes, amount in example("TW-8.47")["pay_for_3_tai"].items():
        di, rate = map(int, stakes.split("/"))
        assert payment(ruleset("taiwan-aono", {"di": di, "rate": rate}).parameters, 3) == amount


def test_tw_8_48_three_equal_dice_double_where_the_ruleset_says_so() -> None:
    row = example("TW-8.48")
    line = "123m678m345p789s45s22p +3s"
    doubling = scored(line, parameters=row["params"], triple_dice=len({*row["dice"]}) == 1)
    assert doubling.value == {"tai": row["hand_tai"]}
    assert doubling.payments == {"discarder": 220}
    assert str(doubling.explain().steps[-1][0]) == "three equal dice: every payment counts twice"
    (transfer,) = win_transfers(doubling, 2, 0, 1)
    assert [f"discarder pays {transfer.amount}"] == row["payments"]
    assert [item.amount for item in win_transfers(scored(line, triple_dice=True), 2, 0, 1)] == [110]


def test_tw_8_90_additive_dealer_items() -> None:
    row = example("TW-8.90")
    paid = dealer_case("aono", row["hand_tai"], row["n"], "E", "W", **row["params"])
    assert paid == {2: row["dealer_by_discard"]["discarder_pays"]}
    paid = dealer_case("aono", row["hand_tai"], row["n"], "S", "E", **row["params"])
    assert paid == {0: row["other_by_dealer_discard"]["dealer_pays"]}


def test_tw_e_09_heavenly_win_of_the_table_of_2026() -> None:
    row = example("TW-E.09")
    result = scored(
        "123m678m345p789s45s44z +3s", "sml-2026", by="self_draw", seat_wind="E", dealer=True, first_turn=True
    )
    assert (tai_by_pattern(result), result.value) == (row["patterns"], {"tai": row["tai"]})
    assert [f"{name} {amount}" for name, amount in result.payments.items()] == row["payments"]


def test_tw_e_10_heavenly_ready_of_the_table_of_2026() -> None:
    row = example("TW-E.10")
    result = scored("123m678m345p789s45s44z +3s", "sml-2026", seat_wind="S", ready="tianting")
    assert (tai_by_pattern(result), result.value) == (row["patterns"], {"tai": row["tai"]})
    assert [f"{seat} {n}" for seat, n in by_seat_wind(result, "S", "E", "W").items()] == row["payments"]


def test_tw_e_11_false_win_of_the_table_of_2026() -> None:
    transfers = false_win_transfers(ruleset("taiwan-sml-2026").parameters, SEAT["S"], SEAT["E"], repeats=1)
    lines = [f"S to {'ESWN'[item.target or 0]} {item.amount}" for item in transfers]
    assert sorted(lines) == sorted(example("TW-E.11")["payments"])


def test_tw_8_51_only_ten_trios_of_a_suit_are_unrelated() -> None:
    row = example("TW-8.51")
    fitting = []
    for trio in (f"{a}{b}{c}" for a in range(1, 10) for b in range(a, 10) for c in range(b, 10)):
        if len({*trio}) == 3 and scored(f"{trio}m258p369s123456z7z +7z").complete:
            fitting.append(int(trio))
    assert fitting == row["valid_triples_per_suit"]


def test_tw_8_52_all_honours_never_comes_alone() -> None:
    """Six of seven honour kinds are used, so three dragons or four winds are among them (TW-4.24)."""
    beside = {"xiaosanyuan", "dasanyuan", "xiaosixi", "dasixi"}
    for kinds in combinations(HONOURS, 6):
        for pair in map(format_tile, kinds):
            tiles = "".join(format_tile(kind) * 3 for kind in kinds if format_tile(kind) != pair)
            found = tai_by_pattern(scored(f"{tiles}{pair} +{pair}"))
            assert (found["ziyise"], len(beside & set(found)), "pengpenghu" in found) == (8, 1, False)


def test_every_payment_example_has_its_test() -> None:
    tests = " ".join(globals())
    names = [row["id"].lower().replace("-", "_").replace(".", "_") for row in examples("payment")]
    assert [name for name in names if f"test_{name}_" not in tests] == []
