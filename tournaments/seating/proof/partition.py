"""The cheapest way to divide players into given tables: linear programme and search by HiGHS.

HiGHS (MIT licence) comes with the optional package `highspy`, the extra "prove" of this project; everything else works
without it. It was chosen over OR-Tools: 5 MB and numpy against 30 MB with pandas and protobuf, and it gives the dual
prices that make a bound valid for tables it was never shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from tournaments.seating.arrays import FloatArray, IntArray

if TYPE_CHECKING:
    import highspy


_POLL = 0.2


class Relaxation:
    """The linear programme: tables in parts, every player once. Tables and odd sets are added as they are found."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._solver = _solver(players)
        self._sets: list[tuple[int, ...]] = []
        self.tables: IntArray = np.zeros((0, 4), dtype=np.int64)

    def add(self, tables: IntArray, costs: FloatArray) -> None:
        """More tables to choose from."""
        _add(self._solver, self._players, tables, costs, self._sets, np.inf)
        self.tables = np.concatenate([self.tables, tables])

    def add_set(self, members: tuple[int, ...]) -> None:
        """An odd set of players: at most (size - 1) / 2 pairs of it sit together."""
        _add_set(self._solver, self._players, self.tables, members)
        self._sets.append(members)

    def solve(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """(charges, fees, parts) at the optimum over the tables so far: the dual price of each player, that of each
        set, and which part of each table is seated.
        """
        self._solver.run()
        solution = self._solver.getSolution()
        dual = np.array(solution.row_dual)
        return dual[: self._players], -dual[self._players :], np.array(solution.col_value)


@dataclass(frozen=True, slots=True, eq=False)
class FoundDivision:
    """The best division that was found, as rows of the tables given, its cost, and what no division costs less than."""

    chosen: IntArray
    cost: float
    bound: float


def cheapest(
    players: int,
    tables: IntArray,
    costs: FloatArray,
    start: IntArray,
    *,
    sets: Sequence[tuple[int, ...]] = (),
    step: float,
    seconds: float,
    watch: Callable[[], bool],
) -> FoundDivision:
    """Search the cheapest division of the players into some of these tables; `start` are the rows of a known one.

    Costs differ by multiples of `step` (0: unknown); odd `sets` help the search and forbid nothing. Ends after
    `seconds` or when `watch`, asked about five times a second, returns False. The bound holds for these tables only.
    """
    import highspy

    solver = _solver(players)
    _add(solver, players, tables, costs, (), 1.0)
    for members in sets:
        _add_set(solver, players, tables, members)
    columns = np.arange(len(tables), dtype=np.int32)
    solver.changeColsIntegrality(
        len(tables), columns, np.full(len(tables), int(highspy.HighsVarType.kInteger), dtype=np.uint8)
    )
    known = highspy.HighsSolution()
    at = np.zeros(len(tables))
    at[start] = 1
    known.col_value = at.tolist()
    solver.setSolution(known)
    solver.setOptionValue("time_limit", max(seconds, 0.1))
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", max(1e-6, step * 0.9))
    stop = Event()

    def look(event: highspy.highs.HighsCallbackEvent) -> None:
        if stop.is_set():
            event.interrupt()

    solver.cbMipInterrupt += look
    # The solver has a thread of its own, so that `watch` (which may ask a database) is called from the caller's.
    thread = solver.startSolve()
    while thread.is_alive():
        thread.join(_POLL)
        if not watch():
            stop.set()
    information = solver.getInfo()
    chosen, cost = start, float(costs[start].sum())
    if information.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible:
        rows = np.nonzero(np.array(solver.getSolution().col_value) > 0.5)[0]
        # The solver works to tolerances: what it found is looked at again.
        whole = len(rows) == players // 4 and len(np.unique(tables[rows])) == players
        if whole and float(costs[rows].sum()) < cost:
            chosen, cost = rows, float(costs[rows].sum())
    ended = solver.getModelStatus()
    trusted = ended in (
        highspy.HighsModelStatus.kOptimal,
        highspy.HighsModelStatus.kTimeLimit,
        highspy.HighsModelStatus.kInterrupt,
    )
    return FoundDivision(chosen, cost, min(cost, float(information.mip_dual_bound)) if trusted else -np.inf)


def _solver(players: int) -> highspy.Highs:
    """A programme without tables yet: each player sits at exactly one."""
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    nothing = np.zeros(0, dtype=np.int32)
    ones = np.ones(players)
    solver.addRows(players, ones, ones, 0, np.zeros(players, dtype=np.int32), nothing, np.zeros(0))
    return solver


def _add(
    solver: highspy.Highs,
    players: int,
    tables: IntArray,
    costs: FloatArray,
    sets: Sequence[tuple[int, ...]],
    most: float,
) -> None:
    """One column a table: between 0 and `most` of it. In the relaxation nothing above is needed, since every player is
    seated once anyway, and the dual prices then hold the whole bound.
    """
    count = len(tables)
    column, row, value = [np.repeat(np.arange(count), 4)], [tables.ravel()], [np.ones(4 * count)]
    for number, members in enumerate(sets):
        pairs = pairs_of(members, tables, players)
        holds = np.nonzero(pairs)[0]
        column.append(holds)
        row.append(np.full(len(holds), players + number))
        value.append(pairs[holds].astype(np.float64))
    columns, rows, values = np.concatenate(column), np.concatenate(row).astype(np.int32), np.concatenate(value)
    order = np.argsort(columns, kind="stable")
    starts = np.searchsorted(columns[order], np.arange(count)).astype(np.int32)
    solver.addCols(count, costs, np.zeros(count), np.full(count, most), len(order), starts, rows[order], values[order])


def _add_set(solver: highspy.Highs, players: int, tables: IntArray, members: tuple[int, ...]) -> None:
    """One row: the pairs of the set that sit together."""
    pairs = pairs_of(members, tables, players)
    holds = np.nonzero(pairs)[0].astype(np.int32)
    solver.addRow(-np.inf, len(members) // 2, len(holds), holds, pairs[holds].astype(np.float64))


def pairs_of(members: Sequence[int], tables: IntArray, players: int) -> IntArray:
    """How many pairs of the set each table holds: none for one of them, 1 for two or three, 2 for four.

    >>> pairs_of((0, 1, 2), np.array([[0, 1, 2, 3], [2, 3, 4, 5]]), 6).tolist()
    [1, 0]
    """
    inside = np.zeros(players, dtype=np.int64)
    inside[list(members)] = 1
    halves: IntArray = inside[tables].sum(axis=1) // 2
    return halves
