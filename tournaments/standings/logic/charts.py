"""Charts as coordinates, in units of their drawings; a table beside each shows the same values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

from tournaments.core.text.numbers import format_signed

LINE, BARS = 130, 100
EDGE = 18
"""Room above the highest and below the lowest mark, for its label."""
SCALE: Final = 5
"""Hundredths of the width that the scale of places takes."""
FEW: Final = 10
"""Rounds up to which each has its labels on a phone, too."""


@dataclass(frozen=True)
class RoundMark:
    """A round in the chart, `x` in hundredths of its width; without a place `y` is 0, without a score `label` empty."""

    round: int
    x: float
    place: int = 0
    y: float = 0
    label: str = ""
    label_y: float = 0
    end: float = 0
    """Height at which the bar of the score ends."""
    below: bool = False


@dataclass(frozen=True)
class RoundsChart:
    """Places and scores of a player; widths are hundredths, so that the chart fills any page."""

    of: int
    marks: tuple[RoundMark, ...]
    lines: tuple[tuple[float, float, float, float], ...]
    """(x, y, x, y) between the places of two rounds."""
    zero: float
    top: int = EDGE
    bottom: int = LINE - EDGE
    line_height: int = LINE
    height: int = LINE + BARS + EDGE

    @property
    def scale(self) -> tuple[tuple[int, int], ...]:
        """Return height and place of the first and the last place."""
        return ((self.top, 1), (self.bottom, self.of))

    @property
    def is_long(self) -> bool:
        return len(self.marks) > FEW


def find_quarter(place: int, of: int) -> int:
    """Return the quarter of the field in which a place lies, 1 for the best, 4 for the last; 0 without a place.

    >>> [find_quarter(place, 8) for place in (1, 2, 3, 8, 0)]
    [1, 1, 2, 4, 0]
    """
    return min(4, -(-4 * place // max(of, 1)))


def draw_rounds_chart(rounds: Sequence[tuple[int, int, Fraction | None]], of: int, planned: int = 0) -> RoundsChart:
    """Draw (round, place after it, score in it) in order, with room for the rounds that are `planned`.

    >>> drawn = draw_rounds_chart([(1, 4, Fraction(10)), (2, 1, Fraction(-20))], 4)
    >>> drawn.lines, [(mark.place, mark.label) for mark in drawn.marks]
    (((28.75, 112.0, 76.25, 18.0),), [(4, '+10'), (1, '−20')])
    >>> [mark.x for mark in draw_rounds_chart([(1, 4, None)], 4, planned=2).marks]
    [28.75, 76.25]
    """
    results = {number: (place, score) for number, place, score in rounds}
    count = max([planned, *results])
    scores = [score for _place, score in results.values() if score is not None]
    most, least = max([Fraction(0), *scores]), min([Fraction(0), *scores])
    scale = (BARS - 2 * EDGE) / (float(most - least) or 1.0)
    zero = round(LINE + EDGE + float(most) * scale, 1)
    marks = tuple(
        _draw_mark(number, count, *results.get(number, (0, None)), of=of, zero=zero, scale=scale)
        for number in range(1, count + 1)
    )
    placed = [mark for mark in marks if mark.place]
    lines = tuple((first.x, first.y, second.x, second.y) for first, second in pairwise(placed))
    return RoundsChart(of, marks, lines, zero)


def _draw_mark(
    number: int, count: int, place: int, score: Fraction | None, *, of: int, zero: float, scale: float
) -> RoundMark:
    x = round(SCALE + (number - 0.5) / count * (100 - SCALE), 2)
    y = _compute_height(place, of, LINE - 2 * EDGE) + EDGE if place else 0
    if score is None:
        return RoundMark(number, x, place, y)
    length = max(1.0, abs(float(score)) * scale)
    end = zero + length if score < 0 else zero - length
    label_y = end + (13 if score < 0 else -4)
    return RoundMark(number, x, place, y, format_signed(score), round(label_y, 1), round(end, 1), score < 0)


def _compute_height(place: int, of: int, room: float) -> float:
    return round((place - 1) / max(1, of - 1) * room, 1)
