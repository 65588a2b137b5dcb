"""Who meets whom how often, as a picture: one square a pair, darker for each further meeting."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.seating.measures import IntArray, meeting_matrix
from tournaments.seating.schedule import Rounds


@dataclass(frozen=True)
class HeatMap:
    """A square of `size` units; `paths` are (times met, SVG path of all squares met so often); `again` the
    pairs met twice or more. `more` and `fewer` are the paths of the pairs that meet more or less often than before.
    """

    size: int
    paths: tuple[tuple[int, str], ...]
    again: tuple[tuple[int, int, int], ...]
    more: str = ""
    fewer: str = ""


def heat_map(rounds: Rounds, before: Rounds | None = None) -> HeatMap:
    """The picture of these rounds, players in the order of their numbers; against other rounds where given."""
    people = sorted({player for part in (rounds, before or ()) for r in part for table in r for player in table})
    met = meeting_matrix(rounds, people)
    paths: dict[int, list[str]] = {}
    again = []
    for i, j, times in _squares(met):
        paths.setdefault(min(times, 3), []).append(f"M{j} {i}h1v1h-1z")
        if i < j and times > 1:
            again.append((people[i], people[j], times))
    changed = met - meeting_matrix(before, people) if before is not None else met * 0
    return HeatMap(
        len(people),
        tuple((n, "".join(paths[n])) for n in sorted(paths)),
        tuple(again),
        more="".join(f"M{j} {i}h1v1h-1z" for i, j, by in _squares(changed) if by > 0),
        fewer="".join(f"M{j} {i}h1v1h-1z" for i, j, by in _squares(changed) if by < 0),
    )


def _squares(matrix: IntArray) -> list[tuple[int, int, int]]:
    """(row, column, value) of every square that is not zero, row by row."""
    rows, columns = matrix.nonzero()
    return [(int(i), int(j), int(matrix[i, j])) for i, j in zip(rows, columns, strict=True)]
