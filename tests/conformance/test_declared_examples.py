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
from engine.rules.riichi.fu import base_points, payments
from engine.rules.riichi.settlement import settle_chombo
from engine.rules.taiwan.settlement import false_win_transfers

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


def worth(rules: Ruleset, win: dict[str, Any], *, self_drawn: bool, dealer: bool) -> dict[str, object]:
    if "yakuman" in win:
        return {"yakuman": win["yakuman"], "liable": SEATS[win["liable"]]}
    for han in range(1, 12):
        for fu in (30, 40, 50, 60, 70, 80):
            base, _limit = base_points(han, fu, rules.parameters)
            if payments(base, self_drawn=self_drawn, dealer=dealer) == win["payments"]:
                return {"han": han, "fu": fu}
    raise AssertionError(win)


@pytest.mark.parametrize("row", examples("riichi", "payments"))
def test_riichi_payment(row: dict[str, Any]) -> None:
    rules = ruleset(row["ruleset"])
    dealer = SEATS[row["dealer"]]
    start = HandStart(dealer, row.get("honba", 0), 1000 * row.get("carried", 0))
    sticks = [SEATS[letter] for letter in row.get("sticks", {})]
    hand: dict[str, Any] = {"events": [], "riichi": sticks}
    source = SEATS[row["discarder"]] if "discarder" in row else "self"
    for win in row.get("wins", ()):
        seat = SEATS[win["seat"]]
        value = worth(rules, win, self_drawn=source == "self", dealer=seat == dealer)
        hand["events"].append(["win", seat, source, value])
    hand["ready"] = [SEATS[letter] for letter in row.get("ready", ())]
    if "nagashi" in row:
        hand |= {"end": "nagashi", "nagashi": [SEATS[letter] for letter in row["nagashi"]], "ready": [dealer]}
    if "chombo" in row:
        transfers = settle_chombo(
            rules.parameters, SEATS[row["chombo"]], dealer=dealer, open_play=row["open_play"]
        )  # fmt: skip
        hand |= {"void": True, "fines": list(net(transfers))}
    settled = paid(rules, hand, start)
    # The examples count a stick that lies on the table already; the sheet has it in the hand that laid it.
    assert [own + 1000 * sticks.count(seat) for seat, own in enumerate(settled.deltas)] == row["deltas"]


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


TAIWAN = {row.id: row.values[0] for file in ("payments", "sml-2026") for row in examples("taiwan", file)}
PAID_HERE = {*TAIWAN}


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


def five_cases(preset: str, tai: int, n: int) -> dict[str, dict[str, int]]:
    dealer_draw = tai_paid(preset, tai, "E", None, n=n)
    other_draw = tai_paid(preset, tai, "S", None, n=n)
    return {
        "dealer_self_draw": {"each_of_three_pays": -dealer_draw[1], "total": dealer_draw[0]},
        "dealer_by_discard": {"discarder_pays": -tai_paid(preset, tai, "E", "W", n=n)[2]},
        "other_self_draw": {
            "each_non_dealer_pays": -other_draw[2],
            "dealer_pays": -other_draw[0],
            "total": other_draw[1],
        },
        "other_by_dealer_discard": {"dealer_pays": -tai_paid(preset, tai, "S", "E", n=n)[0]},
        "other_by_non_dealer_discard": {"discarder_pays": -tai_paid(preset, tai, "S", "W", n=n)[2]},
    }


def test_taiwan_dealer_item() -> None:
    """TW-8.15, TW-8.16, TW-8.17, TW-8.90."""
    repeated, new, additive = TAIWAN["TW-8.15"], TAIWAN["TW-8.16"], TAIWAN["TW-8.90"]
    assert five_cases(repeated["preset"], repeated["hand_tai"], repeated["n"]) == repeated["cases"]
    for preset in ("aono", "blog2015"):
        assert five_cases(preset, new["hand_tai"], new["n"]) == new[preset]
    for n, item in TAIWAN["TW-8.17"]["dealer_item_by_n"].items():
        assert tai_paid("blog2015", 2, "S", "E", n=int(n))[0] == -(50 + 20 * (2 + item))
    options = {"n": additive["n"], "parameters": additive["params"]}
    tai = additive["hand_tai"]
    assert tai_paid("aono", tai, "E", "W", **options)[2] == -additive["dealer_by_discard"]["discarder_pays"]
    assert tai_paid("aono", tai, "S", "E", **options)[0] == -additive["other_by_dealer_discard"]["dealer_pays"]


