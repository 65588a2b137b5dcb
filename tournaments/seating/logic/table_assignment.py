from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tournaments.seating.logic.arrays import FloatArray, IntArray
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Rounds, RoundTables


def assign_columns(cost: FloatArray) -> IntArray:
    """Return the column of each row in a cheapest assignment of a square matrix (Hungarian method).

    >>> assign_columns(np.array([[4.0, 1.0], [1.0, 4.0]])).tolist()
    [1, 0]
    """
    n = len(cost)
    row_price = np.zeros(n + 1)
    column_price = np.zeros(n + 1)
    row_of = np.full(n + 1, n, dtype=np.int64)
    for row in range(n):
        row_of[n] = row
        slack = np.full(n, np.inf)
        way = np.full(n, n, dtype=np.int64)
        done = np.zeros(n + 1, dtype=bool)
        column = n
        while row_of[column] != n:
            done[column] = True
            wind_row = row_of[column]
            reduced = cost[wind_row] - row_price[wind_row] - column_price[:n]
            better = ~done[:n] & (reduced < slack)
            slack[better] = reduced[better]
            way[better] = column
            waiting = np.where(done[:n], np.inf, slack)
            following = int(np.argmin(waiting))
            delta = waiting[following]
            row_price[row_of[done]] += delta
            column_price[done] -= delta
            slack[~done[:n]] -= delta
            column = following
        while column != n:
            before = int(way[column])
            row_of[column] = row_of[before]
            column = before
    result = np.empty(n, dtype=np.int64)
    result[row_of[:n]] = np.arange(n)
    return result


def _index_tables(round_: RoundTables, index: Mapping[int, int]) -> IntArray:
    return np.array([[index[p] for p in table] for table in round_], dtype=np.int64).reshape(-1, 4)


def spread(
    rounds: Rounds,
    *,
    table_numbers: Sequence[Sequence[int]],
    fixed: Mapping[int, int] | None = None,
    played: Rounds = (),
    played_numbers: Sequence[Sequence[int]] = (),
    seed: str = "spread",
    passes: int = 60,
) -> Rounds:
    """Order the games by `table_numbers` so that visits to a table repeat as little as possible. Each round is solved
    exactly against the others, with noise that falls from pass to pass. `fixed`: player -> table number; `played`
    rounds count as visits and stay.
    """
    fixed = fixed or {}
    people = sorted({p for round_ in (*rounds, *played) for table in round_ for p in table})
    index = {player: i for i, player in enumerate(people)}
    labels = sorted({number for line in (*table_numbers, *played_numbers) for number in line})
    place = {number: t for t, number in enumerate(labels)}
    games = [_index_tables(round_, index) for round_ in rounds]
    where = [np.array([place[number] for number in line], dtype=np.int64) for line in table_numbers]
    # Players with a fixed table are there every round: their visits are no repetition.
    counted = np.array([[0 if p in fixed else 1] for p in people], dtype=np.int64)
    wrong = np.zeros((len(people), len(labels)))
    for player, number in fixed.items():
        if player in index and number in place:
            wrong[index[player]] = 1e6
            wrong[index[player], place[number]] = 0.0
    visits = np.zeros((len(people), len(labels)), dtype=np.int64)
    for past, line in zip(played, played_numbers, strict=True):
        visits[_index_tables(past, index), np.array([[place[number]] for number in line])] += 1
    table_of: list[IntArray] = [np.arange(len(g)) for g in games]
    fewest = min((len(round_) for round_ in (*rounds, *played)), default=1)
    allowed = -(-(len(rounds) + len(played)) // max(1, fewest))
    noise = Noise(seed)

    def add(k: int, sign: int) -> None:
        visits[games[k], where[k][table_of[k]][:, None]] += sign

    def total() -> tuple[float, int, int]:
        broken = sum(float(wrong[games[k], where[k][table_of[k]][:, None]].sum()) for k in range(len(games)))
        counted_visits = visits * counted
        return broken, int(np.maximum(counted_visits - allowed, 0).sum()), int((counted_visits**2).sum())

    for k in range(len(games)):
        add(k, 1)
    best = total()
    best_at = [a.copy() for a in table_of]
    for step in range(passes):
        if best[:2] == (0, 0):
            break
        heat = 0.0 if step % 3 == 2 else 2.0 * (1 - step / passes)
        for k in range(len(games)):
            add(k, -1)
            visited = (visits * counted)[:, where[k]]
            price = (
                np.where(visited < allowed, 2.0 * visited, 20.0 * (visited - allowed + 1) + 2.0 * visited)
                + wrong[:, where[k]]
            )
            cost = price[games[k]].sum(axis=1)
            if heat:
                cost = cost + heat * noise.gumbel((len(cost), len(cost)))
            table_of[k] = assign_columns(cost)
            add(k, 1)
        now = total()
        if now < best:
            best, best_at = now, [a.copy() for a in table_of]
    result = []
    for k, round_ in enumerate(rounds):
        order = np.empty(len(round_), dtype=np.int64)
        order[best_at[k]] = np.arange(len(round_))
        result.append(tuple(round_[g] for g in order))
    return tuple(result)
