from __future__ import annotations

from dataclasses import dataclass

from engine.exact import Range
from engine.parameters import option


@dataclass(frozen=True, kw_only=True)
class Parameters:
    win_points: int = option(2, "Points of a win", "TOY-4", "points", within=Range(1, 20))
    one_suit_points: int = option(3, "Points of one suit", "TOY-4/one_suit", "points", within=Range(0, 20))
    false_win_points: int = option(5, "Fine of a false win", "TOY-7", "points", within=Range(0, 100))
    hands_per_match: int = option(4, "Hands of a match", "TOY-6", "hands", within=Range(1, 16))
