"""Bounds of repeats by counting and design theory: resolvable (v, 4, 1) designs exist for every v = 4 mod 12;
resolvable 4-group-divisible designs of type 2^k and 3^k give the other sizes, except type 2^10 (20 players).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.sentences import Sentence, gettext_noop

KNOWN_BEST = {(20, 6): 6, (48, 16): 36}
"""Fewest repeats reached where the counting bound was not met: (players, rounds) -> repeats."""

UNAVOIDABLE_VISITS = {(16, 5): 3, (24, 6): 2}
"""(players, rounds) -> excess visits to tables that every schedule without a repeat is proven to have."""


def count_rounds_without_repeat(players: int) -> int:
    """Return the most rounds in which no pair meets twice, by counting and the known exceptions.

    >>> [count_rounds_without_repeat(n) for n in (4, 12, 16, 20, 24, 28, 40)]
    [1, 1, 5, 5, 7, 9, 13]
    """
    if players < 16:
        return 1
    if players == 20:
        return 5
    return (players - 1) // 3


def compute_repeat_bound(players: int, rounds: int) -> int:
    """Return the fewest repeats (meetings of a pair beyond its first) when everybody plays every round.

    >>> [compute_repeat_bound(players, rounds) for players, rounds in ((16, 5), (16, 6), (20, 8), (20, 10))]
    [0, 24, 50, 110]
    """
    tables = players // 4
    counted = max(0, 6 * tables * rounds - players * (players - 1) // 2)
    if tables < 4 and rounds > 1:
        # A table of a later round takes its four players from fewer than four tables, so two of them have just met.
        counted = max(counted, (rounds - 1) * tables * {1: 6, 2: 2, 3: 1}[tables])
    return counted


def compute_repeat_bound_of_games(games: Sequence[int], players: int, *, apart: int = 0) -> int:
    """Return the fewest repeats by counting, for `games[k]` tables in round k and so many pairs `apart`.

    >>> compute_repeat_bound_of_games([4, 4, 4, 4, 4], 16), compute_repeat_bound_of_games([4, 4, 4, 4, 4], 16, apart=24)
    (0, 24)
    """
    return max(0, 6 * sum(games) - players * (players - 1) // 2 + apart)


def group_bound(members: int, tables: int, rounds: int) -> int:
    """Return the fewest meetings inside a group that is spread evenly over the tables in every round.

    >>> group_bound(22, 16, 8), group_bound(4, 16, 8)
    (48, 0)
    """
    q, s = divmod(members, tables)
    return rounds * ((tables - s) * q * (q - 1) // 2 + s * q * (q + 1) // 2)


def describe_feasibility(players: int, rounds: int) -> Sentence:
    """Return a sentence on the rounds: they fit without a repeat, or the bound."""
    if players % 4:
        return Sentence(
            gettext_noop(
                "%(players)d players do not fill tables of four; %(over)d sit out in each round or %(wanted)d join."
            ),
            {"players": players, "over": players % 4, "wanted": -players % 4},
        )
    limit = count_rounds_without_repeat(players)
    values = {"players": players, "rounds": rounds, "limit": limit}
    if rounds <= limit:
        return Sentence(
            gettext_noop("%(players)d players can play %(rounds)d rounds without a repeat; the limit is %(limit)d."),
            values,
        )
    if players == 20 and rounds == 6:
        return Sentence(
            gettext_noop(
                "20 players cannot play 6 rounds without a repeat although counting would allow it: the design (4-RGDD "
                "of type 2^10) is proven not to exist; the best known has 6 repeats."
            )
        )
    return Sentence(
        gettext_noop(
            "%(players)d players cannot play %(rounds)d rounds without a repeat; the limit is %(limit)d, "
            "and at least %(bound)d repeats are needed."
        ),
        values | {"bound": compute_repeat_bound(players, rounds)},
    )
