from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.match.plan import HandPlace, MatchPlan
from engine.match.scoring import MatchScoring
from engine.rules.sichuan.parameters import Parameters

USUAL_MINUTES: Final = 60


def plan(rules: Parameters) -> MatchPlan:
    table_points = tuple(map(Fraction, rules.table_points or ()))
    return MatchPlan(
        hand_place=hand_place,
        scoring=MatchScoring(table_points=table_points, fines="before"),
        ranking=("table_points", "total") if table_points else ("total",),
        minutes=USUAL_MINUTES if rules.session_minutes is None else rules.session_minutes,
        prevalent_winds=1,
    )


def hand_place(number: int) -> HandPlace:
    """Dealer of the first hand; later dealers depend on the first winner, and there is no wind (SC-2.8)."""
    return HandPlace(0) if number == 1 else HandPlace()
