"""Search of a Swiss round: matching, annealing by eights, then the best of 2,627,625 ways to seat four near tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from tournaments.seating.logic.arrays import FloatArray, IntArray
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.search import SPLITS, Progress, reseat_table_pairs

WINDOW = 8
"""Neighbours in standing that are matched at the start; further ones never pay."""
SWEEPS = 900
BLOCKS = 160
HOT, COLD = 300.0, 20.0
"""Temperatures in squared places: hotter leaves the standings, colder is caught in its first repeat."""
ANNEALED = 0.5
_NEAR = 6
_PAIRS: list[tuple[int, ...]] = list(combinations(range(8), 2))
_FOURS: list[tuple[int, ...]] = list(combinations(range(8), 4))
_WINDS: list[tuple[int, ...]] = list(combinations(range(4), 2))
_OTHER = [_WINDS.index(tuple(w for w in range(4) if w not in both)) for both in _WINDS]
_HALF_A = np.array([_PAIRS.index(four[:2]) for four in _FOURS])
_HALF_B = np.array([_PAIRS.index(four[2:]) for four in _FOURS])
_FIRST = np.array([_FOURS.index(tuple(sorted(split[:4]))) for split in SPLITS.tolist()])
_SECOND = np.array([_FOURS.index(tuple(sorted(split[4:]))) for split in SPLITS.tolist()])
_ONE = np.array([a for a, _ in _PAIRS])
_TWO = np.array([b for _, b in _PAIRS])


@dataclass(frozen=True, slots=True, eq=False)
class TableGrouping:
    tables: IntArray
    cost: float


class Costs:
    """Costs of tables: symmetric pair prices `weight` (n, n), and wind prices `uneven` (n, 4) in the best order."""

    def __init__(self, weight: FloatArray, uneven: FloatArray) -> None:
        self.players = len(weight)
        self.weight = weight
        self._both: FloatArray | None = None
        if uneven.any():
            both = np.empty((self.players, self.players, len(_WINDS)))
            # A pair of winds at a time: of 1,600 players all of them have 120 MB, and so would each step to them.
            for index, (first, two) in enumerate(_WINDS):
                orders = np.add.outer(uneven[:, first], uneven[:, two]), np.add.outer(uneven[:, two], uneven[:, first])
                np.minimum(*orders, out=both[..., index])
            self._both = both.reshape(-1, len(_WINDS))

    def of(self, tables: IntArray) -> FloatArray:
        a, b, c, d = (tables[..., i] for i in range(4))
        weight = self.weight
        total: FloatArray = weight[a, b] + weight[a, c] + weight[a, d] + weight[b, c] + weight[b, d] + weight[c, d]
        if self._both is not None:
            first_pair, second_pair = (
                self._take_by_winds(self._both, pairs) for pairs in (a * self.players + b, c * self.players + d)
            )
            total = total + (first_pair + second_pair[_OTHER]).min(axis=0)
        return total

    def winds(self, eight: IntArray) -> FloatArray:
        """Return, for each eight players, the price of the winds in each of the 35 splits."""
        if self._both is None:
            return np.zeros((*eight.shape[:-1], 35))
        both = self._take_by_winds(self._both, eight[..., _ONE] * self.players + eight[..., _TWO])
        four = (both.take(_HALF_A, axis=-1) + both[_OTHER].take(_HALF_B, axis=-1)).min(axis=0)
        result: FloatArray = four.take(_FIRST, axis=-1) + four.take(_SECOND, axis=-1)
        return result

    @staticmethod
    def _take_by_winds(both: FloatArray, pairs: IntArray) -> FloatArray:
        """Return the prices of pairs of players, those of a pair of winds beside each other: so numpy compares fast."""
        return np.ascontiguousarray(np.moveaxis(both.take(pairs, axis=0), -1, 0))


def list_groupings(
    costs: Costs, noise: Noise, steps: int | None = None, progress: Progress | None = None
) -> list[TableGrouping]:
    """Return distinct groupings, cheapest first; `steps` are sweeps and, in proportion, blocks."""
    sweeps = SWEEPS if steps is None else steps
    passed = sorted(_iterate_annealed(costs, noise, sweeps, progress), key=lambda grouping: grouping.cost)
    best = finish_grouping(costs, passed[0].tables, noise, steps, progress)
    groupings_seen: set[tuple[tuple[int, ...], ...]] = set()
    result = []
    for grouping in (best, *passed):
        key = tuple(sorted(tuple(sorted(table)) for table in grouping.tables.tolist()))
        if key not in groupings_seen:
            groupings_seen.add(key)
            result.append(grouping)
    return result


def _iterate_annealed(costs: Costs, noise: Noise, sweeps: int, progress: Progress | None) -> Iterator[TableGrouping]:
    n = costs.players
    start = np.array(match_foursomes(costs.weight), dtype=np.int64)
    yield TableGrouping(start, float(costs.of(start).sum()))
    if n == 4:
        return
    copies = 8 if n <= 48 else 4 if n <= 100 else 2
    tables = np.repeat(start[None], copies, axis=0)
    rows = np.arange(copies)[:, None]

    def weigh(_: IntArray, a: IntArray, b: IntArray) -> FloatArray:
        return costs.weight[a, b]

    for step in range(sweeps):
        share = step / sweeps
        if progress is not None:
            progress(ANNEALED * share)
        heat = HOT * (COLD / HOT) ** share if share < 0.93 else 0.0
        if step % 25 == 0:
            tables = tables[rows, np.argsort(tables.mean(axis=2), axis=1)]
        tables = reseat_table_pairs(tables, weigh, heat, noise, near=_NEAR, extra=costs.winds)
        if step == sweeps - 1 or (share > 0.4 and step % 8 == 7):
            for copy, cost in zip(tables, costs.of(tables).sum(axis=1).tolist(), strict=True):
                yield TableGrouping(copy.copy(), cost)


def match_foursomes(weight: FloatArray) -> list[list[int]]:
    """Return tables of four from square pair costs, nearly cheapest: the best pairs, then the best pairs of pairs."""
    couples = _match_couples(weight)
    first, second = np.array(couples).T
    # In the order of the sum of a square of four: fractions of places then round alike wherever it is drawn again.
    merged = (
        weight[np.ix_(first, first)]
        + weight[np.ix_(first, second)]
        + weight[np.ix_(second, first)]
        + weight[np.ix_(second, second)]
    )
    return [[*couples[a], *couples[b]] for a, b in _match_couples(merged)]


def _match_couples(weight: FloatArray) -> list[list[int]]:
    """Match near neighbours; big fields in pieces of about forty, since matching is cubic."""
    import networkx as nx  # here: it takes a third of a second to load, and few processes match

    pairs: list[list[int]] = []
    n, start = len(weight), 0
    while start < n:
        stop = n if n <= 64 or n - start < 60 else start + 40
        graph: nx.Graph[int] = nx.Graph()
        for a in range(start, stop):
            for b in range(a + 1, min(stop, a + 1 + WINDOW)):
                graph.add_edge(a, b, weight=float(weight[a, b]))
        pairs += (sorted(edge) for edge in nx.min_weight_matching(graph))
        start = stop
    seated = {i for both in pairs for i in both}
    unseated = [i for i in range(n) if i not in seated]
    return sorted([*pairs, *(unseated[i : i + 2] for i in range(0, len(unseated), 2))])


@cache
def _build_splits_of_sixteen() -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Return, of sixteen seats, the fours (1820, 4); for the 35 splits of each eight (12870) the two fours; and for the
    first 6435 eights, which have seat 0, the eight of the others.
    """
    fours = np.array(list(combinations(range(16), 4)))
    eights = np.array(list(combinations(range(16), 8)))
    index_of = np.zeros(1 << 16, dtype=np.int64)
    index_of[(1 << fours).sum(axis=1)] = np.arange(len(fours))
    first = index_of[(1 << eights[:, SPLITS[:, :4]]).sum(axis=2)]
    second = index_of[(1 << eights[:, SPLITS[:, 4:]]).sum(axis=2)]
    marks = (1 << eights).sum(axis=1)
    index_of[marks] = np.arange(len(eights))
    half = len(eights) // 2
    return fours, np.ascontiguousarray(first.T), np.ascontiguousarray(second.T), index_of[(1 << 16) - 1 - marks[:half]]


