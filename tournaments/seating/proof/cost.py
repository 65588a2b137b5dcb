"""What a seating of a Swiss round costs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """What a seating costs, in squared places, by what is paid for: the sum is what the Swiss draw keeps small."""

    closeness: float
    repeats: float
    wishes: float
    winds: float

    @property
    def total(self) -> float:
        """All four together.

        >>> Cost(12, 1000, 0, 200).total
        1212
        """
        return self.closeness + self.repeats + self.wishes + self.winds
