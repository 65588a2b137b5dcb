"""IMP scales: a difference in points to International Match Points, by thresholds."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.family import ruleset

Points = int | Fraction


class Scale(NamedTuple):
    """An IMP scale. ``thresholds`` ascend, in the scale's points: a game's points times ``multiplier``.

    >>> Scale(Fraction(8), (20, 50, 90, 130, 170, 220, 270, 320)).imps(34)
    7
    """

    multiplier: Fraction
    thresholds: tuple[int, ...]

    def imps(self, difference: Points) -> int:
        """Return the signed IMPs of a difference in the game's points."""
        # Thresholds are whole numbers, so the fraction can be cut off.
        size = (difference if difference > 0 else -difference) * self.multiplier.numerator
        imps = bisect_right(self.thresholds, size // self.multiplier.denominator)
        return imps if difference > 0 else -imps


@cache
def get_scale(name: str) -> Scale:
    """Return the scale of a ruleset. Raises RulesetError if unknown, KeyError if it has no multiplier.

    >>> get_scale("riichi-wrc").multiplier
    Fraction(1, 18)
    """
    rules = ruleset(name)
    multiplier = rules.family.about(rules.preset, "imp_multiplier")
    if multiplier is None:
        raise KeyError(name)
    thresholds = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["thresholds"]
    return Scale(Fraction(multiplier), tuple(thresholds))
