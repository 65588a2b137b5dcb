"""How far a Swiss round is from the best possible, proven for all tables, and a better one if it is found in the time.

Seating is a choice of tables that holds every player once. First the linear programme over all tables: it charges each
player a price such that no table costs less than its players pay, so no seating costs less than all pay together. That
bound is checked against every possible table in exact arithmetic and anybody can check it from the charges alone. Then
the search: a seating cheaper than the known one can only use tables that cost little more than their players pay. Those
are listed, all of them, and the cheapest division into them is searched by branch and bound.

A proof takes seconds of the clock, not steps, so two runs may end differently; what each of them states is true.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from tournaments.seating.partition import Relaxation, cheapest
from tournaments.seating.schedule import Round
from tournaments.seating.search import Progress
from tournaments.seating.sentences import SeatingError, gettext_noop
from tournaments.seating.spread import spread
from tournaments.seating.swiss import Prices
from tournaments.seating.table_costs import TableCosts

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

GRAIN = 256
"""Charges are multiples of 1 / GRAIN: sums of such numbers are exact."""
_ENTER = 2_000
"""So many tables enter the linear programme at once."""
_TOLERANCE = 1e-6
_STAGES = ((4, 1 / 6), (8, 1 / 4), (None, 1.0))
"""The search goes from few tables (so many for each player, least remaining first) to all that matter: the first stages
find good seatings, which make fewer tables matter. With each the share of the time left that it may take.
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a seating costs, in squared places, by what is paid for: the sum is what the Swiss draw keeps small."""

    closeness: float
    repeats: float
    wishes: float
    winds: float

    @property
    def total(self) -> float:
        """All four together.

        >>> Cost(12, 1000, 0, 200).total
        1212
        """
        return self.closeness + self.repeats + self.wishes + self.winds


@dataclass(frozen=True, slots=True)
class Proof:
    """`drawn` is what the seating in question costs; no seating of the round costs less than `bound`.

    `better` is a cheaper one with its cost `best`, if any was found; else `best` equals `drawn`. `charges[i]` is what
    the i-th player of the standings is charged in the linear programme, in 1 / GRAIN of a squared place; `simple_bound`
    is what these charges prove alone (see `bound_of`), without trust in the search.
    """

    drawn: Cost
    best: Cost
    bound: float
    better: Round | None
    simple_bound: float
    charges: tuple[int, ...]

    @property
    def status(self) -> str:
        """ "optimal": nothing is cheaper; "better": a cheaper seating is at hand; "bounded": none was found."""
        if self.better is not None:
            return "better"
        return "optimal" if self.drawn.total <= self.bound + _TOLERANCE else "bounded"

    @property
    def best_is_optimal(self) -> bool:
        """Whether nothing is cheaper than `best`."""
        return self.best.total <= self.bound + _TOLERANCE


def prove(
    prices: Prices,
    round_: Round,
    *,
    fixed_tables: Mapping[int, int] | None = None,
    seconds: float = 60.0,
    progress: Progress | None = None,
) -> Proof:
    """Bound the cost of every seating of the round from below and look for one cheaper than `round_`.

    `prices` are those of the draw (`swiss.prices_of`), `round_` seats the same people; a better one keeps
    `fixed_tables`. `progress` gets the share of the
    time that is gone and may end the proof early by returning False: what is known by then is stated. Raises
    `SeatingError` when other people are seated, ImportError without the solver (see `partition.available`).
    """
    index = {player: i for i, player in enumerate(prices.people)}
    if sorted(player for table in round_ for player in table) != sorted(index):
        raise SeatingError(gettext_noop("Other players are seated here than were drawn."))
    ends = time.monotonic() + seconds
    stopped = False

    def watch() -> bool:
        nonlocal stopped
        gone = 1 - max(0.0, ends - time.monotonic()) / seconds if seconds else 1.0
        stopped = stopped or (progress is not None and not progress(min(gone, 1.0)))
        return not stopped

    costs = TableCosts(prices)
    drawn = cost_of(prices, round_)
    best = np.sort(np.array([[index[player] for player in table] for table in round_], dtype=np.int64), axis=1)
    charges, simple = _relax(costs, best)
    bound = _round_up(simple, drawn.total, costs.step)
    cost = float(costs.of(best).sum())
    for most, part in _STAGES:
        if bound >= cost - _TOLERANCE or not watch() or time.monotonic() >= ends:
            break
        # A seating that is cheaper by a step consists of tables that remain below what lies between.
        near = costs.below(charges, cost - simple - costs.step + _TOLERANCE)
        size = len(near.tables) if most is None else min(most * costs.players, len(near.tables))
        whole = near.complete and size == len(near.tables)
        left = max(0.0, ends - time.monotonic())
        tables, own = np.unique(np.concatenate([best, near.tables[:size]]), axis=0, return_inverse=True)
        found = cheapest(
            costs.players,
            tables,
            costs.of(tables),
            own.ravel()[: len(best)],
            step=costs.step,
            seconds=left if whole else left * part,
            watch=watch,
        )
        cost, best = found.cost, tables[found.chosen]
        # A seating with a table that was left out costs at least so much more than all charges as that table does.
        limit = (
            found.bound if whole else min(found.bound, simple + float(near.remains[min(size, len(near.remains) - 1)]))
        )
        bound = max(bound, _round_up(limit, drawn.total, costs.step))
        if whole:
            break
    better = None
    if cost < drawn.total - _TOLERANCE:
        better = _seated(prices, best, fixed_tables or {})
    return Proof(
        drawn=drawn,
        best=drawn if better is None else cost_of(prices, better),
        bound=bound,
        better=better,
        simple_bound=simple,
        charges=tuple(round(GRAIN * charge) for charge in charges.tolist()),
    )


def cost_of(prices: Prices, round_: Round) -> Cost:
    """What the round costs as it is seated, its order of winds included."""
    index = {player: i for i, player in enumerate(prices.people)}
    tables = [[index[player] for player in table] for table in round_]
    both = [pair for table in tables for pair in combinations(table, 2)]
    one, two = [a for a, _ in both], [b for _, b in both]
    return Cost(
        closeness=float(prices.closeness[one, two].sum()),
        repeats=float(prices.repeats[one, two].sum()),
        wishes=float(prices.wishes[one, two].sum()),
        winds=float(sum(prices.uneven[i, wind] for table in tables for wind, i in enumerate(table))),
    )


def bound_of(prices: Prices, charges: Sequence[int]) -> float:
    """What every seating costs at least, from the charges of a proof (in 1 / GRAIN, by place) and nothing else.

    If no table remained below 0 after its players' charges, it is their sum; the dearest lack is allowed for at every
    table. All tables are looked at, and all sums are exact if the prices are multiples of 1 / GRAIN.
    """
    return _checked(TableCosts(prices), np.array(charges, dtype=np.float64) / GRAIN)


def _checked(costs: TableCosts, charges: FloatArray) -> float:
    below = costs.below(charges, 0.0, most=1)
    lack = float(below.remains[0]) if len(below.remains) else 0.0
    return float(charges.sum()) + lack * (costs.players // 4)


def _relax(costs: TableCosts, best: IntArray) -> tuple[FloatArray, float]:
    """(charges, bound) of the linear programme over all tables: tables that cost less than their players are charged
    enter until there are none.
    """
    programme = Relaxation(costs.players)
    programme.add(best, costs.of(best))
    near = _neighbours(costs.players)
    programme.add(near, costs.of(near))
    while True:
        charges = programme.charges()
        new = costs.below(charges, -_TOLERANCE, most=_ENTER)
        if not len(new.tables):
            break
        programme.add(new.tables, new.costs)
    charges = np.floor(charges * GRAIN) / GRAIN
    return charges, _checked(costs, charges)


def _neighbours(players: int) -> IntArray:
    """Tables of players at most five places apart: something to start from."""
    reach = min(5, players - 1)
    first = np.arange(players)
    tables = [
        np.column_stack([first, first + a, first + b, first + c]) for a, b, c in combinations(range(1, reach + 1), 3)
    ]
    every = np.concatenate(tables)
    return every[every[:, 3] < players]


def _seated(prices: Prices, tables: IntArray, fixed_tables: Mapping[int, int]) -> Round:
    """The tables in the order of their best places, or at their fixed numbers, with the best winds."""
    uneven = prices.uneven
    seated = []
    for table in sorted(tables.tolist()):
        a, b, c, d = min(permutations(table), key=lambda seats: sum(uneven[i, wind] for wind, i in enumerate(seats)))
        seated.append((prices.people[a], prices.people[b], prices.people[c], prices.people[d]))
    round_: Round = tuple(seated)
    if fixed_tables:
        round_ = spread((round_,), table_numbers=[list(range(1, len(round_) + 1))], fixed=fixed_tables)[0]
    return round_


def _round_up(bound: float, cost: float, step: float) -> float:
    """The least cost from `bound` to `cost` that differs from `cost` by whole steps."""
    if not step or bound >= cost or bound == -math.inf:
        return min(bound, cost)
    return cost - step * math.floor((cost - bound + _TOLERANCE) / step)
