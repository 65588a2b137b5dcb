"""Fu, limits and payments at their boundaries (RI-5)."""

from typing import Any

import pytest

from engine.records.hand_cases import read_score_case
from engine.rules.riichi.fu import base_points, payments
from engine.rules.riichi.parameters import Parameters
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand

EMA = Parameters()

# RI-5.11: han, fu, non-dealer ron, dealer ron, non-dealer self-draw (others, dealer), dealer self-draw
TABLE = """
1 30 1000 1500 300/500 500
1 40 1300 2000 400/700 700
1 50 1600 2400 400/800 800
1 60 2000 2900 500/1000 1000
1 70 2300 3400 600/1200 1200
1 80 2600 3900 700/1300 1300
1 90 2900 4400 800/1500 1500
1 100 3200 4800 800/1600 1600
1 110 3600 5300 900/1800 1800
2 20 - - 400/700 700
2 25 1600 2400 - -
2 30 2000 2900 500/1000 1000
2 40 2600 3900 700/1300 1300
2 50 3200 4800 800/1600 1600
2 60 3900 5800 1000/2000 2000
2 70 4500 6800 1200/2300 2300
2 80 5200 7700 1300/2600 2600
2 90 5800 8700 1500/2900 2900
2 100 6400 9600 1600/3200 3200
2 110 7100 10600 1800/3600 3600
3 20 - - 700/1300 1300
3 25 3200 4800 800/1600 1600
3 30 3900 5800 1000/2000 2000
3 40 5200 7700 1300/2600 2600
3 50 6400 9600 1600/3200 3200
3 60 7700 11600 2000/3900 3900
4 20 - - 1300/2600 2600
4 25 6400 9600 1600/3200 3200
4 30 7700 11600 2000/3900 3900
3 70 8000 12000 2000/4000 4000
4 40 8000 12000 2000/4000 4000
5 20 8000 12000 2000/4000 4000
6 30 12000 18000 3000/6000 6000
7 110 12000 18000 3000/6000 6000
8 30 16000 24000 4000/8000 8000
10 30 16000 24000 4000/8000 8000
11 30 24000 36000 6000/12000 12000
20 30 24000 36000 6000/12000 12000
"""


@pytest.mark.parametrize("row", TABLE.strip().split("\n"))
def test_payment_table(row: str) -> None:
    han, fu, ron, dealer_ron, self_drawn, dealer_self_drawn = row.split()
    base, _ = base_points(int(han), int(fu), EMA)
    if ron != "-":
        assert payments(base, self_drawn=False, dealer=False) == {"discarder": int(ron)}
        assert payments(base, self_drawn=False, dealer=True) == {"discarder": int(dealer_ron)}
    if self_drawn != "-":
        others, dealer = map(int, self_drawn.split("/"))
        assert payments(base, self_drawn=True, dealer=False) == {"dealer": dealer, "others": others}
        assert payments(base, self_drawn=True, dealer=True) == {"each": int(dealer_self_drawn)}


@pytest.mark.parametrize(
    ("han", "fu", "rules", "expected"),
    [
        (4, 30, EMA, (1920, None)),
        (4, 30, Parameters(kiriage_mangan=True), (2000, "mangan")),
        (3, 60, Parameters(kiriage_mangan=True), (2000, "mangan")),
        (3, 50, Parameters(kiriage_mangan=True), (1600, None)),
        (4, 25, Parameters(kiriage_mangan=True), (1600, None)),
        (12, 30, Parameters(counted_yakuman=True), (6000, "sanbaiman")),
        (13, 30, Parameters(counted_yakuman=True), (8000, "yakuman")),
        (13, 30, EMA, (6000, "sanbaiman")),
        (10, 30, EMA, (4000, "baiman")),
        (7, 30, EMA, (3000, "haneman")),
        (5, 110, EMA, (2000, "mangan")),
    ],
)
def test_limits(han: int, fu: int, rules: Parameters, expected: tuple[int, str | None]) -> None:
    assert base_points(han, fu, rules) == expected


def scored(line: str, **case: Any) -> ScoredHand:
    hand = Hand.parse(line)
    tiles = {"hand": line.split()[0], "melds": " ".join(map(str, hand.melds)), "win": line.rpartition("+")[2]}
    common = {"ruleset": "riichi-ema-2016", "by": "discard", "seat_wind": "S", "context": {"last_tile": True}}
    return score(*read_score_case({**common, **tiles, **case}))


SELF = {"by": "self_draw"}


