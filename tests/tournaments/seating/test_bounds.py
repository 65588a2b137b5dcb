"""Bounds from theory, and detection of impossible constraints."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from tournaments.seating.logic import feasibility, group_bound, repeat_bound, rounds_without_repeat
from tournaments.seating.logic.bounds import UNAVOIDABLE_VISITS
from tournaments.seating.logic.constructions.templates import template
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.text import explain_measures


def test_limits_by_counting_and_by_the_known_exceptions():
    assert [rounds_without_repeat(n) for n in (8, 12, 16, 20, 24, 28, 32, 40, 400)] == [1, 1, 5, 5, 7, 9, 10, 13, 133]
    sizes = ((16, 6), (20, 8), (24, 10), (28, 12), (8, 2), (12, 2))
    assert [repeat_bound(*size) for size in sizes] == [24, 50, 84, 126, 4, 3]
    assert [group_bound(4, 5, 3), group_bound(6, 5, 3), group_bound(22, 16, 8)] == [0, 3, 48]


def test_rounds_that_cannot_be_without_a_repeat_are_reported():
    proven = (
        "20 players cannot play 6 rounds without a repeat although counting would allow it: the design (4-RGDD of "
        "type 2^10) is proven not to exist; the best known has 6 repeats."
    )
    assert [str(feasibility(*size)) for size in ((20, 6), (16, 6), (64, 10))] == [
        proven,
        "16 players cannot play 6 rounds without a repeat; the limit is 5, and at least 24 repeats are needed.",
        "64 players can play 10 rounds without a repeat; the limit is 21.",
    ]
    notes = [schedule_rounds(*size, seed="olga").details["notes"] for size in ((20, 6), (64, 10))]
    assert notes == [[proven], []]


def test_every_order_of_the_tables_of_sixteen_in_five_rounds_brings_somebody_back_too_often():
    """All 24^5 orders, but for naming the tables by the first round: the affine plane of order 4 is unique."""
    plane = template(16, 5).rounds
    visits = np.zeros((5, 24, 16, 4), dtype=np.int8)
    for k, round_ in enumerate(plane):
        for order, places in enumerate(permutations(range(4))):
            for table, place in zip(round_, places, strict=True):
                visits[k, order, list(table), place] = 1
    last_two = (visits[3][:, None] + visits[4][None]).reshape(576, 16, 4)
    fewest = min(
        int(np.maximum(visits[0, 0] + second + third + last_two - 2, 0).sum(axis=(1, 2)).min())
        for second in visits[1]
        for third in visits[2]
    )
    assert fewest == UNAVOIDABLE_VISITS[16, 5] == 3


def superposed(order: int, depth: int) -> list[tuple[int, ...]] | None:
    """A SOMA(depth, order): depth x order players in `order` rounds at `order` tables, nobody twice at a table and no
    pair twice; a player is the permutation that gives the table of each round. None if the search ends without one.
    """
    paths = list(permutations(range(order)))
    through = {
        (k, table): sum(1 << i for i, path in enumerate(paths) if path[k] == table)
        for k in range(order)
        for table in range(order)
    }
    apart = []
    for path in paths:
        twice = sum(
            1 << i for i, other in enumerate(paths) if sum(a == b for a, b in zip(path, other, strict=True)) > 1
        )
        apart.append((1 << len(paths)) - 1 & ~twice)

    def complete(chosen: list[int], free: int, seats: dict[tuple[int, int], int]) -> list[int] | None:
        open_seats = {cell: free & through[cell] for cell, left in seats.items() if left}
        if not open_seats:
            return chosen
        if any(places.bit_count() < seats[cell] for cell, places in open_seats.items()):
            return None
        tightest = min(open_seats, key=lambda cell: open_seats[cell].bit_count() / seats[cell])
        places = open_seats[tightest]
        while places.bit_count() >= seats[tightest]:
            path = (places & -places).bit_length() - 1
            left = {cell: count - (paths[path][cell[0]] == cell[1]) for cell, count in seats.items()}
            rest = free & apart[path]
            for cell, count in left.items():
                if not count:
                    rest &= ~through[cell]
            if found := complete([*chosen, path], rest, left):
                return found
            free &= ~(1 << path)
            places &= ~(1 << path)
        return None

    # Tables may be named after the first player's way through them.
    seats = {cell: depth - (cell[0] == cell[1]) for cell in through}
    found = complete([0], apart[0], seats)
    return found and [paths[path] for path in found]


def test_no_schedule_of_24_players_in_six_rounds_divides_the_tables_as_well():
    for order, depth in ((5, 4), (6, 3)):
        players = superposed(order, depth) or []
        assert len(set(players)) == order * depth
        assert all(sorted(path) == list(range(order)) for path in players)
        assert all(sum(a == b for a, b in zip(*two, strict=True)) <= 1 for two in combinations(players, 2))
    assert superposed(6, 4) is None
    assert UNAVOIDABLE_VISITS[24, 6] == 2


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        ((16, 5), "3 times {}; no seating of this size without a repeat has fewer."),
        ((24, 6), "16 times {}; it is proven that no seating of this size without a repeat spares everybody that."),
        ((40, 10), "29 times {}."),
        ((64, 10), "Nobody has a table more often than needed."),
    ],
)
def test_second_visits_that_nobody_can_avoid_are_called_so(size, sentence):
    visits = str(explain_measures(schedule_rounds(*size, seed="olga").measured())[-1])
    assert visits == sentence.format("somebody comes back to a table more often than needed")
