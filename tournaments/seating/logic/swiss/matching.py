"""The start of a Swiss round: cheapest pairs, then cheapest pairs of pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

WINDOW = 8
"""Only neighbours this near in standing are candidates: further ones never pay, and the matching stays quick."""


def foursomes(weight: NDArray[np.float64]) -> list[list[int]]:
    """Tables of four indices from a square matrix of pair costs (n a multiple of four), nearly cheapest.

    Exact at each of its two stages, not over both; the annealing that follows mends the rest.
    """
    couples = _couples(weight, WINDOW)
    merged = np.array(
        [[weight[np.ix_(one, two)].sum() if one is not two else 0.0 for two in couples] for one in couples]
    )
    return [[*couples[a], *couples[b]] for a, b in _couples(merged, WINDOW)]


def _couples(weight: NDArray[np.float64], window: int) -> list[list[int]]:
    """A cheapest perfect matching among near neighbours, sorted; leftovers of an odd kind are paired in order."""
    import networkx as nx  # here: it takes a third of a second to load, and few processes match

    n = len(weight)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(n))
    for a in range(n):
        for b in range(a + 1, min(n, a + 1 + window)):
            graph.add_edge(a, b, weight=float(weight[a, b]))
    matched = nx.min_weight_matching(graph) if n <= 64 else _in_pieces(weight, window)
    pairs = sorted(sorted(edge) for edge in matched)
    return _complete(pairs, n)


def _in_pieces(weight: NDArray[np.float64], window: int) -> set[tuple[int, int]]:
    """Big fields in pieces of about forty: the general algorithm is cubic, and a seam costs next to nothing."""
    import networkx as nx

    result: set[tuple[int, int]] = set()
    n = len(weight)
    for start in range(0, n, 40):
        stop = n if n - start < 60 else start + 40
        graph: nx.Graph[int] = nx.Graph()
        for a in range(start, stop):
            for b in range(a + 1, min(stop, a + 1 + window)):
                graph.add_edge(a, b, weight=float(weight[a, b]))
        result |= nx.min_weight_matching(graph)
        if stop == n:
            break
    return result


def _complete(pairs: Sequence[Sequence[int]], n: int) -> list[list[int]]:
    seated = {i for both in pairs for i in both}
    rest = [i for i in range(n) if i not in seated]
    return sorted([*(list(both) for both in pairs), *(rest[i : i + 2] for i in range(0, len(rest), 2))])
