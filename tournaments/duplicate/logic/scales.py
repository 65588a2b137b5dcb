"""IMP scales: a difference of points to International Match Points, by the steps in scales.toml."""

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
    """An IMP scale. ``thresholds`` ascend, in the scale's points; a game's points times ``multiplier`` are these.

    >>> Scale("mcr", Fraction(8), (20, 50, 90, 130, 170, 220, 270, 320)).imps(34)
    7
    """

    name: str
    multiplier: Fraction
    thresholds: tuple[int, ...]

    def imps(self, difference: Points) -> int:
        """IMPs of a difference in the game's points, with its sign; -0 does not exist."""
        num, den = self.multiplier.numerator, self.multiplier.denominator
        # The thresholds are whole numbers: the part after the point decides nothing.
        size = difference if difference > 0 else -difference
        imps = bisect_right(self.thresholds, size * num // den)
        return imps if difference > 0 else -imps

    def rescaled(self, multiplier: Fraction) -> Scale:
        """The same steps for other stakes: points times ``multiplier`` (more than 0) are the scale's points."""
        if multiplier <= 0:
            raise ValueError("the multiplier of a scale is more than 0")
        return self._replace(multiplier=multiplier)

    @property
    def steps(self) -> tuple[tuple[int, Fraction], ...]:
        """The scale as a table prints it: IMPs, and the smallest difference in the game's points worth so many."""
        return tuple((imps, Fraction(least) / self.multiplier) for imps, least in enumerate(self.thresholds, 1))


@cache
def thresholds() -> tuple[int, ...]:
    """The least difference worth each number of IMPs from 1 on, in the scale's points."""
    return tuple(tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["thresholds"])


@cache
def scale_for(name: str) -> Scale:
    """The default scale of a ruleset. Raises RulesetError for an unknown one, KeyError for one without a multiplier.

    >>> scale_for("riichi-wrc").multiplier
    Fraction(1, 18)
    """
    rules = ruleset(name)
    multiplier = rules.family.about(rules.preset, "imp_multiplier")
    if multiplier is None:
        raise KeyError(name)
    return Scale(name, Fraction(multiplier), thresholds())
