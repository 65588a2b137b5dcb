"""Possible orders of a table's result, and whether final points within limits can have one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, permutations

TableOrder = tuple[tuple[int, ...], ...]
"""Seats (0 is the first) in groups of equal points, the best group in front."""


@cache
def orders(seats: int, shared: bool) -> tuple[TableOrder, ...]:
    """Return every order of so many seats; with `shared` False equal points form no groups, the earlier seat is ahead.

    >>> len(orders(4, True)), len(orders(4, False))
    (75, 24)
    """
    if not shared:
        return tuple(tuple((seat,) for seat in each) for each in permutations(range(seats)))
    return tuple(_groups(tuple(range(seats))))


def _groups(seats: tuple[int, ...]) -> list[TableOrder]:
    if not seats:
        return [()]
    found = []
    for size in range(1, len(seats) + 1):
        for first in combinations(seats, size):
            rest = tuple(seat for seat in seats if seat not in first)
            found += [(first, *others) for others in _groups(rest)]
    return found


@cache
def placed(order: TableOrder) -> dict[int, tuple[int, int]]:
    """Return seat -> (place, number that share it)."""
    found, place = {}, 1
    for group in order:
        found.update(dict.fromkeys(group, (place, len(group))))
        place += len(group)
    return found


def fits(order: TableOrder, low: Sequence[int], high: Sequence[int], total: int, *, shared: bool = True) -> bool:
    """Return whether integers within `low` and `high` by seat exist in this order with the sum `total`.

    >>> fits(((0,), (1, 2), (3,)), [0] * 4, [9] * 4, 4), fits(((0, 1, 2, 3),), [0] * 4, [9] * 4, 5)
    (True, False)
    """
    least = [max(low[seat] for seat in group) for group in order]
    most = [min(high[seat] for seat in group) for group in order]
    gaps = [0 if not shared and ahead[0] < behind[0] else 1 for ahead, behind in pairwise(order)]
    for at, gap in enumerate(gaps):
        most[at + 1] = min(most[at + 1], most[at] - gap)
    for at in range(len(gaps) - 1, -1, -1):
        least[at] = max(least[at], least[at + 1] + gaps[at])
    if any(below > above for below, above in zip(least, most, strict=True)):
        return False
    sizes = [len(group) for group in order]
    largest = max(sizes)
    if largest == 1:
        return sum(least) <= total <= sum(most)
    return _fits_tied(sizes, gaps, least, most, total)


def _fits_tied(sizes: list[int], gaps: list[int], least: list[int], most: list[int], total: int) -> bool:
    """Handle a tied group: its points leave an interval for the sum of the others, which grows with them."""
    own = sizes.index(max(sizes))

    def between(value: int) -> tuple[int, int]:
        lowest = highest = sizes[own] * value
        step = 0
        for at in range(own - 1, -1, -1):
            step += gaps[at]
            lowest += sizes[at] * max(least[at], value + step)
            highest += sizes[at] * most[at]
        step = 0
        for at in range(own + 1, len(sizes)):
            step += gaps[at - 1]
            lowest += sizes[at] * least[at]
            highest += sizes[at] * min(most[at], value - step)
        return lowest, highest

    values = range(least[own], most[own] + 1)
    first = bisect_left(values, total, key=lambda value: between(value)[1])
    after = bisect_left(values, total + 1, key=lambda value: between(value)[0])
    if first >= after:
        return False
    # Two pairs: what one pair leaves to the other must be even.
    return max(sizes[:own] + sizes[own + 1 :], default=1) == 1 or total % 2 == 0
