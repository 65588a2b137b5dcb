"""How far a Swiss round is from the best possible, proven for all tables, and a better one if it is found in the time.

Seating is a choice of tables that holds every player once. First the linear programme over all tables: it charges each
player a price such that no table costs less than its players pay, so no seating costs less than all pay together; fees
for odd sets (`odd_sets.py`) make the bound tighter. Charges and fees are checked against every possible table in exact
arithmetic, and anybody can check them again without the solver. Then the search: a seating cheaper than the known one
can only use tables that cost little more than their players pay. Those are listed, all of them, and the cheapest
division into them is searched by branch and bound.

A proof takes seconds of the clock, not steps, so two runs may end differently; what each of them states is true.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from engine.sentences import gettext_noop
from tournaments.seating.arrays import FloatArray, IntArray
from tournaments.seating.errors import SeatingError
from tournaments.seating.proof.cost import Cost
from tournaments.seating.proof.odd_sets import Charges, OddSet, bound_by, tighten
from tournaments.seating.proof.partition import Relaxation, cheapest
from tournaments.seating.schedule import RoundTables
from tournaments.seating.search import Progress
from tournaments.seating.spread import spread
from tournaments.seating.swiss.rounds import Prices
from tournaments.seating.swiss.table_costs import TableCosts

_ENTER = 2_000
"""So many tables enter the linear programme at once."""
_TOLERANCE = 1e-6
_FEW = ((4, 1 / 8), (8, 1 / 6))
"""The first searches: so many tables for each player, those that remain least, and their share of the time that is
left. They find good seatings, which make fewer tables matter.
"""
_TIGHTEN = 0.3
"""Share of the time left for odd sets."""
_MOST = 60_000
"""So many tables are worth weighing with them."""
_FIRST_LIMIT = 16.0


@dataclass(frozen=True, slots=True)
class Proof:
    """`drawn` is what the seating in question costs; no seating of the round costs less than `bound`.

    `better` is a cheaper one with its cost `best`, if any was found; else `best` equals `drawn`. The `charges`
    show `shown` (see `bound_by`) without the solver; what `bound` has beyond it rests on the search.
    """

    drawn: Cost
    best: Cost
    bound: float
    better: RoundTables | None
    shown: float
    charges: tuple[Charges, ...]

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
    round_: RoundTables,
    *,
    fixed_tables: Mapping[int, int] | None = None,
    seconds: float = 60.0,
    progress: Progress | None = None,
) -> Proof:
    """Bound the cost of every seating of the round from below and look for one cheaper than `round_`.

    `prices` are those of the draw (`swiss.prices_of`), `round_` seats the same people; a better one keeps
    `fixed_tables`. `progress` gets the share of the
    time that is gone and may end the proof early by returning False: what is known by then is stated. Raises
    `SeatingError` when other people are seated, ImportError without the solver (see `solver.available`).
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

    drawn = cost_of(prices, round_)
    tables = np.array([[index[player] for player in table] for table in round_], dtype=np.int64)
    hunt = _Hunt(TableCosts(prices), np.sort(tables, axis=1), drawn.total, ends, watch)
    hunt.run()
    # Less is missing to the best that was found than to what the charges were made for.
    hunt.show(hunt.charges)
    better = None
    if hunt.cost < drawn.total - _TOLERANCE:
        better = _seated(prices, hunt.best, fixed_tables or {})
    return Proof(
        drawn=drawn,
        best=drawn if better is None else cost_of(prices, better),
        bound=hunt.bound,
        better=better,
        shown=hunt.shown,
        charges=hunt.charges,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """All tables that remain below `limit` (infinite where others cannot matter), least first, and what remains."""

    tables: IntArray
    remains: FloatArray
    limit: float


class _Hunt:
    """The best seating so far, its cost, and the bound of all seatings; the two close in on each other."""

    def __init__(self, costs: TableCosts, best: IntArray, drawn: float, ends: float, watch: Callable[[], bool]) -> None:
        self.costs, self.ends, self.watch = costs, ends, watch
        self.best, self.cost, self._drawn = best, float(costs.of(best).sum()), drawn
        self.charges: tuple[Charges, ...] = (_relax(costs, best),)
        self.bound = self._found = self.shown = -math.inf
        self.show(self.charges)

    def run(self) -> None:
        """Few tables for good seatings, odd sets for the bound, then all tables that matter for the rest."""
        simple = self.shown
        for most, part in _FEW:
            if self._over():
                return
            size = most * self.costs.players
            near = self._near(simple, size + 1)
            self._search(near.tables[:size], (), part)
            # A seating with a table that was left out costs at least so much more than all charges.
            reach = near.limit if size >= len(near.remains) else float(near.remains[size])
            self._raise(min(self._found, simple + reach))
        if self._over():
            return
        near = self._near(simple, _MOST)
        tables, known = _with(near.tables, self.best)
        ends = time.monotonic() + _TIGHTEN * (self.ends - time.monotonic())
        tight = tighten(self.costs, tables, self.costs.of(tables), known, ends=ends, watch=self.watch)
        self.show((*self.charges, tight.charges))
        for most, part in ((_FEW[0][0], _FEW[0][1]), (len(tight.tables), 1.0)):
            if self._over():
                return
            matter = tight.tables[tight.remains < self._missing(tight.bound)]
            size = min(len(matter), most * self.costs.players)
            whole = size == len(matter)
            self._search(matter[:size], tight.charges.sets, 1.0 if whole else part)
            if whole:
                self._raise(min(self._found, simple + near.limit))
                return

    def _missing(self, bound: float) -> float:
        """What lies between a bound and a seating that is cheaper by a step: no table of such a seating remains with as
        much.
        """
        return self.cost - self.costs.step - bound + _TOLERANCE

    def _near(self, bound: float, enough: int) -> _Near:
        """The tables of which alone a cheaper seating can consist, or the least of them if they are more than
        `enough`.
        """
        missing = self._missing(bound)
        limit = min(missing, max(_FIRST_LIMIT, missing / 1024))
        found = self.costs.below(self.charges[0].players, limit)
        while limit < missing and len(found.tables) < enough:
            more = self.costs.below(self.charges[0].players, min(missing, 2 * limit))
            if not more.complete:
                break
            found, limit = more, min(missing, 2 * limit)
        # At the limit itself, a seating that is cheaper by a step is ruled out as well.
        return _Near(found.tables, found.remains, math.inf if limit >= missing else limit)

    def _search(self, tables: IntArray, sets: Sequence[OddSet], part: float) -> None:
        """Search the cheapest division into these tables and those of the best seating; `_found` bounds it."""
        tables, known = _with(tables, self.best)
        found = cheapest(
            self.costs.players,
            tables,
            self.costs.of(tables),
            np.nonzero(known)[0],
            sets=sets,
            step=self.costs.step,
            seconds=part * max(0.0, self.ends - time.monotonic()),
            watch=self.watch,
        )
        self.best, self.cost, self._found = tables[found.chosen], found.cost, found.bound

    def show(self, charges: tuple[Charges, ...]) -> None:
        """Keep these charges if they show no worse bound."""
        shown = bound_by(self.costs, charges, self.cost)
        if shown is not None and shown >= self.shown:
            self.shown, self.charges = shown, charges
            self._raise(shown)

    def _raise(self, bound: float) -> None:
        """Costs differ by whole steps, so the bound may be rounded up to the next cost that is possible."""
        step = self.costs.step
        if step and self.bound < bound < self.cost:
            bound = self._drawn - step * math.floor((self._drawn - bound + _TOLERANCE) / step)
        self.bound = max(self.bound, min(bound, self.cost))

    def _over(self) -> bool:
        return self.bound >= self.cost - _TOLERANCE or not self.watch() or time.monotonic() >= self.ends


def _with(tables: IntArray, best: IntArray) -> tuple[IntArray, NDArray[np.bool_]]:
    """The tables in their order and then those of the seating that are missing; which of all are the seating's."""
    of_best = {tuple(table) for table in best.tolist()}
    known = np.array([tuple(table) in of_best for table in tables.tolist()], dtype=bool)
    missing = of_best - {tuple(table) for table in tables[known].tolist()}
    added = np.array(sorted(missing), dtype=np.int64).reshape(-1, 4)
    return np.concatenate([tables, added]), np.concatenate([known, np.ones(len(added), dtype=bool)])


def cost_of(prices: Prices, round_: RoundTables) -> Cost:
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


def _relax(costs: TableCosts, best: IntArray) -> Charges:
    """The charges of the linear programme over all tables: tables that cost less than their players are charged enter
    until there are none.
    """
    programme = Relaxation(costs.players)
    programme.add(best, costs.of(best))
    near = _neighbours(costs.players)
    programme.add(near, costs.of(near))
    while True:
        charges, fees, _ = programme.solve()
        new = costs.below(charges, -_TOLERANCE, most=_ENTER)
        if not len(new.tables):
            return Charges(charges, (), fees).rounded()
        programme.add(new.tables, new.costs)


def _neighbours(players: int) -> IntArray:
    """Tables of players at most five places apart: something to start from."""
    reach = min(5, players - 1)
    first = np.arange(players)
    tables = [
        np.column_stack([first, first + a, first + b, first + c]) for a, b, c in combinations(range(1, reach + 1), 3)
    ]
    every = np.concatenate(tables)
    return every[every[:, 3] < players]


def _seated(prices: Prices, tables: IntArray, fixed_tables: Mapping[int, int]) -> RoundTables:
    """The tables in the order of their best places, or at their fixed numbers, with the best winds."""
    uneven = prices.uneven
    seated = []
    for table in sorted(tables.tolist()):
        a, b, c, d = min(permutations(table), key=lambda seats: sum(uneven[i, wind] for wind, i in enumerate(seats)))
        seated.append((prices.people[a], prices.people[b], prices.people[c], prices.people[d]))
    round_: RoundTables = tuple(seated)
    if fixed_tables:
        round_ = spread((round_,), table_numbers=[list(range(1, len(round_) + 1))], fixed=fixed_tables)[0]
    return round_
