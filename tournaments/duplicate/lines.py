"""Lines for a field of any size: the winds at each table so given out that all pairs are compared equally often."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from tournaments.seating import Rounds
from tournaments.seating.schedule import Table

MATES = 1_000
"""What a comparison of two mates costs; one more comparison of others costs as much as they have had."""

SWEEPS = 60
"""Times that all tables are gone through at most; a sweep that changes nothing ends the search."""


def balanced_lines(rounds: Rounds, teams: Mapping[int, int]) -> Rounds:
    """The same tables with other winds: each exchange of two at a table that makes the comparisons more equal is made.

    The cost is the sum over pairs of the square of their comparisons, and ``MATES`` for each comparison of mates.
    Nothing is drawn: the same rounds give the same lines.
    """
    players = sorted(player for table in rounds[0] for player in table)
    index = {player: at for at, player in enumerate(players)}
    apart = np.zeros((len(players), len(players)), dtype=np.int64)
    for a, b in combinations(players, 2):
        if teams and teams[a] == teams[b]:
            apart[index[a], index[b]] = apart[index[b], index[a]] = MATES
    seats = np.array([[[index[player] for player in table] for table in round_] for round_ in rounds])
    counts = np.zeros_like(apart)
    for session in seats:
        for line in range(4):
            on_line = session[:, line]
            counts[np.ix_(on_line, on_line)] += 1
    np.fill_diagonal(counts, 0)
    for _ in range(SWEEPS):
        if not sum(_improve_session(session, counts, apart) for session in seats):
            break
    return tuple(tuple(_table([players[at] for at in table]) for table in session) for session in seats.tolist())


def _table(players: list[int]) -> Table:
    a, b, c, d = players
    return a, b, c, d


def _improve_session(session: np.ndarray, counts: np.ndarray, apart: np.ndarray) -> int:
    """Exchange winds within the tables of one session while that helps; how many exchanges were made."""
    made = 0
    for number, table in enumerate(session):
        others = np.delete(session, number, axis=0)
        for first, second in combinations(range(4), 2):
            a, b = table[first], table[second]
            leaves, joins = others[:, first], others[:, second]
            # A pair with n comparisons more costs 2n + 1, one less 1 - 2n; the ones cancel out.
            change = 2 * int((counts[a, joins] - counts[a, leaves] + counts[b, leaves] - counts[b, joins]).sum())
            change += 4 * len(others)
            change += int((apart[a, joins] - apart[a, leaves] + apart[b, leaves] - apart[b, joins]).sum())
            if change < 0:
                for player, old, new in ((a, leaves, joins), (b, joins, leaves)):
                    counts[player, old] -= 1
                    counts[old, player] -= 1
                    counts[player, new] += 1
                    counts[new, player] += 1
                table[first], table[second] = b, a
                made += 1
    return made
