"""A session of MCR: table points or points with uma, what orders a tournament, and its time (MCR-2.13, MCR-8)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from engine.match.plan import MatchPlan
from engine.match.scoring import MatchScoring
from engine.rules.mcr.parameters import Parameters, TieBreak

RANKING: Final[Mapping[TieBreak, str]] = {
    "table_points": "table_points",
    "score": "total",
    "best_session": "best_table_points",
    "high_sessions": "times_best_table_points",
    "direct_session": "direct_games",
    "lot": "lot",
}
"""Criteria of MCR-8.5 -> the metrics that compute them."""


def plan(rules: Parameters) -> MatchPlan:
    """The session of these rules; criteria that need table points fall away where there are none."""
    scoring = match_scoring(rules)
    criteria = [one for one in rules.tie_break if scoring.table_points or one in ("score", "lot")]
    return MatchPlan(
        scoring=scoring,
        ranking=tuple(RANKING[criterion] for criterion in criteria),
        minutes=rules.session_minutes,
        time_rule="one_more" if rules.time_end_mode == "one_more_hand" else rules.time_end_mode,
        prevalent_winds=min(4, max(1, rules.hands_per_match // 4)),
    )


def match_scoring(rules: Parameters) -> MatchScoring:
    """How a session counts: table points, or the score with points by place (MCR-8.1 to 8.4); fines come first."""
    by_place = rules.match_scoring == "table_points"
    return MatchScoring(
        start_points=rules.start_score,
        return_points=rules.start_score,
        table_points=tuple(map(Fraction, rules.table_points)) if by_place else (),
        uma=() if by_place else tuple(map(Fraction, rules.uma)),
        fines="before",
    )
