"""Limits and payments at their boundaries, and explanations of a count (RI-5)."""

from pathlib import Path
from typing import Any

import pytest

from engine.records.hand_cases import read_score_case
from engine.rules.riichi.fu import base_points, payments
from engine.rules.riichi.parameters import Parameters
from engine.scoring.score import ScoredHand, score
from tests.support.rows import rows_of

rows = rows_of(__file__)

EMA = Parameters()

TABLE = Path(__file__).with_name("points.txt").read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("row", TABLE)
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


@rows
def test_limits(han: int, fu: int, rules: dict[str, bool], base: int, limit: str) -> None:
    assert base_points(han, fu, Parameters(**rules)) == (base, limit or None)


def scored(line: str, **case: Any) -> ScoredHand:
    common = {"ruleset": "riichi-ema-2016", "by": "discard", "seat_wind": "S", "context": {"last_tile": True}}
    return score(*read_score_case({**common, "hand": line, **case}))


def test_the_reading_is_chosen_by_payment_not_by_fu() -> None:
    """Pinfu with 30 fu beats the same tiles with a pair wait and 40."""
    result = scored("234567m5567p678s +5p", context={})
    assert [award.pattern for award in result.awards] == ["pinfu", "all_simples"]
    assert [alternative.total for alternative in result.explain().alternatives] == [480, 320]


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


def test_awards_name_the_sets_that_earned_them() -> None:
    dragons = next(one for one in scored("666z77z78m345p pung(555z) +9m").awards if one.pattern == "dragon_pung")
    assert (dragons.value, dragons.times, dragons.sets) == (1, 2, ((2,), (3,)))
    result = scored("234m234p23s456s99p +4s")
    (award,) = [award for award in result.awards if award.pattern == "mixed_triple_chow"]
    assert result.reading is not None
    assert [result.reading.sets[index].first % 9 for index in award.sets[0]] == [1, 1, 1]
