"""Possible orders of a table's result, and whether final points within limits can have one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, permutations

TableOrder = tuple[tuple[int, ...], ...]
"""Seats (0 is the first) in groups of equal points, the best group in front."""


@cache
def list_orders(seats: int, shared: bool) -> tuple[TableOrder, ...]:
    """Return every order of so many seats; with `shared` False equal points form no groups, the earlier seat is ahead.

    >>> len(list_orders(4, True)), len(list_orders(4, False))
    (75, 24)
    """
    if not shared:
        return tuple(tuple((seat,) for seat in order) for order in permutations(range(seats)))
    return tuple(_list_groupings(tuple(range(seats))))


def _list_groupings(seats: tuple[int, ...]) -> list[TableOrder]:
    if not seats:
        return [()]
    orders = []
    for size in range(1, len(seats) + 1):
        for first in combinations(seats, size):
            remaining = tuple(seat for seat in seats if seat not in first)
            orders += [(first, *others) for others in _list_groupings(remaining)]
    return orders


@cache
def map_seats_to_places(order: TableOrder) -> dict[int, tuple[int, int]]:
    """Return seat -> (place, number that share it)."""
    places, place = {}, 1
    for group in order:
        places.update(dict.fromkeys(group, (place, len(group))))
        place += len(group)
    return places


def fits(order: TableOrder, low: Sequence[int], high: Sequence[int], total: int, *, shared: bool = True) -> bool:
    """Return whether integers within `low` and `high` by seat exist in this order with the sum `total`.

    >>> fits(((0,), (1, 2), (3,)), [0] * 4, [9] * 4, 4), fits(((0, 1, 2, 3),), [0] * 4, [9] * 4, 5)
    (True, False)
    """
    least = [max(low[seat] for seat in group) for group in order]
    most = [min(high[seat] for seat in group) for group in order]
    gaps = [0 if not shared and ahead[0] < behind[0] else 1 for ahead, behind in pairwise(order)]
    for index, gap in enumerate(gaps):
        most[index + 1] = min(most[index + 1], most[index] - gap)
    for index in range(len(gaps) - 1, -1, -1):
        least[index] = max(least[index], least[index + 1] + gaps[index])
    if any(below > above for below, above in zip(least, most, strict=True)):
        return False
    sizes = [len(group) for group in order]
    largest = max(sizes)
    if largest == 1:
        return sum(least) <= total <= sum(most)
    return _fits_tied(sizes, gaps, least, most, total)


def _fits_tied(sizes: list[int], gaps: list[int], least: list[int], most: list[int], total: int) -> bool:
    """Handle a tied group: its points leave an interval for the sum of the others, which grows with them."""
    largest = sizes.index(max(sizes))

    def between(value: int) -> tuple[int, int]:
        lowest = highest = sizes[largest] * value
        step = 0
        for index in range(largest - 1, -1, -1):
            step += gaps[index]
            lowest += sizes[index] * max(least[index], value + step)
            highest += sizes[index] * most[index]
        step = 0
        for index in range(largest + 1, len(sizes)):
            step += gaps[index - 1]
            lowest += sizes[index] * least[index]
            highest += sizes[index] * min(most[index], value - step)
        return lowest, highest

    values = range(least[largest], most[largest] + 1)
    first = bisect_left(values, total, key=lambda value: between(value)[1])
    after = bisect_left(values, total + 1, key=lambda value: between(value)[0])
    if first >= after:
        return False
    # Two pairs: what one pair leaves to the other must be even.
    return max(sizes[:largest] + sizes[largest + 1 :], default=1) == 1 or total % 2 == 0
