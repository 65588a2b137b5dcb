"""The counting principles for chows: which of the fans among the chows of one reading count (MCR-4.11).

A fan of two chows is an edge between them. A set may be used again only to join one that was not used yet
(account-once, MCR-4.10), so the edges form no cycle, and not twice for the same fan (MCR-4.9). The best selection is
found by trying all of them: four chows have at most six edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.rules.mcr.conditions.chows import Chows
from engine.rules.mcr.patterns import Fan

Grouping = tuple[tuple[Fan, tuple[int, ...]], ...]
"""Fans with the chows that earn them, each chow named by its index."""


def chow_fans(chows: Chows, rows: Sequence[Fan]) -> Grouping:
    """Every fan that is there among the chows, whether it can count beside the others or not."""
    return tuple((row, sets) for row in rows for sets in row.when(chows))


def best_grouping(chows: Chows, rows: Sequence[Fan]) -> Grouping:
    """The grouping with the highest total among those allowed; among equals the first in the order of the rows."""
    found = chow_fans(chows, rows)
    return max(groupings(chows, found), key=worth) if len(found) > 1 else found


def worth(grouping: Grouping) -> int:
    """The points of a grouping."""
    return sum(row.value for row, _ in grouping)


def groupings(chows: Chows, found: Grouping) -> Iterator[Grouping]:
    """All groupings of these fans that cannot take one more: with a fan of four chows, of three, or of pairs only."""
    pairs = [item for item in found if len(item[1]) == 2]
    for item in found:
        if len(item[1]) == 4:
            yield (item,)
        elif len(item[1]) == 3:
            # The fourth chow may be combined once with one of the three; among the three nothing more counts.
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
    """True when the fans close no circle and no chow is used twice for the same fan (MCR-4.9, MCR-4.10)."""
    group = list(range(chows))
    used = set()
    for row, (a, b) in edges:
        if group[a] == group[b] or (row.id, a) in used or (row.id, b) in used:
            return False
        used.add((row.id, a))
        used.add((row.id, b))
        joined = group[a]
        group = [group[b] if own == joined else own for own in group]
    return True
