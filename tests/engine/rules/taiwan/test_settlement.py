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
from engine.tiles.tile import EAST as EAST_TILE
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
    with pytest.raises(HandError, match="no win"):
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


def test_explanation_names_what_was_swallowed_and_by_what() -> None:
    result = scored("45p789s44z pung(111z) pung(222z) pung(333z) +6p", "sml-2026")
    lost = [(item.pattern, item.because, item.clause) for item in result.explain().not_counted]
    assert lost == [("feng", "xiaosixi", "TW-4.22")]
    steps = scored("123m678m345p789s45s44z +3s", by="self_draw", dealer=True, dealer_repeats=1).explain().steps
    assert steps == (("menqian_zimo 3 = 3 tai", "TW-4.3"), ("each: 50 + 20 x (3 + 3 dealer) = 170", "TW-5.1"))


def test_awards_name_their_sets() -> None:
    result = scored("111m555p33s77m chow(234p) pung(111z) +7m", by="self_draw")
    assert result.reading is not None
    sets = {award.pattern: [result.reading.sets[index].tiles[0] for index in award.sets[0]] for award in result.awards}
    assert (sets["feng"], sets["sananke"]) == ([EAST_TILE], [0, 6, 13])
