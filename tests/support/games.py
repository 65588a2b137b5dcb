"""Short games for the tests of logs: hands of seeded walks that follow one another, as text logs."""

from __future__ import annotations

from functools import cache
from itertools import count

from engine.family import ruleset
from engine.play.table import Setup
from engine.play.walks import Walk, walk
from engine.records import dumps


@cache
def hand_of(rules: str, dealer: int) -> Walk:
    """The first walk that is played to a win with this dealer."""
    hands = (walk(ruleset(rules), seed) for seed in count())
    return next(hand for hand in hands if hand.setup.dealer == dealer and hand.states[-1].wins)


def game(rules: str = "mcr-2006", hands: int = 2, start: int = 0) -> tuple[str, tuple[int, ...]]:
    """A text log of that many hands, whose dealers are seats 0, 1 and so on, and the points at its end by seat."""
    points: tuple[int, ...] = (start,) * 4
    texts = []
    for dealer in range(hands):
        played = hand_of(rules, dealer)
        setup: Setup = played.setup._replace(start_scores=points)
        texts.append(f"hand {dealer + 1}\n" + dumps(setup, played.events))
        points = tuple(before + change for before, change in zip(points, played.states[-1].deltas, strict=True))
    return "".join(texts), points
