"""Lookahead in a Swiss event of known length: winds even at its end, and opponents for the next round."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tournaments.seating.logic.arrays import FloatArray, IntArray
from tournaments.seating.logic.measures import END_PRICE, LEAN_PRICE, WIND_PRICE

Mask = NDArray[np.bool_]

MAX_TABLES = 4_000
"""Tables without a repeat above which a round has room enough."""
MAX_NODES = 2_000


def compute_wind_prices(history: FloatArray, rounds_left: int | None) -> FloatArray:
    """Return the price of each wind for each player; `history` (n, 4) counts winds, `rounds_left` this round too.

    >>> compute_wind_prices(np.array([[2.0, 2.0, 2.0, 1.0]]), 1).tolist()
    [[250.0, 250.0, 250.0, 0.0]]
    """
    lean: FloatArray = history - history.min(axis=1, keepdims=True)
    if rounds_left is None:
        return WIND_PRICE * lean
    games = history.sum(axis=1) + rounds_left
    low, high = (games // 4)[:, None, None], (-(-games // 4))[:, None, None]
    after = history[:, None, :] + np.eye(4)
    missing = np.maximum(low - after, 0).sum(axis=2)
    off = np.maximum(after - high, 0).sum(axis=2) + np.maximum(missing - (rounds_left - 1), 0)
    worse: FloatArray = off - off.min(axis=1, keepdims=True)
    return END_PRICE * worse + LEAN_PRICE * lean


def is_tight(players: int, rounds: int) -> bool:
    """Return whether all will have met half of the field, so that few rounds without repeats are left."""
    return 6 * rounds >= players - 1


def is_fresh(free: Mask, tables: IntArray) -> bool:
    first, two = np.triu_indices(4, 1)
    return bool(free[tables[:, first], tables[:, two]].all())


def find_fresh_round(free: Mask) -> IntArray | None:
    """Return tables of `free` pairs that seat everybody once; None if not found within `MAX_TABLES`, `MAX_NODES`."""
    tables = _list_fresh_tables(free)
    cover = None if tables is None else _find_cover((1 << len(free)) - 1, tables, [MAX_NODES])
    return None if cover is None else np.array([_list_bits(table) for table in cover], dtype=np.int64)


def may_leave_fresh_round(free: Mask, tables: IntArray) -> bool:
    after = free.copy()
    after[tables[:, :, None], tables[:, None, :]] = False
    fresh = _list_fresh_tables(after)
    return fresh is None or _find_cover((1 << len(free)) - 1, fresh, [MAX_NODES]) is not None


def _list_fresh_tables(free: Mask) -> list[int] | None:
    """Return all fours of `free` pairs as bits of an integer; None above `MAX_TABLES`."""
    near = [sum(1 << int(j) for j in np.flatnonzero(row[i + 1 :]) + i + 1) for i, row in enumerate(free)]
    tables = []
    for a, of_a in enumerate(near):
        for b in _list_bits(of_a):
            two = of_a & near[b]
            for c in _list_bits(two):
                tables += [1 << a | 1 << b | 1 << c | 1 << d for d in _list_bits(two & near[c])]
            if len(tables) > MAX_TABLES:
                return None
    return tables


def _find_cover(missing: int, tables: list[int], looks: list[int]) -> list[int] | None:
    if not missing:
        return []
    if not looks[0]:
        return None
    looks[0] -= 1
    choices = min(([table for table in tables if table >> i & 1] for i in _list_bits(missing)), key=len)
    for table in choices:
        cover = _find_cover(missing & ~table, [candidate for candidate in tables if not candidate & table], looks)
        if cover is not None:
            return [table, *cover]
    return None


def _list_bits(mask: int) -> list[int]:
    tables = []
    while mask:
        low = mask & -mask
        tables.append(low.bit_length() - 1)
        mask ^= low
    return tables
