from __future__ import annotations

from engine.match.plan import MatchPlan
from engine.rules.taiwan.parameters import Parameters


def plan(rules: Parameters) -> MatchPlan:
    return MatchPlan(minutes=120, prevalent_winds=rules.rounds_per_game)
