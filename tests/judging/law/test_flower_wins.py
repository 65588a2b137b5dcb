"""Payments of flower wins in the Taiwanese game (TW-5.6 to TW-5.9)."""

from __future__ import annotations

from typing import Any

import pytest

from judging.law import decide, examine, read_claim
from tests.judging.law.test_rulings import proposals
from tests.support.claims import FLOWER_WIN

CASE_2 = {**FLOWER_WIN, "flower_from": "seventh", "robbed_seat": 3, "robbed_flower": "4f", "hand": None}
OWN_TURN = "111z999m555p888s34m66s"


@pytest.mark.parametrize(
    ("name", "facts", "paid"),
    [
        ("taiwan-aono", FLOWER_WIN, {2: 210, 3: 210, 0: 210}),
        ("taiwan-aono", {**FLOWER_WIN, "circumstances": {"dealer_repeats": 2}}, {2: 210, 3: 210, 0: 310}),
        (
            "taiwan-aono",
            {**FLOWER_WIN, "hand": "23s567s789s99s pung(666z) chow(345s) +4s"},
            {2: 350, 3: 350, 0: 350},
        ),
        (
            "taiwan-aono",
            {
                **FLOWER_WIN,
                "flower_from": "shown",
                "robbed_seat": 3,
                "robbed_flower": "8f",
                "hand": "123m678m345p789s45s22z +3s",
                "prevalent_wind": "E",
            },
            {3: 250},
        ),
        ("taiwan-aono", {**CASE_2, "hand": f"{OWN_TURN} +3z"}, {3: 210}),
        (
            "taiwan-aono",
            {**CASE_2, "hand": f"{OWN_TURN} +2m", "seat_wind": "E", "dealer": 1, "robbed_seat": 0},
            {0: 430, 2: 330, 3: 330},
        ),
        ("taiwan-blog2015", {**CASE_2, "hand": f"{OWN_TURN} +2m"}, {3: 350}),
        ("taiwan-aono", {**FLOWER_WIN, "from_deal": True}, {2: 290, 3: 290, 0: 290}),
        ("taiwan-blog2015", {**FLOWER_WIN, "from_deal": True}, {2: 290, 3: 290, 0: 310}),
    ],
)
def test_a_flower_win_shows_what_it_pays(name: str, facts: dict[str, Any], paid: dict[int, int]) -> None:
    """TW-5.6 to TW-5.9 (examples TW-8.19, 8.18, 8.20, 8.23, 8.24, 8.25, here also as the dealer's)."""
    (proposal,) = proposals("flower_win", name, facts)
    assert proposal.penalty == "stands"
    assert {each.source: each.amount for each in proposal.effects.transfers} == paid


def test_no_flower_is_robbed_where_the_rules_do_not_know_it() -> None:
    """TW-3.10, option `qiqiangyi_enabled`; an association has dropped it."""
    claim = read_claim(
        {
            "kind": "flower_win",
            "ruleset": "taiwan-aono",
            "parameters": {"qiqiangyi_enabled": False},
            "seat": 1,
            "facts": {**FLOWER_WIN, "flower_from": "shown"},
        }
    )
    (proposal,) = decide(claim, examine(claim))
    assert (proposal.clause, proposal.penalty) == ("TW-3.10", "refused")
