"""Seasons, worked out: what each event gives, which of it counts by the season's rule, and who is ahead. Pure.

`rules` reads a rule from data, `published` holds those that come with the program, `ranking` applies one. What the
events gave comes from their own standings (`tournaments.seasons.queries`).
"""

from tournaments.seasons.logic.ranking import SeasonLine, SeasonRow, SeasonUnit, UnitResult, rank_season
from tournaments.seasons.logic.rules import SeasonRule, SeasonRuleError, published, read_rule

__all__ = [
    "SeasonLine",
    "SeasonRow",
    "SeasonRule",
    "SeasonRuleError",
    "SeasonUnit",
    "UnitResult",
    "published",
    "rank_season",
    "read_rule",
]
