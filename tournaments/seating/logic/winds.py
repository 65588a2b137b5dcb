"""Even winds by Euler circuits. In the graph of players and games, colouring the edges of Euler circuits alternately
halves every degree. Doing so twice gives four winds, in which a game has one edge and a player floor(games / 4) or
ceil(games / 4).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import islice

from tournaments.seating.logic.schedule import Rounds, Table

Seats = list[list[int]]


def _halve_edges(edges: Sequence[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Split edges (game, player) so that each vertex keeps half, rounded either way; return indices."""
    around: dict[tuple[int, int], list[int]] = {}
    ends: list[tuple[tuple[int, int], tuple[int, int]]] = []

    def link(a: tuple[int, int], b: tuple[int, int]) -> None:
        around.setdefault(a, []).append(len(ends))
        around.setdefault(b, []).append(len(ends))
        ends.append((a, b))

    for game, player in edges:
        link((0, game), (1, player))
    dummy = (2, 0)
    for vertex in [v for v in around if len(around[v]) % 2]:
        link(dummy, vertex)
    used = [False] * len(ends)
    halves: tuple[list[int], list[int]] = ([], [])
    # Circuits start at the dummy where there is one: only there may an odd circuit close, and the dummy needs no
    # balance.
    for start in ([dummy] if dummy in around else []) + sorted(around):
        stack: list[tuple[tuple[int, int], int]] = [(start, -1)]
        circuit: list[int] = []
        while stack:
            vertex, came_by = stack[-1]
            open_edges = around[vertex]
            while open_edges and used[open_edges[-1]]:
                open_edges.pop()
            if open_edges:
                edge = open_edges.pop()
                used[edge] = True
                a, b = ends[edge]
                stack.append((b if a == vertex else a, edge))
            else:
                stack.pop()
                if came_by >= 0:
                    circuit.append(came_by)
        for position, edge in enumerate(circuit):
            if edge < len(edges):
                halves[position % 2].append(edge)
    return halves


def balance_winds(rounds: Rounds) -> Rounds:
    """Seat the tables so that every player has each wind floor(games / 4) or ceil(games / 4) times."""
    edges: list[tuple[int, int]] = []
    games: list[tuple[int, int]] = []
    for k, round_ in enumerate(rounds):
        for t, table in enumerate(round_):
            edges += [(len(games), player) for player in table]
            games.append((k, t))
    first, second = _halve_edges(edges)
    seats: list[dict[int, int]] = [{} for _ in games]
    for wind, half in ((0, first), (2, second)):
        chosen = [edges[i] for i in half]
        for offset, quarter in enumerate(_halve_edges(chosen)):
            for i in quarter:
                game, player = chosen[i]
                seats[game][wind + offset] = player
    result: list[list[Table]] = [[] for _ in rounds]
    for (k, _), seat in zip(games, seats, strict=True):
        result[k].append((seat[0], seat[1], seat[2], seat[3]))
    return tuple(tuple(round_) for round_ in result)


def repair_winds(rounds: Rounds, played: Rounds) -> Rounds:
    """Seat the coming rounds so that winds over played and coming rounds are even. For each pair of winds a game is an
    arrow between its holders; turning a path of arrows moves a visit of the first wind from its end to its start, until
    that lowers the sum of squares no more.
    """
    counts: dict[int, list[int]] = {}
    for round_ in (*played, *(even := balance_winds(rounds))):
        for table in round_:
            for wind, player in enumerate(table):
                counts.setdefault(player, [0, 0, 0, 0])[wind] += 1
    games: Seats = [list(table) for round_ in even for table in round_]
    changed = True
    while changed:
        changed = False
        for a in range(3):
            for b in range(a + 1, 4):
                while _turn_path(games, counts, a, b):
                    changed = True
    tables = iter(games)
    return tuple(tuple((t[0], t[1], t[2], t[3]) for t in islice(tables, len(round_))) for round_ in even)


def _turn_path(games: Seats, counts: Mapping[int, list[int]], a: int, b: int) -> bool:
    """Turn a path that moves wind a from the player with most to one with at least two less (by a - b)."""
    leaving: dict[int, list[int]] = {}
    for index, seats in enumerate(games):
        leaving.setdefault(seats[a], []).append(index)
    lead = {player: count[a] - count[b] for player, count in counts.items()}
    for source in sorted(leaving, key=lambda p: (-lead[p], p)):
        if lead[source] < 1:
            return False
        came: dict[int, int] = {}
        queue = deque([source])
        visited = {source}
        while queue:
            player = queue.popleft()
            # Source loses a and gains b, the end gains a and loses b: squares fall when the leads differ by more than
            # 2.
            if player != source and lead[source] - lead[player] > 2:
                while player != source:
                    seats = games[came[player]]
                    holder = seats[a]
                    seats[a], seats[b] = seats[b], seats[a]
                    for who, sign in ((player, 1), (holder, -1)):
                        counts[who][a] += sign
                        counts[who][b] -= sign
                    player = holder
                return True
            for index in leaving.get(player, []):
                opposite = games[index][b]
                if opposite not in visited:
                    visited.add(opposite)
                    came[opposite] = index
                    queue.append(opposite)
    return False
