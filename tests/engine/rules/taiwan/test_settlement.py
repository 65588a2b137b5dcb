"""Payments of wins: dealer items, flower wins, liability, false wins; points balance."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.errors import HandError
from engine.family import ruleset
from engine.play.transfers import net
from engine.rules.taiwan.settlement import false_win_transfers, win_transfers
from tests.support.taiwan_hands import scored

DATA = tomllib.loads(Path(__file__).with_name("payments.toml").read_text(encoding="utf-8"))
PLAIN, CONCEALED, LOOSE = (DATA["hands"][name] for name in ("plain", "concealed", "loose"))
SEAT = {letter: seat for seat, letter in enumerate("ESWN")}
EAST, SOUTH, WEST, NORTH = range(4)


@pytest.mark.parametrize("row", DATA["payments"]["rows"])
def test_payments_of_west(row: dict[str, Any]) -> None:
    result = scored(DATA["hands"][row.get("hand", "plain")], row.get("preset", "aono"), **row.get("win", {}))
    payer, liable = (SEAT[row[name]] if name in row else None for name in ("payer", "liable"))
    transfers = win_transfers(result, WEST, SEAT[row.get("dealer", "E")], payer, liable=liable)
    assert sum(net(transfers)) == 0
    assert {item.target for item in transfers} == {WEST}
    assert {"ESWN"[item.source or 0]: item.amount for item in transfers} == row["paid"]
    for name in {"reason", "clause"} & set(row):
        assert {getattr(item, name) for item in transfers} == {row[name]}


def test_self_draw_is_paid_in_turn_order() -> None:
    found = win_transfers(scored(PLAIN, by="self_draw"), WEST, EAST)
    assert [(item.source, item.reason) for item in found] == [(seat, "self_draw") for seat in (NORTH, EAST, SOUTH)]


def test_seats_that_contradict_the_scored_win_are_refused() -> None:
    result = scored(PLAIN)
    with pytest.raises(HandError, match="another dealer"):
        win_transfers(result, WEST, WEST, SOUTH)
    with pytest.raises(HandError, match="one payer"):
        win_transfers(result, WEST, EAST)
    with pytest.raises(HandError, match="not a win"):
        win_transfers(scored(LOOSE.partition(" |")[0]), WEST, EAST, SOUTH)
    with pytest.raises(HandError, match="only a flower"):
        scored(CONCEALED.partition(" |")[0], robbed_flower="5m")


def test_false_win_pays_only_where_it_ends_the_hand() -> None:
    assert false_win_transfers(ruleset("taiwan-aono").parameters, SOUTH, EAST) == ()
    ending = ruleset("taiwan-aono", {"false_win_effect": "end_hand", "false_win_tai": 2}).parameters
    paid = false_win_transfers(ending, SOUTH, EAST, repeats=3)
    assert [(item.source, item.target, item.amount) for item in paid] == [(SOUTH, to, 90) for to in (WEST, NORTH, EAST)]
    assert {item.clause for item in paid} == {"TW-7.6"}
    # The dealer's has the dealer item three times.
    paid = false_win_transfers(ruleset("taiwan-sml-2026").parameters, EAST, EAST, repeats=1)
    assert [item.amount for item in paid] == [16, 16, 16]
