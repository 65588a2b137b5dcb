"""What every possible table of a Swiss round costs, and all tables cheaper than their players are charged for.

A field of 208 has 75 million tables, but few are ever of interest: with a charge for each player, a table counts only
if it costs less than its four players' charges and a limit. Those are found without looking at the others. Let a
pair's share be its price less a third of both charges; then a table's cost less its charges is half the sum of its
four triples of shares, and so a table below a limit has a triple below half of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from tournaments.seating.arrays import FloatArray, IntArray
from tournaments.seating.swiss.rounds import Prices

_SLACK = 1e-6
"""Sums of thirds are not exact: so much more is looked at than wanted, then weighed exactly."""
_MOST_TRIPLES = 2_000_000
_MOST_CANDIDATES = 8_000_000
_CHUNK = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Below:
    """Tables (sorted indices, a row a table) with their costs and what remains of them after the charges, least first.

    `complete`: no other table remains below the limit.
    """

    tables: IntArray
    costs: FloatArray
    remains: FloatArray
    complete: bool


class TableCosts:
    """The costs of all tables of one round, by index into the people of its `Prices`."""

    def __init__(self, prices: Prices) -> None:
        self.players = len(prices.people)
        self.weight = prices.weight
        self.uneven = prices.uneven
        self.step = _step(prices)

    def of(self, tables: IntArray) -> FloatArray:
        """The cost of each table (rows of four indices) with its players in the best order of winds."""
        total = _cheapest_order(self.uneven[tables])
        for one, two in combinations(range(4), 2):
            total += self.weight[tables[:, one], tables[:, two]]
        return total

    def below(self, charges: FloatArray, limit: float, most: int = 200_000) -> Below:
        """All tables whose cost less the charges of their four players is below `limit`, but not more than `most`.

        A limit that would want millions looked at is given up on the way: a part of them comes back, not `complete`.
        """
        share = self.weight - (charges[:, None] + charges[None, :]) / 3
        np.fill_diagonal(share, np.inf)
        triples, remains, complete = self._triples(share, limit)
        keys = [np.zeros(0, dtype=np.int64)]
        n, candidates = self.players, 0
        for start in range(0, len(triples), _CHUNK):
            if candidates > _MOST_CANDIDATES:
                complete = False
                break
            part = triples[start : start + _CHUNK]
            rest = remains[start : start + _CHUNK, None] + share[part].sum(axis=1)
            row, fourth = np.nonzero(rest < limit + _SLACK)
            four = np.sort(np.column_stack([part[row], fourth]), axis=1)
            keys.append(np.unique(four @ np.array([n**3, n**2, n, 1])))
            candidates += len(keys[-1])
        key = np.unique(np.concatenate(keys))
        tables = np.column_stack([key // n**3, key // n**2 % n, key // n % n, key % n])
        costs = self.of(tables)
        left = costs - charges[tables].sum(axis=1)
        chosen = np.nonzero(left < limit)[0]
        chosen = chosen[np.argsort(left[chosen], kind="stable")]
        complete = complete and len(chosen) <= most
        chosen = chosen[:most]
        return Below(tables[chosen], costs[chosen], left[chosen], complete)

    def _triples(self, share: FloatArray, limit: float) -> tuple[IntArray, FloatArray, bool]:
        """Every three players who may sit at such a table, what remains of the three with their winds, and whether
        these are all.
        """
        n = self.players
        half = limit / 2 + _SLACK
        threes, sums, count = [np.zeros((0, 3), dtype=np.int64)], [np.zeros(0)], 0
        for first in range(n - 2):
            later = share[first, first + 1 :]
            total = later[:, None] + later[None, :] + share[first + 1 :, first + 1 :]
            second, third = np.nonzero(np.triu(total < half, 1))
            remains = total[second, third]
            three = np.column_stack([np.full(len(second), first), second + first + 1, third + first + 1])
            # The winds of a table cost at least those of each three of its players, so a quarter of their sum.
            winds = _cheapest_order(self.uneven[three])
            kept = remains + winds / 2 < half
            threes.append(three[kept])
            sums.append(remains[kept] + winds[kept])
            count += len(sums[-1])
            if count > _MOST_TRIPLES:
                return np.concatenate(threes), np.concatenate(sums), False
        return np.concatenate(threes), np.concatenate(sums), True


def _cheapest_order(uneven: FloatArray) -> FloatArray:
    """For each group of players (groups, players, 4 winds) the least sum over all ways to give them different winds."""
    size = uneven.shape[1]
    best = np.full(len(uneven), np.inf)
    for winds in permutations(range(4), size):
        total = uneven[:, 0, winds[0]].copy()
        for player in range(1, size):
            total += uneven[:, player, winds[player]]
        np.minimum(best, total, out=best)
    return best


def _step(prices: Prices) -> float:
    """What the costs of two seatings of the round differ by is a multiple of this; 0 where nothing can be said.

    With whole places and even prices, whether a table's cost is odd depends on how many players of odd places sit at
    it, and over all tables these add up to the same.
    """
    parts = (prices.closeness, prices.repeats + prices.wishes, prices.uneven)
    if any((part % 1).any() for part in parts):
        return 0.25 if not any((4 * part % 1).any() for part in parts) else 0.0
    odd = prices.closeness % 2
    cut = not ((odd[0][:, None] + odd[0][None, :] + odd) % 2).any()
    return 2.0 if cut and not any((part % 2).any() for part in parts[1:]) else 1.0
