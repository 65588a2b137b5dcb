"""Payment examples of the specifications, as declared hands, pay as the rulebook states.

The same examples run through the settlement of played or scored hands in the families' own suites.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from engine.family import Ruleset, families, ruleset
from engine.match.declared import DeclaredHand, DeclaredWin, HandStart, SettledHand, settle_hand, settle_table
from engine.play.transfers import net
from engine.records.declared_cases import read_hand
from engine.rules.mcr.settlement import FalseWin, settle_false_win

SEATS = {letter: seat for seat, letter in enumerate("ESWN")}


def examples(family: str, file: str, kind: str = "payment") -> list[Any]:
    text = (families()[family].folder / "examples" / f"{file}.toml").read_text(encoding="utf-8")
    return [pytest.param(row, id=row["id"]) for row in tomllib.loads(text)["example"] if row["kind"] == kind]


def paid(rules: Ruleset, hand: dict[str, Any], start: HandStart = HandStart(0, 0, 0)) -> SettledHand:  # noqa: B008
    """Payments of a hand as ``python -m engine pay`` reads it."""
    return settle_hand(rules.sheet.settle, read_hand("hand", hand), start)


# --- MCR -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", examples("mcr", "payments"))
def test_mcr_payment(row: dict[str, Any]) -> None:
    rules = ruleset(row["ruleset"])
    points = min(row["basic"], rules.parameters.fan_cap or row["basic"]) + row["flowers"]
    winner = row.get("winner", 0)
    source = "self" if row["by"] == "self_draw" else row.get("discarder", 1)
    fines = [0, 0, 0, 0]
    if "false_win" in row:
        offence = FalseWin(row["false_win"]["class"])
        fines = list(net(settle_false_win(row["false_win"]["seat"], offence, rules.parameters)))
    value: dict[str, object] = {"points": points}
    if row["by"] == "robbed_kong":
        value["robbed"] = True
    settled = paid(rules, {"events": [["win", winner, source, value]], "fines": fines})
    assert list(settled.deltas) == row["deltas"]
    assert settled.after.dealer == 1


# --- riichi ----------------------------------------------------------------------------------------------------------


AFTER = [
    # EX-Q35 to Q37, EX-T.08, EX-T.09, RI-2.7, RI-2.9, RI-E5: who deals next, counters and sticks.
    ("riichi-ema-2016", {"events": [["win", seat, 1, {"han": 1, "fu": 30}] for seat in (0, 2)]}, (0, 3, 0)),
    ("riichi-ema-2016", {"events": [], "ready": [0]}, (0, 3, 1000)),
    ("riichi-ema-2016", {"events": [], "ready": [1]}, (1, 3, 1000)),
    ("riichi-ema-2016", {"events": [["win", 2, 1, {"han": 1, "fu": 30}]]}, (1, 0, 0)),
    ("riichi-ema-2012", {"events": [], "end": "nine_terminals"}, (1, 3, 1000)),
    ("riichi-tenhou", {"events": [], "end": "four_winds", "riichi": [2]}, (0, 3, 2000)),
    ("riichi-tenhou", {"events": [], "end": "nagashi", "nagashi": [1], "ready": [0]}, (0, 3, 1000)),
    ("riichi-ema-2012", {"events": [], "end": "nagashi", "nagashi": [1], "ready": []}, (1, 3, 0)),
    ("riichi-tenhou", {"events": [["win", seat, 3, {"han": 1, "fu": 30}] for seat in (0, 1, 2)]}, (0, 3, 1000)),
    ("riichi-ema-2016", {"events": [], "void": True, "riichi": [2]}, (0, 2, 1000)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "hand", "after"), AFTER)
def test_riichi_next_hand(name: str, hand: dict[str, Any], after: tuple[int, int, int]) -> None:
    assert paid(ruleset(name), hand, HandStart(0, 2, 1000)).after == HandStart(*after)


@pytest.mark.parametrize("name", ["riichi-wrc", "riichi-rcr-2024", "riichi-tenhou"])
def test_riichi_two_winners_with_two_counters(name: str) -> None:
    """RI-E7 and RI-3.20: with the head bump one is paid; in Tenhou counters and all sticks go to the nearest."""
    events = [["win", 2, 1, {"han": 3, "fu": 40}], ["win", 3, 1, {"han": 1, "fu": 30}]]
    settled = paid(ruleset(name), {"events": events, "riichi": [3, 0]}, HandStart(0, 2, 1000))
    if name == "riichi-tenhou":
        assert settled.deltas == (-1000, -5200 - 600 - 1000, 5200 + 600 + 3000, 1000 - 1000)
    else:
        assert settled.deltas == (-1000, -5200 - 600, 5200 + 600 + 3000, -1000)


def test_riichi_mangan_of_the_world_championship() -> None:
    """RI-5.6: 4 han 30 fu are rounded up there and nowhere else."""
    hand = {"events": [["win", 1, 2, {"han": 4, "fu": 30}]]}
    assert paid(ruleset("riichi-wrc"), hand).deltas == (0, 8000, -8000, 0)
    assert paid(ruleset("riichi-ema-2016"), hand).deltas == (0, 7700, -7700, 0)


# --- Taiwan ----------------------------------------------------------------------------------------------------------


def tai_paid(
    preset: str,
    tai: int,
    winner: str,
    source: str | None,
    *,
    n: int = 0,
    dealer: str = "E",
    parameters: dict[str, Any] | None = None,
    **more: Any,
) -> list[int]:
    rules = ruleset(f"taiwan-{preset}", parameters)
    event = ["win", SEATS[winner], "self" if source is None else SEATS[source], {"tai": tai, **more}]
    return list(paid(rules, {"events": [event]}, HandStart(SEATS[dealer], n)).deltas)


def test_taiwan_robbed_flower_with_a_complete_hand() -> None:
    """TW-5.8: the robbed player pays 8 tai more than the hand, the others their share of it."""
    assert tai_paid("aono", 12, "W", "N", n=1, others=6) == [-230, -170, 690, -290]


# --- Sichuan ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", examples("sichuan", "payments"))
def test_sichuan_payment(row: dict[str, Any]) -> None:
    assert list(paid(ruleset(row["ruleset"]), row["hand"]).deltas) == row["deltas"]


A, B, C, D = range(4)


def win(seat: int, source: int | str, fan: int) -> list[object]:
    return ["win", seat, source, {"fan": fan}]


@pytest.mark.parametrize(
    ("events", "dealer"),
    [([win(B, A, 0)], B), ([win(B, A, 0), win(D, A, 0)], A), ([], D), ([win(C, "self", 0), win(B, A, 1)], C)],
)
def test_sichuan_next_dealer(events: list[object], dealer: int) -> None:
    """SC-E.10, SC-8.41."""
    assert paid(ruleset("sichuan-sbr-2025"), {"events": events}, HandStart(D)).after.dealer == dealer


def test_the_hands_of_a_table_go_on_from_one_another() -> None:
    """RI-2.9: the counter of a draw and its stick are paid with the next win."""
    hands = [
        DeclaredHand(riichi=(1,), ready=(0, 1)),
        DeclaredHand((DeclaredWin(2, 3, {"han": 1, "fu": 30}),), riichi=(2,)),
    ]
    settled = settle_table(ruleset("riichi-ema-2016").sheet.settle, hands, HandStart())
    assert [hand.before for hand in settled] == [HandStart(), HandStart(0, 1, 1000)]
    assert settled[-1].after == HandStart(1, 0, 0)
    assert [sum(hand.deltas[seat] for hand in settled) for seat in range(4)] == [
        1500,
        500,
        1000 + 300 + 1000 - 1500,
        -2800,
    ]
