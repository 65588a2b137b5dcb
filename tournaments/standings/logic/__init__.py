"""Standings: pure values in, ranked rows out. Nothing is stored; page, print, JSON and API share the result."""

from tournaments.standings.logic.compute import Standings, StandingsInput, StandingsRow, compute
from tournaments.standings.logic.forfeits import CountedForfeit, Heirs, Out
from tournaments.standings.logic.lines import (
    Adjustment,
    Competitor,
    Game,
    Key,
    RankingRules,
    StageRule,
    SubstitutePolicy,
    Substitution,
    TeamRule,
)
from tournaments.standings.logic.metrics import METRICS, Metric
from tournaments.standings.logic.ranking import TieBreakStep, order_by_teams

__all__ = [
    "METRICS",
    "Adjustment",
    "Competitor",
    "CountedForfeit",
    "Game",
    "Heirs",
    "Key",
    "Metric",
    "Out",
    "RankingRules",
    "StageRule",
    "Standings",
    "StandingsInput",
    "StandingsRow",
    "SubstitutePolicy",
    "Substitution",
    "TeamRule",
    "TieBreakStep",
    "compute",
    "order_by_teams",
]
