"""Why an MCR hand is worth what it is worth."""

from __future__ import annotations

from engine.scoring import Explanation, ScoredHand


def explain(scored: ScoredHand) -> Explanation:
    return Explanation((), (), ())
