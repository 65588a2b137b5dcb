"""A player's or team's way to a place."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.text.charts import Spark, spark


@dataclass(frozen=True)
class WayToPlace:
    """A player's or team's way to a place."""

    places: tuple[int, ...]
    """After each round; 0 where there was none."""
    last: Fraction | None
    """What the last round added to what counts first; None where nothing is known before or after it."""
    of: int
    """How many places there are."""

    @property
    def moved(self) -> int | None:
        """Places gained by the last round, below zero lost; None where there is no place before or after it."""
        before, now = (0, 0, *self.places)[-2:]
        return before - now if before and now else None

    @property
    def spark(self) -> Spark:
        """The places as a small line."""
        return spark(self.places, self.of)
