"""Limits and payments at their boundaries, and explanations of a count (RI-5)."""

from pathlib import Path

import pytest

from engine.rules.riichi.fu import base_points, payments
from engine.rules.riichi.parameters import Parameters
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
