"""Every worked example of the MCR specification and of the MIL edition that concerns a hand, a payment or a match."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine.family import Ruleset, families, ruleset
from engine.match.scoring import score_table
from engine.records.hand_cases import read_score_case
from engine.scoring.score import ScoredHand, score
from engine.tiles.tile import format_tile

LIKE_GB: dict[str, object] = {
    "two_concealed_kongs_value": 6,
    "mixed_kongs_value": 5,
    "concealed_form_self_draw": "self_drawn",
    "all_green_flush": False,
    "all_terminals_double_pung": False,
    "nine_gates_terminal_pungs": "exclude_one",
    "seven_pairs_hog": "count_all",
    "three_four_kongs_concealed": "pung_fans_only",
    "knitted_wait": "residual",
}
"""The parameters under which another engine counted the worked hands (MCR-9.2)."""


def named(name: str) -> Ruleset:
    return ruleset("mcr-2006", LIKE_GB) if name == "gb" else ruleset(name)


def examples(file: str) -> list[dict[str, Any]]:
    path = families()["mcr"].folder / "examples" / f"{file}.toml"
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["example"]
    return rows


HANDS = examples("hands") + examples("editions")


def scored(row: dict[str, Any], rules: str) -> ScoredHand:
    case = read_score_case({**row, "ruleset": "mcr-2006"})
    return score(case.hand, case.win, named(rules))


@pytest.mark.parametrize("row", HANDS, ids=[row["id"] for row in HANDS])
def test_worked_hand(row: dict[str, Any]) -> None:
    result = scored(row, row["ruleset"])
    awards = [award.to_list() for award in result.awards if award.pattern != "flower_tiles"]
    order = {fan.id: index for index, fan in enumerate(result.ruleset.patterns)}
    assert awards == sorted(row["awards"], key=lambda award: order[award[0]])
    assert result.win == row["legal"]
    if "waits" in row:
        waits = result.ruleset.waits(result.hand._replace(winning=None))
        assert [format_tile(tile) for tile in waits.tiles] == row["waits"]


COLUMNS = [(row, rules, points) for row in HANDS for rules, points in row["points"].items()]


@pytest.mark.parametrize(("row", "rules", "points"), COLUMNS, ids=[f"{row['id']}-{name}" for row, name, _ in COLUMNS])
def test_basic_points_of_a_worked_hand_under_every_edition(row: dict[str, Any], rules: str, points: int) -> None:
    assert scored(row, rules).value["points_without_flowers"] == points


MATCHES = [row for row in examples("match") if row["kind"] == "match"]


@pytest.mark.parametrize("row", MATCHES, ids=[row["id"] for row in MATCHES])
def test_worked_match(row: dict[str, Any]) -> None:
    results = score_table(row["scores"], named("mcr-2006").match.scoring, fines=row.get("fines", ()))
    assert [str(seat.table_points) for seat in results] == row["table_points"]
