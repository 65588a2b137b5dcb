"""Annealing of rounds, for sizes, histories and wishes that no construction covers. A move seats the eight players of
two tables anew: one of 35 splits, drawn from the Boltzmann distribution of their costs. A further meeting of a pair
that has met m times costs m repeats, so that a third is dearer than a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from tournaments.seating.logic.arrays import FloatArray, IntArray
from tournaments.seating.logic.random_stream import Noise

Progress = Callable[[float], bool]
"""Callback with the share done (0 .. 1); False cancels and keeps the best result so far."""


def _list_splits() -> tuple[IntArray, FloatArray]:
    """Return the 35 splits of eight: seats (35, 8), and which of the 64 pairs of seats then share a table."""
    seats = []
    for mates in combinations(range(1, 8), 3):
        first = (0, *mates)
        seats.append((*first, *(i for i in range(8) if i not in first)))
    together = np.zeros((64, 35))
    for s, order in enumerate(seats):
        for half in (order[:4], order[4:]):
            for a, b in combinations(half, 2):
                together[a * 8 + b, s] = 1
    return np.array(seats, dtype=np.int64), together


SPLITS, TOGETHER = _list_splits()


Weigh = Callable[[IntArray, IntArray, IntArray], FloatArray]
"""Cost of seating a and b together: weigh(copy, a, b) with arrays that broadcast."""


def reseat_table_pairs(
    tables: IntArray,
    weigh: Weigh,
    heat: float,
    noise: Noise,
    *,
    near: int | None = None,
    extra: Callable[[IntArray], FloatArray] | None = None,
) -> IntArray:
    """Reseat random pairs of tables in every copy; `tables` has the shape (copies, tables, 4). With `near` only tables
    about that far apart in order are paired, for a Swiss round. `extra` adds costs that are no sum over pairs: players
    (copies, pairs of tables, 8) -> cost of each split (copies, pairs, 35).
    """
    copies, count, _ = tables.shape
    if count < 2:
        return tables
    order = noise.order(copies, count)
    if near is not None:
        order = np.argsort(np.arange(count)[None, :] + near * (order / count), axis=1)
        if count > 2 and noise.below(2):
            order = np.concatenate([order[:, 1:], order[:, :1]], axis=1) if count % 2 else order[:, 1:-1]
    half = order.shape[1] // 2
    rows = np.arange(copies)[:, None]
    first, second = order[:, 0 : 2 * half : 2], order[:, 1 : 2 * half : 2]
    eight = np.concatenate([tables[rows, first], tables[rows, second]], axis=2)
    block = weigh(rows[:, :, None, None], eight[:, :, :, None], eight[:, :, None, :])
    cost = block.reshape(copies, half, 64) @ TOGETHER
    if extra is not None:
        cost = cost + extra(eight)
    if heat > 0:
        cost = cost - heat * noise.gumbel(cost.shape)
    # Each pair's eight players begin eight further on; numpy's own way along an axis costs as much as all the rest.
    begins = np.arange(0, eight.size, 8).reshape(copies, half, 1)
    seated = eight.take(begins + SPLITS[np.argmin(cost, axis=2)])
    result = tables.copy()
    result[rows, first] = seated[:, :, :4]
    result[rows, second] = seated[:, :, 4:]
    return result


@dataclass(frozen=True)
class AnnealingTask:
    """Annealing task: players of each open round (0 .. n - 1, a multiple of four), meetings before, and costs. In
    repeats, `penalty` is paid for every meeting of a pair; `reward` is gained by its first.
    """

    n: int
    players: Sequence[IntArray]
    before: IntArray
    penalty: FloatArray
    reward: FloatArray | None = None

    def cost(self, met: IntArray) -> FloatArray:
        """Return the cost of matrices (copies, n, n): m(m-1)/2 repeats and penalties, less rewards."""
        repeated = met * (met - 1) // 2
        total = repeated + met * self.penalty
        if self.reward is not None:
            total = total - (met > 0) * self.reward
        result: FloatArray = total.sum(axis=(1, 2)) / 2
        return result


@dataclass(frozen=True)
class FoundRounds:
    rounds: tuple[IntArray, ...]
    cost: float
    run: int


@dataclass(frozen=True)
class Cooling:
    """Length and heat of a search: steps (each over one round of every copy), copies, and the `target` that ends it."""

    steps: int
    copies: int = 8
    hot: float = 0.8
    cold: float = 0.12
    target: float = 0.0

    def heat(self, share: float) -> float:
        """Return the heat after this share of the steps; the last ones only improve."""
        return self.hot * (self.cold / self.hot) ** share if share < 0.95 else 0.0


def anneal(
    task: AnnealingTask,
    noise: Noise,
    cooling: Cooling,
    *,
    start: Sequence[IntArray] | None = None,
    progress: Progress | None = None,
    stop_after: int | None = None,
) -> FoundRounds:
    """Anneal all open rounds together; `stop_after` ends on the same path, to repeat a cancelled search."""
    open_rounds, steps, copies = len(task.players), cooling.steps, cooling.copies
    tables: list[IntArray] = []
    for k, people in enumerate(task.players):
        if start is not None:
            tables.append(np.repeat(start[k][None], copies, axis=0))
        else:
            shuffled = noise.order(copies, len(people))
            tables.append(np.asarray(people)[shuffled].reshape(copies, -1, 4))
    met = np.repeat(task.before[None].astype(np.int64), copies, axis=0)
    # One index into the matrices laid flat takes half as long as three into the matrices.
    flat, penalty = met.reshape(-1), np.ascontiguousarray(task.penalty).reshape(-1)
    reward = None if task.reward is None else np.ascontiguousarray(task.reward).reshape(-1)
    begins = (np.arange(copies) * task.n * task.n)[:, None, None, None]

    def add(k: int, sign: int) -> None:
        pairs = begins + (tables[k][:, :, :, None] * task.n + tables[k][:, :, None, :])
        flat[pairs] += sign

    def weigh(copy: IntArray, a: IntArray, b: IntArray) -> FloatArray:
        pairs = a * task.n + b
        times = flat.take(copy * (task.n * task.n) + pairs)
        weight: FloatArray = times + penalty.take(pairs)
        if reward is not None:
            weight = weight - (times == 0) * reward.take(pairs)
        return weight

    diagonal = np.arange(task.n)
    for k in range(open_rounds):
        add(k, 1)
    met[:, diagonal, diagonal] = 0
    costs = task.cost(met)
    best = int(np.argmin(costs))
    best_rounds = FoundRounds(tuple(t[best].copy() for t in tables), float(costs[best]), 0)
    check = max(open_rounds, 20)
    step = -1
    for step in range(steps):
        if best_rounds.cost <= cooling.target or not open_rounds or step == stop_after:
            step -= 1
            break
        k = step % open_rounds
        share = step / steps
        add(k, -1)
        tables[k] = reseat_table_pairs(tables[k], weigh, cooling.heat(share), noise)
        add(k, 1)
        if step % check == check - 1 or step == steps - 1:
            met[:, diagonal, diagonal] = 0
            costs = task.cost(met)
            best = int(np.argmin(costs))
            if costs[best] < best_rounds.cost:
                best_rounds = FoundRounds(tuple(t[best].copy() for t in tables), float(costs[best]), step + 1)
            if progress is not None and not progress(share):
                break
    return replace(best_rounds, run=step + 1)