def _reseat_sixteen(costs: Costs, sixteen: IntArray) -> tuple[IntArray, float]:
    fours, first, second, others = _build_splits_of_sixteen()
    tables = sixteen[fours]
    table_costs = costs.of(tables)
    # Without a check of each index, which takes as long as all the rest.
    split = table_costs.take(first, mode="clip")
    split += table_costs.take(second, mode="clip")
    least = split.min(axis=0)
    totals = least[: len(others)] + least[others]
    cheapest = int(totals.argmin())
    two = int(others[cheapest])
    way, way_of_others = split[:, cheapest].argmin(), split[:, two].argmin()
    chosen = [
        first[way, cheapest],
        second[way, cheapest],
        first[way_of_others, two],
        second[way_of_others, two],
    ]
    return tables[chosen], float(totals[cheapest])


def finish_grouping(
    costs: Costs, tables: IntArray, noise: Noise, steps: int | None = None, progress: Progress | None = None
) -> TableGrouping:
    """Reseat the dearest of four random tables with three near it in standing, again and again."""
    tables, count = tables.copy(), len(tables)
    reach = min(_NEAR + 1, count)
    blocks = max(BLOCKS, costs.players) * (SWEEPS if steps is None else steps) // SWEEPS
    # Few tables give few blocks; four tries of each are plenty (and fewer than four tables give none).
    blocks = min(blocks, 4 * comb(count, 4))
    for block in range(blocks):
        if progress is not None:
            progress(ANNEALED + (1 - ANNEALED) * block / blocks)
        if block % 8 == 0:
            tables = tables[np.argsort(tables.mean(axis=1), kind="stable")]
        some = noise.order(1, count)[0, :4]
        middle = int(some[costs.of(tables[some]).argmax()])
        low = min(max(0, middle - reach // 2), count - reach)
        near = low + noise.order(1, reach)[0]
        chosen = np.array([middle, *near[near != middle][:3]])
        anew, cost = _reseat_sixteen(costs, np.sort(tables[chosen], axis=None))
        if cost < float(costs.of(tables[chosen]).sum()):
            tables[chosen] = anew
    return TableGrouping(tables, float(costs.of(tables).sum()))
