"""Counts that are not a multiple of four: who sits out, or how many substitutes join."""

from __future__ import annotations


def sitting_out(players: int, rounds: int) -> list[tuple[int, ...]]:
    """Who sits out in each round (numbers from 0), everybody equally often or once more, never twice before all did
    once.

    >>> sitting_out(6, 4)
    [(0, 1), (2, 3), (4, 5), (0, 1)]
    """
    spare = players % 4
    return [tuple(sorted((k * spare + i) % players for i in range(spare))) for k in range(rounds)]


def substitutes_needed(players: int) -> int:
    """How many substitutes fill the last table.

    >>> [substitutes_needed(n) for n in (16, 17, 18, 19)]
    [0, 3, 2, 1]
    """
    return -players % 4
