"""Who meets whom how often, as a picture: one square a pair, darker for each further meeting."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.seating.measures import meeting_matrix
from tournaments.seating.schedule import Rounds


@dataclass(frozen=True)
class HeatMap:
    """A square of `size` units; `paths` are (times met, SVG path of all squares met so often); `again` the
    pairs met twice or more.
    """

    size: int
    paths: tuple[tuple[int, str], ...]
    again: tuple[tuple[int, int, int], ...]


def heat_map(rounds: Rounds) -> HeatMap:
    """The picture of these rounds, players in the order of their numbers."""
    people = sorted({player for round_ in rounds for table in round_ for player in table})
    met = meeting_matrix(rounds, people)
    paths: dict[int, list[str]] = {}
    again = []
    for i in range(len(people)):
        for j in range(len(people)):
            times = int(met[i, j])
            if times:
                paths.setdefault(min(times, 3), []).append(f"M{j} {i}h1v1h-1z")
                if i < j and times > 1:
                    again.append((people[i], people[j], times))
    return HeatMap(len(people), tuple((n, "".join(paths[n])) for n in sorted(paths)), tuple(again))
