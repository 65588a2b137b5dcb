"""Bounds from counting beside the measures of a seating."""

from __future__ import annotations

import pytest

from tournaments.seating.logic import Constraints, freeze, measures, pairs
from tournaments.seating.logic.measures import kept_apart

TEAMS = {player: (player - 1) // 4 for player in range(1, 17)}


@pytest.mark.parametrize(
    ("constraints", "tables", "apart"),
    [
        (Constraints(), 4, 0),
        (Constraints(teams=TEAMS), 4, 24),
        (Constraints(teams=TEAMS, forbidden=pairs([(1, 2), (1, 5), (1, 99)])), 4, 25),
        (Constraints(referees=frozenset({1, 5})), 4, 1),
        # Five at four tables must meet, and a country is asked for, not insisted on.
        (Constraints(teams=dict.fromkeys(range(1, 6), "A")), 4, 0),
        (Constraints(countries=dict.fromkeys(range(1, 5), "FR")), 4, 0),
    ],
)
def test_pairs_that_must_not_meet_are_counted_once(constraints, tables, apart):
    assert kept_apart(constraints, range(1, 17), tables) == apart


def test_fewest_repeats_count_the_pairs_apart_only_where_they_are():
    kept = freeze([[[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]] * 5)
    broken = freeze([[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]] * 5)
    asked = Constraints(teams=TEAMS)
    assert (measures(kept, asked).repeat_bound, measures(kept, asked).least_repeats) == (0, 24)
    assert measures(broken, asked).least_repeats == 0
    assert measures(kept).least_repeats == 0
    assert "bound_apart" not in measures(kept, asked).as_dict()
