"""Odd sets of players make the bound of a Swiss round tighter.

Tables hold an odd set of players in pairs, threes and fours, so at most (size - 1) / 2 pairs of it sit together if a
table of four counts as two pairs and one of three as one. The linear programme knows nothing of it: it seats halves of
tables, and three players may sit by twos at three half tables. Sets that such an answer breaks are searched by turning
single players in and out; each becomes a row, and its dual price a fee for every pair of the set at one table.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.seating.arrays import FloatArray, IntArray
from tournaments.seating.proof.partition import Relaxation, pairs_of
from tournaments.seating.swiss.table_costs import TableCosts

OddSet = tuple[int, ...]

GRAIN = 256
"""Charges and fees are multiples of 1 / GRAIN: sums of such numbers are exact."""
_TOLERANCE = 1e-6
_TURNS = 40
_LARGEST = 15
_NEW = 80
_EACH = 4
"""So many new sets at once at most, and so many of them for one player."""
_ENTER = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class Charges:
    """What proves a bound: a charge for each player, and for each odd set a fee for every pair of it at one table.

    A table remains with its cost less its players' charges plus the fees. If no table remains below 0, no seating costs
    less than all charges less (size - 1) / 2 fees of each set: `total`.
    """

    players: FloatArray
    sets: tuple[OddSet, ...]
    fees: FloatArray

    @property
    def total(self) -> float:
        """All charges, less the fees that every seating can have to pay."""
        return float(self.players.sum() - sum(len(s) // 2 * fee for s, fee in zip(self.sets, self.fees.tolist())))

    def rounded(self) -> Charges:
        """The same in multiples of 1 / GRAIN, without the sets that cost nothing."""
        fees = np.round(self.fees * GRAIN) / GRAIN
        kept = np.nonzero(fees > 0)[0]
        sets = tuple(self.sets[i] for i in kept)
        return Charges(np.floor(self.players * GRAIN) / GRAIN, sets, fees[kept])


def bound_by(costs: TableCosts, links: Sequence[Charges], cost: float) -> float | None:
    """What every seating costs at least, or `cost` if that is less, shown by charges alone; None where too many tables
    would have to be looked at.

    The first charges, without fees, are held against every table. A seating cheaper than `cost` then only has tables
    that remain below what is missing to it, and the next charges are held against all of those, and so on. Where a
    table remains below 0, the worst lack is allowed for at every table. Costs of seatings differ by whole steps.
    """
    first, *later = links
    at = costs.below(first.players, 0.0, most=1)
    bound = first.total + min(0.0, float(at.remains.min(initial=0.0))) * (costs.players // 4)
    if not later:
        return min(bound, cost)
    near = costs.below(first.players, cost - bound - costs.step + _TOLERANCE)
    if not near.complete:
        return None
    tables, own = near.tables, near.costs
    for charges in later:
        left = _Pool(costs.players, tables, own).remains(charges)
        bound = max(bound, charges.total + min(0.0, float(left.min(initial=0.0))) * (costs.players // 4))
        kept = left < cost - bound - costs.step + _TOLERANCE
        tables, own = tables[kept], own[kept]
    return min(bound, cost)


def broken_sets(tables: IntArray, parts: FloatArray, players: int, chance: np.random.Generator) -> list[OddSet]:
    """Odd sets whose pairs sit together too often where `parts[i]` of the i-th table are seated, worst first.

    A set is in order if tables with an odd number of its players are seated at least once in sum. From every player a
    set grows by the player who makes that sum least, and shrinks so too; those turned lately wait.
    """
    split = (parts > _TOLERANCE) & (parts < 1 - _TOLERANCE)
    tables, parts = tables[split], parts[split]
    people, at = np.unique(tables, return_inverse=True)
    count = len(people)
    if not count:
        return []
    seats = np.zeros((len(tables), count))
    np.put_along_axis(seats, at.reshape(tables.shape), 1.0, axis=1)
    sets = np.eye(count, dtype=bool)
    odd = seats.T.astype(bool)
    waits = np.zeros((count, count), dtype=np.int64)
    rows = np.arange(count)
    found: dict[OddSet, float] = {}
    for turn in range(_TURNS):
        weight, size = (odd * parts).sum(axis=1), sets.sum(axis=1)
        for row in np.nonzero((size % 2 == 1) & (weight < 0.98) & (size <= _LARGEST))[0]:
            found[tuple(people[sets[row]].tolist())] = 1 - float(weight[row])
        change = (parts * (1 - 2.0 * odd)) @ seats + chance.random((count, count)) * 1e-3
        change[waits > turn] = np.inf
        change[(size >= _LARGEST)[:, None] & ~sets] = np.inf
        player = change.argmin(axis=1)
        sets[rows, player] ^= True
        odd ^= seats[:, player].T.astype(bool)
        waits[rows, player] = turn + 3 + chance.integers(0, 4, count)
    # Small sets bind more tables than large ones that are broken as much.
    worst = sorted(found, key=lambda members: (-found[members] / len(members) ** 0.3, members))
    chosen: list[OddSet] = []
    used = np.zeros(players, dtype=np.int64)
    for members in worst:
        if len(chosen) < _NEW and used[list(members)].max() < _EACH:
            used[list(members)] += 1
            chosen.append(members)
    return chosen


@dataclass(frozen=True, slots=True, eq=False)
class Tightened:
    """The charges, what they prove over the tables given, and those that a seating cheaper than the known one can use,
    least remaining first.
    """

    charges: Charges
    bound: float
    tables: IntArray
    own: FloatArray
    remains: FloatArray


def tighten(
    costs: TableCosts,
    tables: IntArray,
    own: FloatArray,
    known: NDArray[np.bool_],
    *,
    ends: float,
    watch: Callable[[], bool],
) -> Tightened:
    """Raise the bound over these tables (`own` are their costs) by odd sets, until none is broken, the bound reaches
    the cost of the `known` seating among them, the clock `ends` (time.monotonic), or `watch` returns False.
    """
    n = costs.players
    chance = np.random.default_rng(n)
    needed = float(own[known].sum()) - costs.step + _TOLERANCE
    sets: list[OddSet] = []
    every = pool = _Pool(n, tables, own)
    rows = np.arange(len(tables))
    programme, inside = _programme(pool, sets, known | (rows < 10 * n))
    while True:
        charges, parts = _solved(programme, pool, inside, sets, ends)
        left = pool.remains(charges)
        if charges.total >= needed or time.monotonic() >= ends or not watch():
            break
        new = broken_sets(programme.tables, parts, n, chance)
        if not new:
            break
        kept = known[rows] | (left < needed - charges.total)
        binding = charges.rounded().sets
        if kept.mean() < 0.7 or len(sets) > 3 * max(60, len(binding)):
            rows, pool, sets = rows[kept], pool.part(kept), [*binding, *new]
            programme, inside = _programme(pool, sets, inside[kept])
        else:
            sets += new
            for members in new:
                programme.add_set(members)
    # What was dropped on the way was dropped by other charges; the last ones are made to hold for all tables given.
    entered = np.zeros(len(tables), dtype=bool)
    entered[rows[inside]] = True
    sets = list(charges.rounded().sets)
    programme, entered = _programme(every, sets, entered)
    charges = _solved(programme, every, entered, sets, math.inf)[0].rounded()
    left = every.remains(charges)
    bound = charges.total + min(0.0, float(left.min(initial=0.0))) * (n // 4)
    order = np.argsort(left, kind="stable")
    order = order[left[order] < needed - bound]
    return Tightened(charges, bound, tables[order], own[order], left[order])


class _Pool:
    """Tables with their costs, and how many pairs of each set they hold, counted once."""

    def __init__(self, players: int, tables: IntArray, own: FloatArray) -> None:
        self.players, self.tables, self.own = players, tables, own
        self._pairs: dict[OddSet, IntArray] = {}

    def remains(self, charges: Charges) -> FloatArray:
        """What remains of each table."""
        left: FloatArray = self.own - charges.players[self.tables].sum(axis=1)
        for members, fee in zip(charges.sets, charges.fees.tolist(), strict=True):
            if fee:
                if members not in self._pairs:
                    self._pairs[members] = pairs_of(members, self.tables, self.players)
                left += fee * self._pairs[members]
        return left

    def part(self, kept: NDArray[np.bool_]) -> _Pool:
        """The pool of some of the tables."""
        pool = _Pool(self.players, self.tables[kept], self.own[kept])
        pool._pairs = {members: pairs[kept] for members, pairs in self._pairs.items()}
        return pool


def _programme(pool: _Pool, sets: Sequence[OddSet], inside: NDArray[np.bool_]) -> tuple[Relaxation, NDArray[np.bool_]]:
    """A linear programme of the tables `inside` and these sets."""
    programme = Relaxation(pool.players)
    programme.add(pool.tables[inside], pool.own[inside])
    for members in sets:
        programme.add_set(members)
    return programme, inside.copy()


def _solved(
    programme: Relaxation, pool: _Pool, inside: NDArray[np.bool_], sets: Sequence[OddSet], ends: float
) -> tuple[Charges, FloatArray]:
    """Charges and parts at the optimum over all the tables, or over those inside when the clock `ends`; tables that are
    needed enter (and are marked `inside`).
    """
    while True:
        players, fees, parts = programme.solve()
        charges = Charges(players, tuple(sets), np.maximum(fees, 0.0))
        left = pool.remains(charges)
        new = np.nonzero((left < -_TOLERANCE) & ~inside)[0]
        if not len(new) or time.monotonic() >= ends:
            return charges, parts
        new = new[np.argsort(left[new], kind="stable")[:_ENTER]]
        programme.add(pool.tables[new], pool.own[new])
        inside[new] = True
