"""Taiwanese games: the points are the result (TW-5)."""

from __future__ import annotations

from engine.match.plan import MatchPlan
from engine.rules.taiwan.parameters import Parameters


def plan(rules: Parameters) -> MatchPlan:
    """Game plan; its length in minutes is customary, the rulebooks set none (TW-2.15)."""
    return MatchPlan(minutes=120, prevalent_winds=rules.rounds_per_game)
