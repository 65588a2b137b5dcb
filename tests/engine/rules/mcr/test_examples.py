"""Every worked example of the MCR specification and of the MIL edition that concerns a hand, a payment or a match."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match.scoring import score_table
from engine.play.transfers import net
from engine.rules.mcr.circumstances import Circumstances
from engine.rules.mcr.settlement import FalseWin, settle_false_win, settle_win
from engine.scoring.patterns import Award
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import Wind
from engine.tiles.tile import format_tile
from tests.engine.rules.mcr.lines import examples, named

HANDS = examples("hands") + examples("editions")

PROCEDURE = {f"EX-D{number:02}" for number in range(1, 21)}
"""Examples of play and disputes: the suites of the table and of the referee's desk have them."""

STANDINGS = {"EX-S08"}
"""The order of a tournament: the suite of the standings has it."""


def scored(row: dict[str, Any], rules: str) -> ScoredHand:
    context = dict(row["context"])
    special = Circumstances(context.pop("last_copy", False))
    winds = Wind.parse(row["prevalent_wind"]), Wind.parse(row["seat_wind"])
    line = " ".join([row["hand"], *row["melds"], f"+{row['win']}"])
    hand = Hand.parse(f"{line} | {row['flowers']}")
    return score(hand, Win(WinBy(row["by"]), *winds, special=special, **context), named(rules))


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


PAYMENTS = examples("payments")


def points_and_payments(row: dict[str, Any]) -> dict[str, int]:
    rules = named(row["ruleset"])
    basic = min(row["basic"], rules.parameters.fan_cap or row["basic"])
    flowers = rules.scorer.counting.rest(True, row["flowers"]).awards  # type: ignore[attr-defined]
    payments: dict[str, int] = rules.scorer.payments(  # type: ignore[attr-defined]
        basic + sum(award.total for award in flowers), WinBy(row["by"])
    )
    return payments


@pytest.mark.parametrize("row", PAYMENTS, ids=[row["id"] for row in PAYMENTS])
def test_worked_payment(row: dict[str, Any]) -> None:
    winner = row.get("winner", 0)
    source = None if row["by"] == "self_draw" else row.get("discarder", 1)
    transfers = settle_win(points_and_payments(row), winner, source)
    assert sum(net(transfers)) == 0
    if "false_win" in row:
        offence = FalseWin(row["false_win"]["class"])
        transfers += settle_false_win(row["false_win"]["seat"], offence, named(row["ruleset"]).parameters)
    assert list(net(transfers)) == row["deltas"]


MATCHES = [row for row in examples("match") if row["kind"] == "match"]


@pytest.mark.parametrize("row", MATCHES, ids=[row["id"] for row in MATCHES])
def test_worked_match(row: dict[str, Any]) -> None:
    results = score_table(row["scores"], named("mcr-2006").match.scoring, fines=row.get("fines", ()))
    assert [str(seat.table_points) for seat in results] == row["table_points"]


def test_no_example_is_left_out() -> None:
    ids = {row["id"] for name in ("hands", "editions", "payments", "match", "procedure") for row in examples(name)}
    tested = {row["id"] for row in (*HANDS, *PAYMENTS, *MATCHES)}
    assert ids - tested == PROCEDURE | STANDINGS
    expected = {f"EX-M{number:02}" for number in range(1, 100)} | {f"EX-P{number:02}" for number in range(1, 12)}
    expected |= {f"EX-S{number:02}" for number in range(1, 9)} | {f"EX-E{number:02}" for number in range(1, 13)}
    assert ids == expected | PROCEDURE


def test_award_total_is_value_times_number() -> None:
    assert Award("tile_hog", 2, 3, "MCR-4/tile_hog").total == 6
