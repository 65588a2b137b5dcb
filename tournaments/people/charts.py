"""Places over time as coordinates; the table of events beside the chart shows the same values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

HEIGHT, EDGE = 140, 20


@dataclass(frozen=True)
class PlacesChart:
    """Share of the field behind the person, on top the first place; widths are hundredths of the page's.

    `marks`: (x, y, place, field) of each event; `lines`: (x, y, x, y) between two.
    """

    marks: tuple[tuple[float, float, int, int], ...]
    lines: tuple[tuple[float, float, float, float], ...]
    height: int = HEIGHT
    top: int = EDGE
    bottom: int = HEIGHT - EDGE


def draw_places(results: Sequence[tuple[int, int]]) -> PlacesChart | None:
    """Draw (place, field) of events in order of time; None for fewer than two.

    >>> draw_places([(4, 4), (1, 4)]).lines
    ((25.0, 120.0, 75.0, 20.0),)
    """
    if len(results) < 2:
        return None
    marks = tuple(
        (
            round((index + 0.5) / len(results) * 100, 2),
            round((place - 1) / max(1, of - 1) * (HEIGHT - 2 * EDGE) + EDGE, 1),
            place,
            of,
        )
        for index, (place, of) in enumerate(results)
    )
    lines = tuple((*first[:2], *second[:2]) for first, second in pairwise(marks))
    return PlacesChart(marks, lines)
