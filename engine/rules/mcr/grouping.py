"""Grouping of chows: the best selection of fans among the chows of one reading (MCR-4.11).

A fan of two chows is an edge between them. A set may be reused only to join an unused one (account-once, MCR-4.10), so
the edges form no cycle, and never twice for the same fan (MCR-4.9). All selections are tried, since four chows have at
most six edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.rules.mcr.conditions.chows import Chows
from engine.rules.mcr.patterns import Fan

Grouping = tuple[tuple[Fan, tuple[int, ...]], ...]


def chow_fans(chows: Chows, rows: Sequence[Fan]) -> Grouping:
    return tuple((row, sets) for row in rows for sets in row.when(chows))


def best_grouping(chows: Chows, rows: Sequence[Fan]) -> Grouping:
    """Allowed grouping with the highest total; among equals the first in row order."""
    fans = chow_fans(chows, rows)
    return max(groupings(chows, fans), key=grouping_points) if len(fans) > 1 else fans


def grouping_points(grouping: Grouping) -> int:
    return sum(row.value for row, _ in grouping)


def groupings(chows: Chows, fans: Grouping) -> Iterator[Grouping]:
    """Yield all maximal groupings: with a fan of four chows, of three, or of pairs only."""
    pairs = [item for item in fans if len(item[1]) == 2]
    for item in fans:
        if len(item[1]) == 4:
            yield (item,)
        elif len(item[1]) == 3:
            # The fourth chow may combine once with one of the three; among the three no other fan counts.
            joining = [pair for pair in pairs if not set(pair[1]) <= set(item[1])]
            yield from ((item, pair) for pair in joining)
            if not joining:
                yield (item,)
    for size in range(min(len(chows.firsts) - 1, len(pairs)), 0, -1):
        chosen = [edges for edges in combinations(pairs, size) if _is_forest(edges, len(chows.firsts))]
        if chosen:
            # Every fan of two chows is worth one point, so fewer of them are never better.
            yield from chosen
            return


def _is_forest(edges: Grouping, chows: int) -> bool:
    group = list(range(chows))
    used = set()
    for row, (a, b) in edges:
        if group[a] == group[b] or (row.id, a) in used or (row.id, b) in used:
            return False
        used.add((row.id, a))
        used.add((row.id, b))
        joined = group[a]
        group = [group[b] if label == joined else label for label in group]
    return True
