"""The worked examples of the rulebook, one test for each id."""

import tomllib
from typing import Any

import pytest

from engine.exact import read_exact
from engine.family import families, ruleset
from engine.match.scoring import score_table
from engine.play.transfers import net
from engine.records.hand_cases import read_score_case
from engine.rules.riichi.settlement import WonHand, settle_chombo, settle_exhaustive_draw, settle_nagashi, settle_wins
from engine.rules.riichi.settlement import winners_in_order as in_order
from engine.scoring.score import score

FOLDER = families()["riichi"].folder / "examples"


def examples(*names: str) -> list[Any]:
    rows = [row for name in names for row in tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))["example"]]
    return [pytest.param(row, id=row["id"]) for row in rows]


HANDS = examples("hands.toml", "editions.toml")


@pytest.mark.parametrize("row", HANDS)
def test_hand(row: dict[str, Any]) -> None:
    scored = score(*read_score_case(row))
    refused = row.get("win_refused")
    assert [reason.code for reason in scored.reasons] == ([refused] if refused else [])
    assert scored.complete
    assert scored.win is (refused is None)
    assert [award.to_list() for award in scored.awards] == row["awards"]
    assert scored.value == {"limit": None, **row["value"]}
    assert scored.payments == row["payments"]


@pytest.mark.parametrize("row", [param for param in HANDS if "fu_steps" in param.values[0]])
def test_fu_table(row: dict[str, Any]) -> None:
    steps = score(*read_score_case(row)).explain().steps
    fu = [int(text.split()[0]) for text, clause in steps if clause == "RI-5.3" and " fu: " in text]
    assert sorted(fu or [25]) == row["fu_steps"]


@pytest.mark.parametrize("row", [param for param in HANDS if param.values[0]["ruleset"] == "riichi-ema-2016"])
def test_same_hand_at_the_world_championship(row: dict[str, Any]) -> None:
    """Rounding up to mangan is the only difference between EMA 2016 and the World Championship in a hand's payment."""
    paid = score(*read_score_case({**row, "ruleset": "riichi-wrc"})).payments
    assert paid == ({"discarder": row["wrc"]} if "wrc" in row else row["payments"])


SEATS = {letter: seat for seat, letter in enumerate("ESWN")}


@pytest.mark.parametrize("row", examples("payments.toml"))
def test_payment(row: dict[str, Any]) -> None:
    rules = ruleset(row["ruleset"]).parameters
    discarder = SEATS[row["discarder"]] if "discarder" in row else None
    sticks = {SEATS[seat]: count for seat, count in row.get("sticks", {}).items()}
    dealer, honba, carried = SEATS[row["dealer"]], row.get("honba", 0), row.get("carried", 0)
    if "wins" in row:
        won = {
            SEATS[win["seat"]]: WonHand(
                SEATS[win["seat"]],
                win["payments"],
                SEATS[win["liable"]] if "liable" in win else None,
                win.get("yakuman", 0),
                win.get("liable_yakuman", 0),
            )
            for win in row["wins"]
        }
        order = list(won) if discarder is None else in_order(rules, discarder, won)
        wins = [won[seat] for seat in order]
        transfers = settle_wins(
            rules, wins, dealer=dealer, discarder=discarder, honba=honba, sticks=sticks, carried=carried
        ) if wins else []  # fmt: skip
    elif "ready" in row:
        transfers = settle_exhaustive_draw([SEATS[seat] for seat in row["ready"]])
    elif "nagashi" in row:
        seats = [SEATS[seat] for seat in row["nagashi"]]
        transfers = settle_nagashi(rules, seats, dealer=dealer, honba=honba, sticks_on_table=carried)
    else:
        transfers = settle_chombo(rules, SEATS[row["chombo"]], dealer=dealer, open_play=row["open_play"])
    assert list(net(transfers)) == row["deltas"]


@pytest.mark.parametrize("row", examples("match.toml"))
def test_match(row: dict[str, Any]) -> None:
    results = score_table(row["points"], ruleset(row["match"]).match.scoring, row["leftover"], row.get("fines", ()))
    assert [result.score for result in results] == [read_exact(value) for value in row["scores"]]
