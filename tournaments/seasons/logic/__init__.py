"""Season ranking: value of each result, results that count, order. Pure.

`rules` reads a rule from data, `published` holds the predefined ones, `ranking` applies one. Results come from the
events' standings (`tournaments.seasons.queries`).
"""

from tournaments.seasons.logic.ranking import SeasonLine, SeasonRow, SeasonUnit, UnitResult, rank_season
from tournaments.seasons.logic.rules import SeasonRule, SeasonRuleError, load_presets, read_rule

__all__ = [
    "SeasonLine",
    "SeasonRow",
    "SeasonRule",
    "SeasonRuleError",
    "SeasonUnit",
    "UnitResult",
    "load_presets",
    "rank_season",
    "read_rule",
]
