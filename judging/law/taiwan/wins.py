"""Wins in the Taiwanese game: the dealer item, dead hands, payments (TW-5.1, TW-6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.play.transfers import Transfer
from engine.rules.taiwan import settlement
from engine.scoring.score import ScoredHand
from judging.law.families import Facts, winds_of_the_win
from judging.law.infractions import fault
from judging.law.kinds.win import win_fault
from judging.law.shared_facts import DEALER, SHOWN, SOURCE


def win_case(f: Facts, by: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Winds of a win, and the dealer's part in it: wins, pays as the discarder, or neither (TW-5.4)."""
    case = winds_of_the_win(f, by, given)
    deals, context = f(DEALER), case["context"]
    context["dealer"] = f.seat == deals
    if by != "self_draw" and f.seat != deals and "dealer_pays" not in context:
        context["dealer_pays"] = f.other_player(SOURCE) == deals
    return case


def dead_hand_fault(f: Facts) -> str | None:
    """The infraction of a win with a dead hand: only refused if nothing was shown (TW-3.29)."""
    return win_fault(f) if f(SHOWN) else fault(f, "dead_hand_win")


def win_transfers(f: Facts, scored: ScoredHand, seat: int, source: int | None) -> list[Transfer]:
    """Payments of the claimant's win (TW-5.1 to TW-5.4)."""
    return list(settlement.win_transfers(scored, seat, f(DEALER), source))