@pytest.mark.parametrize(
    ("line", "case", "fu"),
    [
        # the wait
        ("234567m345p23s88s +4s", {}, 30),
        ("234567m345p24s88s +3s", {}, 40),
        ("234567m345p12s88s +3s", {}, 40),
        ("234567m345p89s88s +7s", {}, 40),
        ("234567m345p789s8s +8s", {}, 40),
        ("234567m345p23s88s +4s", SELF, 20),
        ("234567m345p24s88s +3s", SELF, 30),
        # open hands: 20 + 2 for nothing else, self-draw 2, never less than 30
        ("567m345p23s88s chow(234m) +4s", {}, 30),
        ("567m345p23s88s chow(234m) +4s", SELF, 30),
        ("567m345p24s88s chow(234m) +3s", {}, 30),
        ("567m345p23s88s chow(234m) +4s", {"parameters": {"open_pinfu_fu": False}}, 20),
        # pungs: simples and terminals, open, concealed, completed by discard or self-draw
        ("567m34588p33s chow(234m) +3s", {}, 30),
        ("567m34588p33s chow(234m) +3s", SELF, 30),
        ("567m99p33s chow(234m) pung(111p) +3s", SELF, 30),
        ("99p33s555s chow(234m) pung(111p) +3s", SELF, 40),
        ("567m345p99p11s222m +1s", {}, 40),
        ("567m345p99p11s222m +1s", SELF, 40),
        ("567m345p33s11z222m +1z", {"parameters": {"double_wind_pair_fu": 2}}, 40),
        # kongs
        ("567m345p8s ckong(2222s) chow(234m) +8s", {}, 40),
        ("567m345p8s kong(2222s) chow(234m) +8s", {}, 30),
        ("567m345p8s akong(1111s) chow(234m) +8s", {}, 40),
        ("567m345p8s ckong(1111s) chow(234m) +8s", {}, 60),
        ("567m8s ckong(1111s) ckong(9999s) kong(2222z) +8s", {}, 110),
        # pairs of honours: dragon, seat, prevalent, double wind, guest wind
        ("234567m345p23s55z +4s", {}, 40),
        ("234567m345p23s22z +4s", {}, 40),
        ("234567m345p23s11z +4s", {}, 40),
        ("234567m345p23s33z +4s", {}, 30),
        ("567m345p23s22z chow(234m) +4s", {"prevalent_wind": "S"}, 30),
        ("23s22z345p ckong(5555m) chow(234m) +4s", {"prevalent_wind": "S"}, 40),
        # seven pairs
        ("1199m2288p33s44z6z +6z", {}, 25),
        ("1199m2288p33s44z6z +6z", SELF, 25),
    ],
)
def test_fu(line: str, case: dict[str, Any], fu: int) -> None:
    assert scored(line, **case).value["fu"] == fu


def test_the_reading_is_chosen_by_payment_not_by_fu() -> None:
    """Pinfu with 30 fu beats the same tiles with a pair wait and 40."""
    result = scored("234567m5567p678s +5p", context={})
    assert [award.pattern for award in result.awards] == ["pinfu", "all_simples"]
    assert [alternative.total for alternative in result.explain().alternatives] == [480, 320]


def test_a_discard_may_complete_the_chow_and_leave_the_pung_concealed() -> None:
    """RI-4.3."""
    assert scored("22234m444p666s88s +2m", context={}).value["fu"] == 50
    assert scored("22567m444p666s88s +2m", context={}).value["fu"] == 40


def test_the_explanation_shows_the_numbers() -> None:
    steps = scored("222m333p444s99s77p +7p", context={}).explain().steps
    assert steps == (
        ("30 fu: closed win on a discard", "RI-5.3"),
        ("4 fu: concealed pung", "RI-5.3"),
        ("4 fu: concealed pung", "RI-5.3"),
        ("2 fu: open pung", "RI-5.3"),
        ("4 fu: concealed pung", "RI-5.3"),
        ("44 fu, rounded up to 50", "RI-5.3"),
        ("2 three_concealed_pungs + 2 all_pungs = 4 han", "RI-5.2"),
        ("mangan: 2000 base points", "RI-5.6"),
        ("discarder: 4 x 2000 = 8000", "RI-5.8"),
    )


def test_the_explanation_names_what_a_yakuman_replaces() -> None:
    explained = scored("222m333p444s777p9s +9s").explain()
    assert ("all_pungs", "four_concealed_pungs") in {(lost.pattern, lost.because) for lost in explained.not_counted}
    assert explained.steps[0] == ("1 x yakuman = 8000 base points", "RI-5.6")


def test_an_incomplete_hand_has_nothing_to_explain() -> None:
    assert scored("234567m345p23s88s +9s").explain() == ((), (), ())
