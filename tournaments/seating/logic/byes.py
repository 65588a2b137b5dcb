"""Counts that are not a multiple of four: who sits out, or how many substitutes join."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.seating.logic.schedule import Rounds


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


def rests(people: Sequence[int], spare: int, played: Rounds, rounds: int) -> list[list[int]]:
    """Who sits out in each coming round, `spare` at a time: first who sat out least of them, then who has played most.

    >>> rests([1, 2, 3, 4, 5], 1, (((1, 2, 3, 4),),), 2)
    [[1], [2]]
    """
    games = dict.fromkeys(people, 0)
    for round_ in played:
        for table in round_:
            for p in table:
                if p in games:
                    games[p] += 1
    rested = dict.fromkeys(people, 0)
    byes: list[list[int]] = []
    for _ in range(rounds):
        out = sorted(people, key=lambda p: (rested[p], -games[p], p))[:spare]
        for p in people:
            if p in out:
                rested[p] += 1
            else:
                games[p] += 1
        byes.append(sorted(out))
    return byes
