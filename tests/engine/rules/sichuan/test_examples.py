"""Worked hands of the Sichuan specification, the states at the wall's end, payments and explanations."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine.family import families, ruleset
from engine.play.transfers import net
from engine.records.hand_cases import read_score_case
from engine.rules.sichuan.circumstances import Circumstances
from engine.rules.sichuan.scoring import high_wait, void_suit_of, waiting_kinds
from engine.rules.sichuan.settlement import win_transfers
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import parse_melds
from engine.tiles.seats import Seat
from engine.tiles.tile import format_tile, parse_tile, parse_tiles
from tests.support.rows import rows_of

rows = rows_of(__file__)

EXAMPLES = families()["sichuan"].folder / "examples"


def examples(file: str, kind: str) -> list[Any]:
    with (EXAMPLES / f"{file}.toml").open("rb") as handle:
        rows = tomllib.load(handle)["example"]
    return [pytest.param(row, id=row["id"]) for row in rows if row["kind"] == kind]


def scored(row: dict[str, Any]) -> ScoredHand:
    return score(*read_score_case({**row, "seat_wind": "S"}))


@pytest.mark.parametrize("row", examples("hands", "hand"))
def test_worked_hand(row: dict[str, Any]) -> None:
    result = scored(row)
    assert result.win == row["legal"]
    if not row["legal"]:
        assert [reason.clause for reason in result.reasons] in (["SC-4.1"], ["SC-4.3"])
        return
    assert [award.to_list() for award in result.awards] == row["awards"]
    assert result.value == {"fan": row["fan"], "points": row["points"]}
    assert dict(result.payments) == row["payments"]
    if "waits" in row:
        assert sorted(result.to_dict()["waits"]) == sorted(row["waits"])  # type: ignore[call-overload]


def inspected(facts: dict[str, Any]) -> tuple[Hand, Circumstances]:
    held = facts.get("ready_hand") or facts.get("hand") or facts
    hand = Hand(parse_tiles(held["concealed"]), parse_melds(held["melds"]))
    return hand, Circumstances(void_suit=held["void_suit"])


@pytest.mark.parametrize("row", examples("table", "inspection"))
def test_worked_inspection(row: dict[str, Any]) -> None:
    facts = row["facts"]
    hand, special = inspected(facts)
    rules = ruleset(row["ruleset"])
    live = [format_tile(tile) for tile in waiting_kinds(hand, void_suit_of(special))]
    if "live_waits" in facts:
        assert live == facts["live_waits"]
    if "state" in facts:
        assert rules.waits(hand, special).ready == (facts["state"] == "有叫")
    best = high_wait(hand, rules.parameters, void_suit_of(special))
    assert (best is None) == (not live)
    if "takame" in facts:
        assert best is not None
        assert best.points == facts["takame"]["points"]
        assert best.fan == facts["takame"].get("fan", best.fan)
    if isinstance(facts.get("waits"), dict):
        points = {}
        for tile in live:
            complete = hand._replace(winning=parse_tile(tile))
            points[tile] = score(complete, Win(WinBy.DISCARD, special=special), rules).value["points"]
        assert points == facts["waits"]


@pytest.mark.parametrize(
    ("by", "source", "already_won", "deltas"),
    [
        (WinBy.SELF_DRAW, None, (), (15, -5, -5, -5)),
        (WinBy.SELF_DRAW, None, (3,), (10, -5, -5, 0)),
        (WinBy.DISCARD, 2, (), (4, 0, -4, 0)),
    ],
)
def test_the_discarder_or_all_who_are_still_in_the_hand_pay(
    by: WinBy, source: Seat | None, already_won: tuple[Seat, ...], deltas: tuple[int, ...]
) -> None:
    won = Win(by, special=Circumstances())
    result = score(Hand.parse("112255m3366889s +9s"), won, ruleset("sichuan-world-championship"))
    assert net(win_transfers(result, 0, source, already_won)) == deltas


@rows
def test_a_kong_that_does_not_count_at_the_end_still_has_its_suit_and_its_number(counted, line, patterns):
    rules = ruleset("sichuan-local-hands", {"takame_counts_kongs": counted})
    best = high_wait(Hand.parse(line), rules.parameters)
    assert {award.pattern: award.times for award in best.awards} == patterns
