"""Charts of figures as coordinates, in units of their drawings; a table beside each shows the same values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import log
from typing import NamedTuple

WIDTH, HEIGHT = 640, 200
EDGE = 24
MOST_BARS = 16
STEP = 44


class Bin(NamedTuple):
    """Bar of a distribution: games with a score from `start` up to, without, `end`."""

    start: int
    end: int
    games: int
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return round(self.x + self.width / 2, 1)


def draw_distribution(scores: Iterable[Fraction]) -> list[Bin]:
    """Return the bars of a distribution of scores, at most 16, with round bounds.

    >>> [bar[:3] for bar in draw_distribution([Fraction(-30), Fraction(5), Fraction(8), Fraction(30)])]
    [(-30, -25, 1), (-25, -20, 0), (-20, -15, 0), (-15, -10, 0), (-10, -5, 0), (-5, 0, 0), (0, 5, 0), (5, 10, 2), \
(10, 15, 0), (15, 20, 0), (20, 25, 0), (25, 30, 0), (30, 35, 1)]
    """
    amounts = list(scores)
    if not amounts:
        return []
    width = _choose_width(max(amounts) - min(amounts))
    counts = Counter(amount.numerator // (amount.denominator * width) for amount in amounts)
    numbers = range(min(counts), max(counts) + 1)
    most, step = max(counts.values()), WIDTH / len(numbers)
    bars = []
    for index, number in enumerate(numbers):
        height = round(counts[number] / most * (HEIGHT - 2 * EDGE), 1)
        place = (round(index * step + 1, 1), round(HEIGHT - EDGE - height, 1), round(step - 2, 1), height)
        bars.append(Bin(number * width, (number + 1) * width, counts[number], *place))
    return bars


def _choose_width(span: Fraction) -> int:
    width, factors = 1, (2, Fraction(5, 2), 2)
    number = 0
    while span / width > MOST_BARS - 2:
        width = int(width * factors[number % 3])
        number += 1
    return width


class Dot(NamedTuple):
    key: int
    x: float
    y: float


@dataclass(frozen=True)
class DotChart:
    """Rates of players against each other, the first to the right, the second upwards."""

    dots: tuple[Dot, ...]
    most_x: int
    most_y: int
    """Per cent at the ends of the axes."""

    @property
    def ends(self) -> tuple[tuple[int, int, str], ...]:
        """Labels of the axes with their places."""
        return (
            (EDGE, HEIGHT - 10, "0 %"),
            (WIDTH - EDGE - 12, HEIGHT - 10, f"{self.most_x} %"),
            (EDGE, EDGE - 8, f"{self.most_y} %"),
        )


def draw_dots(rates: Mapping[int, tuple[float, float]]) -> DotChart | None:
    """Draw each player's two rates; None without a player.

    >>> draw_dots({7: (0.25, 0.125)}).dots
    (Dot(key=7, x=517.3, y=81.0),)
    """
    if not rates:
        return None
    most_x, most_y = (
        min(100, (int(max(pair[axis] for pair in rates.values()) * 100) // 10 + 1) * 10) for axis in (0, 1)
    )
    dots = tuple(
        Dot(
            key,
            round(EDGE + x * 100 / most_x * (WIDTH - 2 * EDGE), 1),
            round(HEIGHT - EDGE - y * 100 / most_y * (HEIGHT - 2 * EDGE), 1),
        )
        for key, (x, y) in rates.items()
    )
    return DotChart(dots, most_x, most_y)


LABEL = 12
MARGIN = 30


class Trail(NamedTuple):
    """Line of a player's places, with its last point and the height of its label."""

    key: int
    places: tuple[int, ...]
    points: str
    x: float
    y: float
    label_y: float


def draw_trails(progress: Sequence[Sequence[int]]) -> list[Trail]:
    """Return the lines of places round by round, the first wider apart; rows: a player's key and places, 0 for none.

    >>> [trail.points for trail in draw_trails([[7, 2, 1], [8, 1, 2]])]
    ['22,176 66,24', '22,24 66,176']
    """
    lowest = max((place for _key, *places in progress for place in places), default=1)
    step = compute_step(max((len(places) for _key, *places in progress), default=1))
    drawn = []
    for key, *places in progress:
        marks = [
            (round((index + 0.5) * step, 1), round(EDGE + log(place) / log(max(2, lowest)) * (HEIGHT - 2 * EDGE), 1))
            for index, place in enumerate(places)
            if place
        ]
        if marks:
            drawn.append((key, tuple(places), " ".join(f"{x:g},{y:g}" for x, y in marks), *marks[-1]))
    labels = spread_labels([line[-1] for line in drawn])
    return [Trail(*line, label) for line, label in zip(drawn, labels, strict=True)]


def compute_step(rounds: int) -> float:
    """Return the distance of two rounds, so that all of them fit the width."""
    return min(STEP, (WIDTH - MARGIN) / max(1, rounds))


def compute_trail_width(rounds: int) -> float:
    return round(compute_step(rounds) * max(1, rounds) + MARGIN, 1)


def spread_labels(heights: Sequence[float]) -> list[float]:
    """Return heights for labels near the heights of their points, each `LABEL` from the next, within the drawing.

    >>> spread_labels([24, 24, 170, 176])
    [24, 36, 170, 182]
    """
    order = sorted(range(len(heights)), key=lambda index: (heights[index], index))
    spread: list[float] = list(heights)
    for upper, index in pairwise(order):
        spread[index] = max(spread[index], spread[upper] + LABEL)
    lowest = HEIGHT - EDGE / 2
    for index in reversed(order):
        spread[index] = min(spread[index], lowest)
        lowest = spread[index] - LABEL
    return spread
