"""Balanced lines: winds at each table that compare all pairs equally often, for a field of any size."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tournaments.seating.logic import Rounds
from tournaments.seating.logic.arrays import IntArray
from tournaments.seating.logic.random_stream import Noise

MATES = 40
"""Cost of comparing two mates, in units of the first comparison of a pair."""

HEAT = 3.0
"""Temperature of the first sweep, in units of the square root of the tables."""

SWEEPS = 60
"""Sweeps with noise; sweeps without it follow until nothing helps."""

PAIRS = tuple(combinations(range(4), 2))


class LineSearch:
    def __init__(self, rounds: Rounds, teams: Mapping[int, int]) -> None:
        self.players = sorted(player for table in rounds[0] for player in table)
        index = {player: position for position, player in enumerate(self.players)}
        self.seats: IntArray = np.array(
            [[[index[player] for player in table] for table in round_] for round_ in rounds]
        )
        size = len(self.players)
        self.apart: IntArray = np.zeros((size, size), dtype=np.int64)
        for a, b in combinations(self.players, 2):
            if teams and teams[a] == teams[b]:
                self.apart[index[a], index[b]] = self.apart[index[b], index[a]] = MATES
        # Half the slope of the cost of one more comparison: comparisons so far, and what mates cost extra.
        self.slope: IntArray = self.apart // 2
        for session in self.seats:
            for line in range(4):
                self.slope[np.ix_(session[:, line], session[:, line])] += 1
        for seat in range(size):
            self.slope[seat, seat] = 0

    def sweep(self, noise: NDArray[np.float64]) -> bool:
        """Make each swap at a table that costs less than its noise; return whether any was made."""
        changed = False
        trial = iter(noise.tolist())
        for session in self.seats:
            tables = np.arange(len(session))
            for number, table in enumerate(session):
                others = session[tables != number]
                for first, second in PAIRS:
                    a, b = table[first], table[second]
                    leaves, joins = others[:, first], others[:, second]
                    off, on = self.slope[a] - self.slope[b], self.slope[b] - self.slope[a]
                    # One comparison more of a pair with n costs 2n + 1, one less gives 2n - 1 back.
                    change = 2 * int(off[joins].sum() + on[leaves].sum()) + 4 * len(others)
                    if change < next(trial):
                        self.slope[a, leaves] -= 1
                        self.slope[leaves, a] -= 1
                        self.slope[b, joins] -= 1
                        self.slope[joins, b] -= 1
                        self.slope[a, joins] += 1
                        self.slope[joins, a] += 1
                        self.slope[b, leaves] += 1
                        self.slope[leaves, b] += 1
                        table[first], table[second] = b, a
                        changed = True
        return changed

    @property
    def cost(self) -> int:
        counts = self.slope - self.apart // 2
        return int((counts * counts + counts * self.apart).sum()) // 2

    @property
    def rounds(self) -> Rounds:
        named = self.players
        return tuple(
            tuple((named[a], named[b], named[c], named[d]) for a, b, c, d in session) for session in self.seats.tolist()
        )


def balance_lines(rounds: Rounds, teams: Mapping[int, int], *, seed: str) -> Rounds:
    """Return the tables with other winds: pairs compared equally often, mates (player -> team) rarely."""
    field = LineSearch(rounds, teams)
    tables = len(rounds[0])
    chance = Noise(f"lines|{seed}")
    trials = len(rounds) * tables * len(PAIRS)
    best = field.cost, field.rounds
    for step in range(SWEEPS):
        heat = HEAT * tables**0.5 * (1 - step / SWEEPS)
        field.sweep(heat * chance.gumbel((trials,)))
    still = np.zeros(trials)
    while field.sweep(still):
        continue
    return min(best, (field.cost, field.rounds))[1]
