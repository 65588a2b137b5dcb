"""Players to template numbers: by lot, then by swaps (tabu search) for wishes; the template never changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from tournaments.seating.logic.arrays import FloatArray, IntArray
from tournaments.seating.logic.constraints import HARD, Constraints
from tournaments.seating.logic.random_stream import shuffle
from tournaments.seating.logic.schedule import RoundTables
from tournaments.seating.logic.seeding import POTS, Ratings, group_into_pots


def compute_penalties(constraints: Constraints, players: Sequence[int]) -> tuple[FloatArray, FloatArray | None]:
    """Return (penalty, reward) of meetings of players[i] and players[j]; reward is None without wished pairs."""
    index = {player: i for i, player in enumerate(players)}
    n = len(players)
    penalty = np.zeros((n, n))
    for group in constraints.groups(players):
        indices = [index[player] for player in group.members]
        penalty[np.ix_(indices, indices)] += group.weight
    for pairs, weight in ((constraints.forbidden, HARD), (constraints.met_before, constraints.met_before_weight)):
        for a, b in pairs:
            if a in index and b in index:
                penalty[index[a], index[b]] += weight
                penalty[index[b], index[a]] += weight
    fixed = [(index[p], table) for p, table in constraints.fixed_tables.items() if p in index]
    for i, table in fixed:
        for j, chair in fixed:
            if table != chair:
                penalty[i, j] += HARD
    np.fill_diagonal(penalty, 0)
    wished = [(index[a], index[b]) for a, b in constraints.wished if a in index and b in index]
    if not wished:
        return penalty, None
    reward = np.zeros((n, n))
    for a, b in wished:
        reward[a, b] = reward[b, a] = constraints.wished_weight
    return penalty, reward


def compute_cost(met: IntArray, penalty: FloatArray, reward: FloatArray | None) -> float:
    total = float((met * penalty).sum()) / 2
    if reward is not None:
        total -= float(((met > 0) * reward).sum()) / 2
    return total


def pack_groups(
    constraints: Constraints, players: Sequence[int], classes: Sequence[Sequence[int]], seed: str
) -> list[int]:
    """Return players by template number, big groups inside one class, whose members never meet."""
    order = shuffle(players, seed)
    rank = {player: i for i, player in enumerate(order)}
    names: dict[int, str] = {}
    for group in constraints.groups(players):
        for player in group.members:
            names.setdefault(player, f"{group.kind} {group.name}")
    sizes = Counter(names.values())
    groups: dict[str, list[int]] = {}
    for player in order:
        groups.setdefault(names.get(player, f"single {player}"), []).append(player)
    room = [list(shuffle(numbers, seed, f"class {c}")) for c, numbers in enumerate(classes)]
    seat: dict[int, int] = {}
    for name in sorted(groups, key=lambda g: (-sizes.get(g, 1), rank[groups[g][0]])):
        members = list(groups[name])
        while members:
            fitting = [numbers for numbers in room if len(numbers) >= len(members)]
            target = min(fitting, key=len) if fitting else max(room, key=len)
            for _ in range(min(len(target), len(members))):
                seat[target.pop()] = members.pop()
    return [seat[number] for number in range(len(players))]


def deal_pots(players: Sequence[int], ratings: Ratings, first_round: RoundTables, seed: str) -> list[int]:
    """Return the players by template number: one of each pot at each table of the first round, by the seed's shuffle.

    Tables stand in the order of their lowest numbers. The k-th number of table t, both from 0, is of pot (k + t) mod 4.
    """
    pot_of = group_into_pots(players, ratings, len(first_round))
    order = shuffle(players, seed)
    pots = [[player for player in order if pot_of[player] == pot] for pot in range(POTS)]
    mapping: dict[int, int] = {}
    for position, table in enumerate(sorted(sorted(table) for table in first_round)):
        for index, number in enumerate(table):
            mapping[number] = pots[(index + position) % POTS].pop(0)
    sitting_out = pots[-1]
    return [mapping[number] if number in mapping else sitting_out.pop(0) for number in range(len(players))]


def improve_mapping(
    mapping: Sequence[int],
    met: IntArray,
    constraints: Constraints,
    *,
    steps: int = 300,
    goal: float = 0.0,
    pots: Sequence[int] = (),
) -> tuple[list[int], float]:
    """Return (mapping, cost) after up to `steps` swaps, or at cost `goal`; swaps within `pots`, if any. `met` and
    `pots` are by template number.
    """
    current = list(mapping)
    n = len(current)
    price, reward = compute_penalties(constraints, current)
    weight = price.copy()
    linked = met.astype(np.float64)
    if reward is not None:
        # A template meets a pair once, seldom twice: the worth of the first meeting is taken off every one in the
        # guiding cost.
        weight -= reward
    cost = compute_cost(met, price, reward)
    best, best_cost = list(current), cost
    product = linked @ weight
    blocked = np.zeros((n, n), dtype=np.int64)
    lower = np.tril_indices(n)
    pot = np.array(pots or [0] * n)
    between_pots = pot[:, None] != pot[None, :]
    patience = 0
    for step in range(steps):
        if best_cost <= goal or patience > 80:
            break
        diagonal = np.diag(product)
        change = product + product.T - diagonal[:, None] - diagonal[None, :] + 2 * linked * weight
        change[lower] = np.inf
        change[between_pots] = np.inf
        change[blocked > step] += 4.0 * HARD * n
        i, j = (int(x) for x in divmod(int(np.argmin(change)), n))
        if not np.isfinite(change[i, j]):
            break
        # Swapping the players of numbers i and j swaps rows and columns of the prices; the product follows by a
        # rank-one step and two fresh columns.
        product += np.outer(linked[:, i] - linked[:, j], weight[j] - weight[i])
        for matrix in (weight, price) if reward is None else (weight, price, reward):
            matrix[[i, j]] = matrix[[j, i]]
            matrix[:, [i, j]] = matrix[:, [j, i]]
        product[:, [i, j]] = linked @ weight[:, [i, j]]
        current[i], current[j] = current[j], current[i]
        blocked[i, j] = blocked[j, i] = step + 8 + (step * 7 + i + j) % 9
        now = compute_cost(met, price, reward)
        patience += 1
        if now < best_cost - 1e-9:
            best, best_cost, patience = list(current), now, 0
    return best, best_cost
