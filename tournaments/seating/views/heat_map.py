from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.entries.models.entries import Entry
from tournaments.seating.logic.measures import compute_meeting_matrix
from tournaments.seating.logic.schedule import Rounds

if TYPE_CHECKING:
    from tournaments.seating.logic.arrays import IntArray

MAX_TIMES = 3
STEPS = (1, 2, 5, 10, 20, 50, 100)
MAX_TICKS = 8
MAX_FIGURES = 24


OPACITY = (0, 0.3, 0.65, 1)
"""Opacity of the squares; an attribute, since no style sheet reaches into a mirrored part."""

MeetingLevel = tuple[int, int, str, float]
"""Times (`MAX_TIMES`: or more), number of pairs, their squares as an SVG path, opacity."""


@dataclass(frozen=True)
class HeatMap:
    """Square of `size` units, a row and a column a player. Paths are strokes one unit wide, right of the diagonal, to
    be mirrored. `people`: number and name by row; `ticks`: (position, number); `again`: pairs met twice or more, with
    times; `figures`: (column, row, times), both halves; `more`, `fewer`: squares of pairs that meet more or less often
    than before.
    """

    size: int
    people: str
    ticks: tuple[tuple[float, int], ...]
    levels: tuple[MeetingLevel, ...]
    again: tuple[tuple[int, int, int], ...]
    figures: tuple[tuple[float, float, int], ...] = ()
    more: str = ""
    fewer: str = ""

    @property
    def view_box(self) -> str:
        margin, side = round(self.size * 0.1, 2), round(self.size * 1.14, 2)
        return f"{-margin} {-margin} {side} {side}"

    @property
    def tick_size(self) -> float:
        return round(self.size * 0.032, 2)


def build_heat_map(rounds: Rounds, entries: Mapping[int, Entry], before: Rounds | None = None) -> HeatMap:
    """Return the map of these rounds, players by number, compared with `before`."""
    people = sorted({player for part in (rounds, before or ()) for r in part for table in r for player in table})
    met = compute_meeting_matrix(rounds, people)
    paths: dict[int, list[str]] = {times: [] for times in range(MAX_TIMES + 1)}
    again = []
    figures: list[tuple[float, float, int]] = []
    for i, j, times in _list_squares(met):
        if times > 1 and i != j and len(people) <= MAX_FIGURES:
            figures.append((j + 0.5, i + 0.5, times))
        if i < j:
            paths[min(times, MAX_TIMES)].append(f"M{j} {i}h1")
            if times > 1:
                again.append((people[i], people[j], times))
    size = len(people)
    never = size * (size - 1) // 2 - sum(len(cells) for cells in paths.values())
    step = next((step for step in STEPS if size / step <= MAX_TICKS), STEPS[-1])
    changed = met - compute_meeting_matrix(before, people) if before is not None else met * 0
    return HeatMap(
        size,
        "\n".join(str(entries.get(number, number)) for number in people),
        tuple((index + 0.5, number) for index, number in enumerate(people) if number % step == 0),
        tuple(
            (times, len(cells) or never * (times == 0), "".join(cells), OPACITY[times])
            for times, cells in paths.items()
        ),
        tuple(again),
        tuple(figures),
        more="".join(f"M{j} {i}h1v1h-1z" for i, j, by in _list_squares(changed) if by > 0),
        fewer="".join(f"M{j} {i}h1v1h-1z" for i, j, by in _list_squares(changed) if by < 0),
    )


def _list_squares(matrix: IntArray) -> list[tuple[int, int, int]]:
    rows, columns = matrix.nonzero()
    return [(int(i), int(j), int(matrix[i, j])) for i, j in zip(rows, columns, strict=True)]
