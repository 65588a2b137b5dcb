"""The search of a Swiss round, held against what is known to be best."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from tournaments.seating.logic.random_stream import Noise, shuffled
from tournaments.seating.logic.search import SPLITS
from tournaments.seating.logic.swiss.grouping import Costs, finished, groupings


def _random_costs(players, seed=1):
    chance = np.random.default_rng(seed)
    weight = chance.integers(0, 100, (players, players)).astype(float)
    weight = weight + weight.T
    np.fill_diagonal(weight, 0)
    return weight, chance.integers(0, 50, (players, 4)).astype(float)


def test_a_table_costs_its_six_pairs_and_the_best_of_its_24_orders():
    weight, uneven = _random_costs(8)
    costs = Costs(weight, uneven)
    table = [6, 1, 4, 3]
    pairs = sum(weight[a, b] for i, a in enumerate(table) for b in table[:i])
    winds = min(sum(uneven[player, wind] for wind, player in enumerate(order)) for order in permutations(table))
    assert costs.of(np.array([table])).tolist() == [pairs + winds]


def test_the_winds_of_every_split_of_eight_are_those_of_its_tables():
    weight, uneven = _random_costs(12)
    costs = Costs(np.zeros_like(weight), uneven)
    eight = np.array([11, 0, 7, 2, 3, 9, 5, 8])
    both = eight[SPLITS].reshape(35, 2, 4)
    assert costs.winds(eight[None])[0].tolist() == costs.of(both).sum(axis=1).tolist()


def test_four_tables_are_seated_in_the_best_of_all_ways():
    """Tables that alone cost nothing are found from any start."""
    best = np.array(shuffled(range(16), "hidden")).reshape(4, 4)
    weight = np.ones((16, 16))
    weight[best[:, :, None], best[:, None, :]] = 0
    found = finished(Costs(weight, np.zeros((16, 4))), np.arange(16).reshape(4, 4), Noise("any"), 10)
    assert found.cost == 0
    assert sorted(sorted(table) for table in found.tables.tolist()) == sorted(sorted(table) for table in best.tolist())


def test_groupings_come_by_cost_none_twice_and_each_seats_everybody():
    costs = Costs(*_random_costs(24))
    found = groupings(costs, Noise("some"), 60)
    assert [grouping.cost for grouping in found] == sorted(grouping.cost for grouping in found)
    assert len({tuple(sorted(map(tuple, np.sort(g.tables).tolist()))) for g in found}) == len(found) > 1
    for grouping in found:
        assert sorted(grouping.tables.ravel().tolist()) == list(range(24))
        assert grouping.cost == costs.of(grouping.tables).sum()
