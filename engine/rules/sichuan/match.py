"""A session of Sichuan Bloody: the points are the result, or places earn table points (SC-2.9, SC-E13)."""

from __future__ import annotations

from fractions import Fraction

from engine.match.plan import MatchPlan
from engine.match.scoring import MatchScoring
from engine.rules.sichuan.parameters import Parameters


def plan(rules: Parameters) -> MatchPlan:
    """The session of these rules; its length in minutes is the usual one of events. The wind never counts."""
    table_points = tuple(map(Fraction, rules.table_points or ()))
    return MatchPlan(
        scoring=MatchScoring(table_points=table_points, fines="before"),
        ranking=("table_points", "total") if table_points else ("total",),
        minutes=60,
        prevalent_winds=1,
    )
