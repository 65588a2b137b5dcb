"""Standings: pure values in, ranked rows out. Nothing is stored; page, print, JSON and API share the one result."""

from .compute import Standings, StandingsRow, compute
from .forfeits import CountedForfeit, Out
from .lines import Adjustment, Competitor, Game, Key, RankingRules, StageRule, SubstitutePolicy, TeamRule
from .metrics import METRICS, Metric
from .ranking import TieBreakStep

__all__ = [
    "METRICS",
    "Adjustment",
    "Competitor",
    "CountedForfeit",
    "Game",
    "Key",
    "Metric",
    "Out",
    "RankingRules",
    "StageRule",
    "Standings",
    "StandingsRow",
    "SubstitutePolicy",
    "TeamRule",
    "TieBreakStep",
    "compute",
]