def printed(lines: list[str]) -> dict[str, int]:
    """Payments as text, ``["S (dealer) pays 310", ...]``, by seat wind."""
    return {line[0]: int(line.split("pays ")[1]) for line in lines}


def test_taiwan_flower_wins() -> None:
    """TW-8.20, TW-8.22, TW-8.26: tai of a flower win are written like those of a hand."""
    eight, seventh, dealt = TAIWAN["TW-8.20"], TAIWAN["TW-8.22"], TAIWAN["TW-8.26"]
    won = tai_paid("aono", 8, "E", None, n=eight["n"], dealer=eight["dealer"])
    assert {letter: -won[SEATS[letter]] for letter in "SWN"} == printed(eight["payments"])
    assert won[0] == eight["winner_total"]
    won = tai_paid("aono", 8, "S", "N", n=seventh["n"], dealer=seventh["dealer"])
    assert won == [0, 210, 0, -210] == [0, 210, 0, -printed(seventh["payments"])["N"]]
    for preset, tai in (("aono", 12), ("blog2015", 12)):
        won = tai_paid(preset, tai, "S", None, dealer=dealt["dealer"])
        assert {letter: -won[SEATS[letter]] for letter in "EWN"} == printed(dealt[preset]["payments"])


def test_taiwan_robbed_flower_with_a_complete_hand() -> None:
    """TW-5.8: the robbed player pays 8 tai more than the hand, the others their share of it."""
    assert tai_paid("aono", 12, "W", "N", n=1, others=6) == [-230, -170, 690, -290]


def test_taiwan_stakes() -> None:
    """TW-8.47, TW-8.48, TW-E.09, TW-E.10."""
    for stakes, amount in TAIWAN["TW-8.47"]["pay_for_3_tai"].items():
        di, rate = map(int, stakes.split("/"))
        assert tai_paid("aono", 3, "W", "S", parameters={"di": di, "rate": rate}) == [0, -amount, amount, 0]
    doubled = TAIWAN["TW-8.48"]
    won = tai_paid("aono", doubled["hand_tai"], "W", "S", parameters=doubled["params"], doubled=True)
    assert [f"discarder pays {-won[1]}"] == doubled["payments"]
    heavenly = TAIWAN["TW-E.09"]
    assert [f"each {-tai_paid('sml-2026', heavenly['tai'], 'E', None)[1]}"] == heavenly["payments"]
    ready = TAIWAN["TW-E.10"]
    assert [f"W {-tai_paid('sml-2026', ready['tai'], 'S', 'W')[2]}"] == ready["payments"]


def test_taiwan_false_win_is_written_as_fines_of_a_void_hand() -> None:
    """TW-E.11: the hand is played again with the same dealer and repeats."""
    rules = ruleset("taiwan-sml-2026")
    fines = list(net(false_win_transfers(rules.parameters, SEATS["S"], SEATS["E"], repeats=1)))
    settled = paid(rules, {"events": [], "void": True, "fines": fines}, HandStart(0, 1))
    lines = [f"S to {letter} {settled.deltas[SEATS[letter]]}" for letter in "EWN"]
    assert sorted(lines) == sorted(TAIWAN["TW-E.11"]["payments"])
    assert settled.after == settled.before


def test_every_taiwan_payment_is_here() -> None:
    named = "TW-8.15 TW-8.16 TW-8.17 TW-8.20 TW-8.22 TW-8.26 TW-8.47 TW-8.48 TW-8.90 TW-E.09 TW-E.10 TW-E.11".split()
    assert sorted(TAIWAN) == sorted(named)


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
