"""Standings: pure values in, ranked rows out. Nothing is stored; page, print, JSON and API share the one result."""

from .compute import Row, Standings, compute
from .forfeits import Forfeit, Out
from .lines import Adjustment, Competitor, Game, Key, Rules, StageRule, SubstitutePolicy, TeamRule
from .metrics import METRICS, Metric
from .ranking import Step

__all__ = [
    "METRICS",
    "Adjustment",
    "Competitor",
    "Forfeit",
    "Game",
    "Key",
    "Metric",
    "Out",
    "Row",
    "Rules",
    "StageRule",
    "Standings",
    "Step",
    "SubstitutePolicy",
    "TeamRule",
    "compute",
]
