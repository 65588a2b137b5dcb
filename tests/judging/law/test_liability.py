"""Liability for a yakuman with its payments (RI-6.10, RI-E8)."""

from __future__ import annotations

from typing import Any

import pytest

from judging.law import Finding, Verdict, examine, read_claim

FED: dict[str, Any] = {
    "liable_pattern": "big_three_dragons",
    "set_claimed": True,
    "sets_visible": True,
    "concealed_kong_set": False,
    "feeder": 2,
    "by": "self_draw",
    "value": 32000,
}
"""W has fed the third visible dragon set of S."""


def examined(facts: dict[str, Any], seat: int | None = 1, name: str = "riichi-ema-2016") -> Finding:
    (finding,) = examine(read_claim({"kind": "liability", "ruleset": name, "seat": seat, "facts": facts}))
    return finding


def sums(finding: Finding) -> list[int]:
    """Total of the payments for each seat."""
    (shown,) = finding.evidence
    totals = [0, 0, 0, 0]
    for row in shown.value:
        totals[row["from"]] -= row["amount"]
        totals[row["to"]] += row["amount"]
    return totals


@pytest.mark.parametrize(
    ("seat", "facts", "expected"),
    [
        pytest.param(1, {"counters": 2}, [0, 32600, -32600, 0], id="EX-T08"),
        pytest.param(1, {"counters": 2, "by": "discard", "source": 3}, [0, 32600, -16000, -16600], id="EX-T09"),
        pytest.param(1, {"counters": 2, "by": "discard", "source": 2}, [0, 32600, -32600, 0], id="EX-T10"),
        pytest.param(
            0,
            {"liable_pattern": "big_four_winds", "value": 48000, "by": "discard", "source": 3, "feeder": 1},
            [48000, -24000, 0, -24000],
            id="EX-T11",
        ),
        pytest.param(0, {"value": 48000, "feeder": 3, "counters": 1}, [48300, 0, 0, -48300], id="EX-T12"),
    ],
)
def test_the_payments_of_the_rulebook(seat: int, facts: dict[str, Any], expected: list[int]) -> None:
    """RI-9.4: the liable player pays a self-draw alone and shares another player's discard."""
    finding = examined({**FED, **facts}, seat)
    assert (finding.verdict, finding.clause) == (Verdict.HOLDS, "RI-6.10")
    assert sums(finding) == expected


def test_on_tenhou_the_liable_player_pays_the_counters_of_another_players_discard() -> None:
    """RI-E8: half each of 32,000; two counters of 300 come from the liable player, not from the discarder."""
    facts = {**FED, "counters": 2, "by": "discard", "source": 3}
    assert sums(examined(facts, name="riichi-tenhou")) == [0, 32600, -16600, -16000]


@pytest.mark.parametrize("changed", [{"liable_pattern": "four_kongs"}, {"set_claimed": False}])
def test_four_kongs_and_a_set_finished_otherwise_make_nobody_liable(changed: dict[str, Any]) -> None:
    """RI-6.10: not for four kongs; a set finished by own draw or by ron creates no liability."""
    finding = examined({**FED, **changed})
    assert (finding.verdict, finding.clause, finding.infraction) == (Verdict.FAILS, "RI-6.10", None)


def test_who_is_liable_is_said_before_the_winner_is_known() -> None:
    finding = examined(FED, None)
    assert (finding.verdict, finding.message.values, finding.evidence) == (Verdict.HOLDS, {"seat": 2}, ())
