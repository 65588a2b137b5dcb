from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from engine.match.plan import MatchPlan, TimeRule
from engine.match.scoring import MatchScoring
from engine.rules.riichi.parameters import Parameters

SCALE: Final = 1000
"""Game points per point of the score (RI-8.1)."""

TIME_RULE: Final[Mapping[str, TimeRule]] = {
    "warn15_one_more": "warn_one_more",
    "finish_hand": "finish_hand",
    "one_more": "one_more",
}


def plan(rules: Parameters) -> MatchPlan:
    scoring = match_scoring(rules)
    return MatchPlan(
        scoring=scoring,
        ranking=("table_points", "total") if scoring.table_points else ("total",),
        minutes=rules.session_minutes,
        time_rule=TIME_RULE[rules.gong],
        prevalent_winds=len(rules.rounds),
    )


def match_scoring(rules: Parameters) -> MatchScoring:
    return MatchScoring(
        start_points=rules.start_points,
        return_points=rules.return_points,
        divisor=SCALE,
        table_points=tuple(map(Fraction, rules.table_points or ())),
        uma=tuple(Fraction(amount, SCALE) for amount in rules.uma),
        oka=Fraction(rules.oka, SCALE),
        leftover="first_down" if rules.left_bets == "first" and rules.left_bets_rounding == "down" else rules.left_bets,
        fines="before" if rules.fine_timing == "before_uma" else "after",
        ties=rules.uma_tie,
        rounding=rules.score_rounding,
    )
