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


LOCAL = ruleset("sichuan-local-hands")
CHAMPIONSHIP = ruleset("sichuan-world-championship")


def scored_line(line: str, rules=LOCAL, by=WinBy.DISCARD, special=None, **circumstances) -> ScoredHand:  # type: ignore[no-untyped-def]
    circumstances.setdefault("dealer", False)
    return score(Hand.parse(line), Win(by, special=Circumstances(**(special or {})), **circumstances), rules)


def awards(result: ScoredHand) -> dict[str, int]:
    return {award.pattern: award.times for award in result.awards}


def test_a_capped_hand_takes_the_place_of_the_count() -> None:
    result = scored_line("22m88s pung(555m) pung(888m) pung(222s) +8s")
    assert awards(result) == {"jiangdui": 1}
    assert [lost.pattern for lost in result.explain().not_counted] == ["daduizi"]


def test_the_explanation_shows_the_cap() -> None:
    result = scored_line("5m kong(2222m) akong(7777m) ckong(3333s) kong(9999s) +5m", CHAMPIONSHIP)
    assert result.explain().steps == (
        ("gen 1 × 4 + daduizi 1 + jingoudiao 1 = 6 fan", "SC-4.5"),
        ("1 × 2^3 = 8 di, capped at 3", "SC-5.1"),
        ("the discarder pays 8 di", "SC-5.2"),
    )


@pytest.mark.parametrize(("already_won", "deltas"), [((), (15, -5, -5, -5)), ((3,), (10, -5, -5, 0))])
def test_only_players_still_in_the_hand_pay_for_a_self_draw(
    already_won: tuple[int, ...], deltas: tuple[int, ...]
) -> None:
    result = scored_line("112255m3366889s +9s", CHAMPIONSHIP, WinBy.SELF_DRAW)
    assert net(win_transfers(result, 0, None, already_won)) == deltas


def test_the_discarder_pays_alone() -> None:
    result = scored_line("112255m3366889s +9s", CHAMPIONSHIP)
    assert net(win_transfers(result, 0, 2)) == (4, 0, -4, 0)


@rows
def test_a_kong_that_does_not_count_at_the_end_still_has_its_suit_and_its_number(counted, line, patterns):
    rules = ruleset("sichuan-local-hands", {"takame_counts_kongs": counted})
    best = high_wait(Hand.parse(line), rules.parameters)
    assert {award.pattern: award.times for award in best.awards} == patterns
