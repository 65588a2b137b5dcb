"""Rounds by the standings: Swiss in fours, and the plain orders for finals. A Swiss table costs, over its pairs, (gap
in places)^2 + P * (earlier meetings)^2 + the constraints' prices, and over its players the prices of their winds
(`lookahead.compute_wind_prices`) in the best order. P is the organiser's setting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from types import MappingProxyType

import numpy as np

from engine.sentences import gettext_noop
from tournaments.seating.logic.arrays import FloatArray, IntArray
from tournaments.seating.logic.constraints import HARD
from tournaments.seating.logic.draws import Draw, RankedInputs
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.measures import SETTINGS, compute_meeting_matrix
from tournaments.seating.logic.player_mapping import compute_penalties
from tournaments.seating.logic.random_stream import Noise
from tournaments.seating.logic.schedule import Rounds, RoundTables, Table
from tournaments.seating.logic.search import Progress
from tournaments.seating.logic.swiss.grouping import Costs, TableGrouping, finish_grouping, list_groupings
from tournaments.seating.logic.swiss.lookahead import (
    compute_wind_prices,
    find_fresh_round,
    is_fresh,
    is_tight,
    may_leave_fresh_round,
)
from tournaments.seating.logic.table_assignment import spread

MAX_LOOKS = 250
"""Cheapest seatings searched for one that leaves opponents for the next round."""

CHAIRS = 4

MODES = ("standings", "interval", "snake", "teams")


@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """Costs of tables in a Swiss round, by index into `people`, best first. `closeness`, `repeats` and `wishes` are
    symmetric (a wished pair's price is negative); `uneven[player, wind]` counts in the best of 24 orders; `met` counts
    earlier meetings.
    """

    people: tuple[int, ...]
    sits_out: tuple[int, ...]
    met: IntArray
    closeness: FloatArray
    repeats: FloatArray
    wishes: FloatArray
    uneven: FloatArray

    @property
    def weight(self) -> FloatArray:
        total: FloatArray = self.closeness + self.repeats + self.wishes
        return total

    def cost_of(self, round_: RoundTables) -> dict[str, float]:
        index = {player: i for i, player in enumerate(self.people)}
        tables = [[index[player] for player in table] for table in round_]
        pairs = [pair for table in tables for pair in combinations(table, 2)]
        firsts, two = [a for a, _ in pairs], [b for _, b in pairs]
        return {
            "closeness": float(self.closeness[firsts, two].sum()),
            "repeats": float(self.repeats[firsts, two].sum()),
            "wishes": float(self.wishes[firsts, two].sum()),
            "winds": float(sum(self.uneven[i, wind] for table in tables for wind, i in enumerate(table))),
        }


def seat_by_standings(inputs: RankedInputs) -> Draw:
    """Seat the round by `by_standings`, without chance and seed; `choose_byes` sit out, fixed tables are kept."""
    out = choose_byes(inputs.order, inputs.byes)
    people = [player for player in inputs.order if player not in set(out)]
    apart = inputs.constraints.teams
    round_ = seat_round_by_standings(people, inputs.mode, played=inputs.played, block=inputs.block, apart=apart)
    counted = {player: count for player, count in inputs.byes.items() if count}
    return _price_draw(replace(inputs, byes=counted), "", round_, people, out)


def _price_draw(
    inputs: RankedInputs, seed: str, round_: RoundTables, people: Sequence[int], out: tuple[int, ...]
) -> Draw:
    """Return the draw with its price; `spread` is the mean of last - first place of a table (3 is ideal)."""
    fixed = inputs.constraints.fixed_tables
    if fixed:
        round_ = spread((round_,), table_numbers=[list(range(1, len(round_) + 1))], fixed=fixed)[0]
    rank = {player: i for i, player in enumerate(people)}
    gaps = [max(rank[p] for p in table) - min(rank[p] for p in table) for table in round_]
    met = {(p, q) for past in inputs.played for table in past for p in table for q in table}
    price = {
        "repeats": sum((a, b) in met for table in round_ for a, b in combinations(table, 2)),
        "spread": round(sum(gaps) / len(gaps), 2),
        "wind_excess": compute_wind_excess((*inputs.played, round_)),
    }
    return Draw(inputs, seed, (round_,), (out,), details={"price": price})


def seat_round_by_standings(
    order: Sequence[int],
    mode: str = "standings",
    *,
    played: Rounds = (),
    block: int | None = None,
    apart: Mapping[int, Hashable] = MappingProxyType({}),
) -> RoundTables:
    """Seat a round from the standings, best player first, with even winds over the played rounds.

    The first of T tables seats 1-4 ("standings"), 1, T+1, 2T+1, 3T+1 ("interval"), 1, 2T, 2T+1, 4T ("snake"), or 1-4
    without team-mates (`apart`; "teams"). `block` forms each group of that many tables for itself.

    >>> seat_round_by_standings([1, 2, 3, 4, 5, 6, 7, 8], "snake")
    ((1, 4, 5, 8), (2, 3, 6, 7))
    """
    if mode not in MODES:
        raise SeatingError(gettext_noop("Unknown order of seating: %(mode)s."), mode=mode)
    if not order or len(order) % 4 or len(set(order)) != len(order):
        raise SeatingError(gettext_noop("%(count)d players do not fill tables of four."), count=len(set(order)))
    size = 4 * (block or len(order) // 4)
    tables: list[tuple[int, ...]] = []
    for start in range(0, len(order), size):
        group = order[start : start + size]
        count = len(group) // 4
        if mode == "teams":
            tables += keep_apart(group, apart)
        elif mode == "standings":
            tables += [tuple(group[4 * t : 4 * t + 4]) for t in range(count)]
        elif mode == "interval":
            tables += [tuple(group[t + count * i] for i in range(4)) for t in range(count)]
        else:
            tables += [
                tuple(group[count * i + (t if i % 2 == 0 else count - 1 - t)] for i in range(4)) for t in range(count)
            ]
    return tuple(choose_best_winds(table, count_winds(played)) for table in tables)


def keep_apart(order: Sequence[int], teams: Mapping[int, Hashable]) -> list[tuple[int, ...]]:
    """Return tables of four in order, of each team one player at most if teams fit the tables.

    >>> keep_apart([1, 2, 3, 4, 5, 6, 7, 8], {1: "a", 2: "a", 3: "b", 4: "b"})
    [(1, 3, 5, 6), (2, 4, 7, 8)]
    """
    waiting, tables = list(order), list[tuple[int, ...]]()
    while waiting:
        remaining, table = Counter(teams[player] for player in waiting if player in teams), list[int]()
        # A team with a player for each of the tables to come sits at this one too.
        urgent = {team for team, count in remaining.items() if count >= len(waiting) // CHAIRS}
        for free in range(CHAIRS, 0, -1):
            table_teams = {teams[player] for player in table if player in teams}
            may = [player for player in waiting if teams.get(player) not in table_teams or player not in teams]
            must = [player for player in may if teams.get(player) in urgent - table_teams]
            player = next(iter(must if len(urgent - table_teams) >= free and must else may or waiting))
            waiting.remove(player)
            table.append(player)
        tables.append(tuple(table))
    return tables


def count_winds(rounds: Rounds) -> dict[int, list[int]]:
    counts: dict[int, list[int]] = {}
    for round_ in rounds:
        for table in round_:
            for wind, player in enumerate(table):
                counts.setdefault(player, [0, 0, 0, 0])[wind] += 1
    return counts


def choose_best_winds(table: Sequence[int], counts: Mapping[int, Sequence[float]]) -> Table:
    """Return the order with the most even winds, the given one among equals; `counts` may be prices."""

    def uneven(seats: tuple[int, ...]) -> float:
        return sum(counts[player][wind] for wind, player in enumerate(seats) if player in counts)

    a, b, c, d = min(permutations(table), key=uneven)
    return a, b, c, d


def compute_wind_excess(rounds: Rounds) -> int:
    """Return the sum of distances of wind counts from floor(games / 4) .. ceil(games / 4)."""
    total = 0
    for count in count_winds(rounds).values():
        games = sum(count)
        total += sum(max(0, c - -(-games // 4)) + max(0, games // 4 - c) for c in count)
    return total


def choose_byes(order: Sequence[int], byes: Mapping[int, int]) -> tuple[int, ...]:
    """Return the byes beyond full tables: fewest byes first, among them the lowest in the standings.

    >>> choose_byes([1, 2, 3, 4, 5, 6], {6: 1})
    (4, 5)
    """
    spare = len(order) % 4
    place = {player: i for i, player in enumerate(order)}
    chosen = sorted(order, key=lambda p: (byes.get(p, 0), -place[p]))[:spare]
    return tuple(sorted(chosen, key=place.__getitem__))


def draw_swiss(inputs: RankedInputs, seed: str, *, steps: int | None = None, progress: Progress | None = None) -> Draw:
    """Draw one round for the players in their order, best first, after the played rounds. With a known number of rounds
    winds need be even only at the end, and "fresh" looks ahead for opponents. Tables are in the order of their best
    places unless tables are fixed. `progress` may only end it by an error.
    """
    prices, rounds = compute_prices(inputs), inputs.rounds
    people = prices.people
    noise = Noise(f"swiss {seed}")
    tight = inputs.mode == "fresh" and rounds is not None and is_tight(len(people), rounds)
    grouping = _choose_grouping(
        prices, noise, steps, progress, rounds_left=(rounds or 0) - len(inputs.played), tight=tight
    )
    tables = np.take_along_axis(grouping.tables, noise.order(len(grouping.tables), 4), axis=1).tolist()
    uneven = dict(zip(people, prices.uneven.tolist(), strict=True))
    seated = [choose_best_winds([people[i] for i in table], uneven) for table in tables]
    rank = {player: i for i, player in enumerate(people)}
    seated.sort(key=lambda table: sorted(rank[p] for p in table))
    return _price_draw(inputs, seed, tuple(seated), people, prices.sits_out)


def compute_prices(inputs: RankedInputs) -> Prices:
    order, played, constraints, rounds = inputs.order, inputs.played, inputs.constraints, inputs.rounds
    if inputs.mode not in SETTINGS:
        raise SeatingError(gettext_noop("Unknown setting: %(setting)s."), setting=inputs.mode)
    if len(set(order)) != len(order):
        raise SeatingError(gettext_noop("A player is named twice."))
    out = choose_byes(order, inputs.byes)
    people = [player for player in order if player not in set(out)]
    if len(people) < 4:
        raise SeatingError(gettext_noop("%(count)d players do not fill a table of four."), count=len(order))
    everybody = sorted(set(people) | {p for round_ in played for table in round_ for p in table})
    indices = [everybody.index(p) for p in people]
    met = compute_meeting_matrix(played, everybody)[np.ix_(indices, indices)]
    place = _map_places(people, inputs.brackets)
    penalty, reward = compute_penalties(constraints, people)
    # A constraint's weight is in thousandths of a repeat.
    wishes = penalty * (SETTINGS["fresh"] / 1000)
    if reward is not None:
        wishes -= reward * (met == 0) * (SETTINGS["fresh"] / 1000)
    counts = count_winds(played)
    history = np.array([counts.get(p, [0, 0, 0, 0]) for p in people], dtype=np.float64)
    return Prices(
        people=tuple(people),
        sits_out=out,
        met=met,
        closeness=(place[:, None] - place[None, :]) ** 2,
        repeats=SETTINGS[inputs.mode] * met.astype(np.float64) ** 2,
        wishes=wishes,
        uneven=compute_wind_prices(history, None if rounds is None else max(1, rounds - len(played))),
    )


def _map_places(people: Sequence[int], brackets: Sequence[Collection[int]] | None) -> FloatArray:
    """Return each player's place from 0; members of a bracket share their mean."""
    place = np.arange(len(people), dtype=np.float64)
    if brackets:
        index = {player: i for i, player in enumerate(people)}
        for bracket in brackets:
            members = [index[p] for p in bracket if p in index]
            if members:
                place[members] = np.mean(members)
    return place


def _choose_grouping(
    prices: Prices, noise: Noise, steps: int | None, progress: Progress | None, *, rounds_left: int, tight: bool
) -> TableGrouping:
    """Return the cheapest tables; in a `tight` event those that leave another round without repeats."""
    costs = Costs(prices.weight, prices.uneven)
    drawn = list_groupings(costs, noise, steps, progress)
    if not tight:
        return drawn[0]
    free = (prices.met == 0) & (prices.wishes < HARD) & ~np.eye(len(prices.people), dtype=bool)
    if not is_fresh(free, drawn[0].tables):
        seated = find_fresh_round(free)
        if seated is not None:
            drawn = sorted([finish_grouping(costs, seated, noise, steps), *drawn], key=lambda grouping: grouping.cost)
    fresh = [grouping for grouping in drawn if is_fresh(free, grouping.tables)]
    if rounds_left > 1:
        for grouping in fresh[:MAX_LOOKS]:
            if may_leave_fresh_round(free, grouping.tables):
                return grouping
    return drawn[0]
