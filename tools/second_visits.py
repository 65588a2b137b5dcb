"""`python -m tools.second_visits`: sizes whose tables cannot be divided as well as their rounds, by exhaustive search.

Both are stated in docs/seating.md and kept in `seating.logic.bounds.UNAVOIDABLE_VISITS`. The searches take a second.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from tournaments.seating.logic.bounds import UNAVOIDABLE_VISITS
from tournaments.seating.logic.constructions.templates import choose_template


def fewest_visits_of_sixteen() -> int:
    """Return the fewest second visits of 16 players in 5 rounds: of all 24^5 orders of the tables, but for naming the
    tables by the first round. The affine plane of order 4 is unique.
    """
    plane = choose_template(16, 5).rounds
    visits = np.zeros((5, 24, 16, 4), dtype=np.int8)
    for k, round_ in enumerate(plane):
        for order, places in enumerate(permutations(range(4))):
            for table, place in zip(round_, places, strict=True):
                visits[k, order, list(table), place] = 1
    last_two = (visits[3][:, None] + visits[4][None]).reshape(576, 16, 4)
    return min(
        int(np.maximum(visits[0, 0] + second + third + last_two - 2, 0).sum(axis=(1, 2)).min())
        for second in visits[1]
        for third in visits[2]
    )


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
    return None if found is None else [paths[path] for path in found]


def main() -> int:
    """Search both sizes; return 1 if a stored bound is not what the search finds."""
    fewest = fewest_visits_of_sixteen()
    print(f"16 players in 5 rounds: {fewest} second visits at least; stored {UNAVOIDABLE_VISITS[16, 5]}")
    smaller = [superposed(order, depth) is not None for order, depth in ((5, 4), (6, 3))]
    found = superposed(6, 4)
    print(f"SOMA(4, 5) and SOMA(3, 6): {'found' if all(smaller) else 'not found'}")
    print(f"SOMA(4, 6), 24 players in 6 rounds without a second visit: {'found' if found else 'not found'}")
    return int(fewest != UNAVOIDABLE_VISITS[16, 5] or found is not None or not all(smaller))


if __name__ == "__main__":
    raise SystemExit(main())
