"""Places over time as coordinates; the table of events beside the chart shows the same values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

STEP, HEIGHT, EDGE = 44, 120, 16


@dataclass(frozen=True)
class PlacesChart:
    """Share of the field behind the person, on top the first place. `marks`: (x, y, place, field) of each event."""

    width: int
    points: str
    marks: tuple[tuple[int, float, int, int], ...]
    height: int = HEIGHT


def draw_places(results: Sequence[tuple[int, int]]) -> PlacesChart | None:
    """Draw (place, field) of events in order of time; None for fewer than two.

    >>> draw_places([(4, 4), (1, 4)]).points
    '22,104 66,16'
    """
    if len(results) < 2:
        return None
    marks = tuple(
        (
            index * STEP + STEP // 2,
            round((place - 1) / max(1, of - 1) * (HEIGHT - 2 * EDGE) + EDGE, 1),
            place,
            of,
        )
        for index, (place, of) in enumerate(results)
    )
    return PlacesChart(len(results) * STEP, " ".join(f"{x:g},{y:g}" for x, y, *_place in marks), marks)
