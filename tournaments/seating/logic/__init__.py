"""Seatings by pure functions on integers (players) and tuples (tables); no database and no Django.

Rounds are `tuple[round, ...]`, a round is `tuple[table, ...]`, a table is (east, south, west, north). `progress(share)`
may return False to cancel, which keeps the best result so far. Equal arguments give equal results.

Imports of this module are light; modules that load numpy or networkx are imported in the functions that draw.
"""

from engine.sentences import Sentence
from tournaments.seating.logic.bounds import (
    compute_repeat_bound,
    count_rounds_without_repeat,
    describe_feasibility,
    group_bound,
)
from tournaments.seating.logic.constraints import Constraints, collect_pairs
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.measures import SETTINGS, Measures, measure_rounds
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Rounds, freeze

__all__ = [
    "ALGORITHM_VERSION",
    "SETTINGS",
    "Constraints",
    "Measures",
    "Rounds",
    "SeatingError",
    "Sentence",
    "collect_pairs",
    "compute_repeat_bound",
    "count_rounds_without_repeat",
    "describe_feasibility",
    "freeze",
    "group_bound",
    "measure_rounds",
]
