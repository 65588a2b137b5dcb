from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tournaments.seating.logic.bounds import compute_repeat_bound, compute_repeat_bound_of_games, group_bound
from tournaments.seating.logic.constraints import HARD, NONE, Constraints, Pair, sort_pair
from tournaments.seating.logic.schedule import Rounds, list_default_numbers

if TYPE_CHECKING:
    from tournaments.seating.logic.arrays import IntArray


REPEAT = 1000
"""Price of a repeat, in the unit of the constraints' weights."""

SETTINGS: Mapping[str, int] = {"fresh": 10_000, "balanced": 1_000, "close": 100}
"""Price of a repeat in a Swiss round, in squared places: "fresh" avoids repeats, "close" seats neighbours."""

WIND_PRICE = 200.0
"""Price of each game by which a wind exceeds the player's rarest, while the number of rounds is unknown."""
END_PRICE = 120.0
"""Price of each game by which the player's winds will be further from even at the end."""
LEAN_PRICE = 10.0
"""Price as `WIND_PRICE`, beside `END_PRICE`: a small lean to the rarest wind keeps later rounds free."""


@dataclass(frozen=True, slots=True)
class ConstraintLine:
    """Breaks of a constraint: `bound` is the fewest possible, `pairs` break it (fixed table: a player twice)."""

    kind: str
    name: str
    breaks: int
    bound: int
    hard: bool
    pairs: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class Measures:
    """Measures of rounds; smaller is better except for `lowest_common`.

    repeats: meetings of a pair beyond its first. third_meetings: those beyond its second. without_common: pairs that
    never meet and share no opponent. lowest_common: fewest shared opponents of a pair that never meets (None if all
    meet). repeated_tables: visits to one table beyond ceil(rounds / tables), fixed tables left out. wind_excess: over
    (player, wind), distance from floor(games / 4) .. ceil(games / 4). games: (fewest, most). bound_apart: bound with
    forbidden pairs apart; certificates omit it.
    """

    players: int
    rounds: int
    tables: int
    repeats: int
    repeat_bound: int
    pairs_met_again: int
    third_meetings: int
    most_meetings: int
    without_common: int
    lowest_common: int | None
    mean_common: float | None
    repeated_tables: int
    most_table_visits: int
    wind_excess: int
    worst_wind: int
    games: tuple[int, int]
    constraints: tuple[ConstraintLine, ...] = ()
    bound_apart: int = 0

    @property
    def least_repeats(self) -> int:
        return self.repeat_bound if self.hard_breaks else max(self.repeat_bound, self.bound_apart)

    @property
    def constraint_breaks(self) -> int:
        return sum(max(0, line.breaks - line.bound) for line in self.constraints)

    @property
    def hard_breaks(self) -> int:
        return sum(line.breaks for line in self.constraints if line.hard)

    def as_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = {
            name: getattr(self, name) for name in self.__dataclass_fields__ if name != "bound_apart"
        }
        result["games"] = list(self.games)
        result["constraints"] = [
            {
                "kind": line.kind,
                "name": line.name,
                "breaks": line.breaks,
                "bound": line.bound,
                "hard": line.hard,
                "pairs": [list(p) for p in line.pairs],
            }
            for line in self.constraints
        ]
        return result


def compute_meeting_matrix(rounds: Rounds, players: Sequence[int]) -> IntArray:
    """Return the square matrix of meetings of players[i] and players[j]; zero on the diagonal."""
    import numpy as np  # here: holders of measures do not need it

    index, n = {player: i for i, player in enumerate(players)}, len(players)
    by_size: dict[int, list[list[int]]] = {}
    for round_ in rounds:
        for table in round_:
            by_size.setdefault(len(table), []).append([index[player] for player in table])
    met = np.zeros(n * n, dtype=np.int64)
    for tables in by_size.values():
        # Counted all at once: a step of Python for each pair took a fifth of a page.
        array = np.array(tables, dtype=np.int64)
        met += np.bincount((array[:, :, None] * n + array[:, None, :]).ravel(), minlength=n * n)
    square = met.reshape(n, n)
    np.fill_diagonal(square, 0)
    return square


def measure_rounds(
    rounds: Rounds,
    constraints: Constraints = NONE,
    *,
    players: Collection[int] | None = None,
    table_numbers: Sequence[Sequence[int]] | None = None,
) -> Measures:
    """Measure these rounds; `players` adds those who sit out, `table_numbers` default to 1, 2, 3 ...

    >>> m = measure_rounds((((1, 2, 3, 4),), ((2, 1, 4, 3),)))
    >>> m.repeats, m.pairs_met_again, m.repeated_tables, m.wind_excess
    (6, 6, 0, 0)
    """
    import numpy as np

    everybody = {player for round_ in rounds for table in round_ for player in table}
    people = sorted(everybody | set(players or ()))
    numbers = table_numbers if table_numbers is not None else list_default_numbers(rounds)
    index = {player: i for i, player in enumerate(people)}
    n, r = len(people), len(rounds)
    met = compute_meeting_matrix(rounds, people)
    upper = np.triu_indices(n, 1)
    times = met[upper]
    winds = np.zeros((n, 4), dtype=np.int64)
    labels = sorted({number for line in numbers for number in line})
    place = {number: t for t, number in enumerate(labels)}
    visits = np.zeros((n, max(1, len(labels))), dtype=np.int64)
    for k, round_ in enumerate(rounds):
        for t, table in enumerate(round_):
            for wind, player in enumerate(table):
                winds[index[player], wind] += 1
                if player not in constraints.fixed_tables:
                    visits[index[player], place[numbers[k][t]]] += 1
    played = winds.sum(axis=1)
    low, high = played // 4, -(-played // 4)
    off = np.maximum(winds - high[:, None], 0) + np.maximum(low[:, None] - winds, 0)
    fewest_tables = min((len(round_) for round_ in rounds), default=1) or 1
    allowed = -(-r // max(fewest_tables, 1))
    # Counts below 2^24 are exact in 32-bit floats, whose product is forty times as fast as that of integers.
    linked = (met > 0).astype(np.float32)
    shared = (linked @ linked)[upper][times == 0].astype(np.int64)
    full = all(len(round_) * 4 == n for round_ in rounds)
    games = [len(round_) for round_ in rounds]
    bound = compute_repeat_bound(n, r) if full and n else compute_repeat_bound_of_games(games, n)
    return Measures(
        players=n,
        rounds=r,
        tables=max((len(round_) for round_ in rounds), default=0),
        repeats=int(np.maximum(times - 1, 0).sum()),
        repeat_bound=bound,
        pairs_met_again=int((times > 1).sum()),
        third_meetings=int(np.maximum(times - 2, 0).sum()),
        most_meetings=int(times.max(initial=0)),
        without_common=int((shared == 0).sum()),
        lowest_common=int(shared.min()) if shared.size else None,
        mean_common=round(float(shared.mean()), 2) if shared.size else None,
        repeated_tables=int(np.maximum(visits - allowed, 0).sum()),
        most_table_visits=int(visits.max(initial=0)),
        wind_excess=int(off.sum()),
        worst_wind=int(off.max(initial=0)),
        games=(int(played.min()) if n else 0, int(played.max(initial=0))),
        constraints=_list_constraint_lines(rounds, constraints, people, met, numbers),
        bound_apart=compute_repeat_bound_of_games(
            games, n, apart=count_pairs_kept_apart(constraints, people, fewest_tables)
        ),
    )


def count_pairs_kept_apart(constraints: Constraints, people: Sequence[int], tables: int) -> int:
    players = set(people)
    apart = {p for p in constraints.forbidden if players.issuperset(p)}
    for group in constraints.groups(people):
        if group.weight >= HARD and len(group.members) <= tables:
            apart.update(sort_pair(a, b) for a, b in combinations(group.members, 2))
    return len(apart)


def _list_constraint_lines(
    rounds: Rounds, constraints: Constraints, people: Sequence[int], met: IntArray, numbers: Sequence[Sequence[int]]
) -> tuple[ConstraintLine, ...]:
    import numpy as np

    index = {player: i for i, player in enumerate(people)}
    everybody = [{player for table in round_ for player in table} for round_ in rounds]
    lines = []
    for group in constraints.groups(people):
        members = sorted(group.members)
        indices = [index[player] for player in members]
        inside = met[np.ix_(indices, indices)]
        broken = tuple(
            (members[i], members[j])
            for i in range(len(members))
            for j in range(i + 1, len(members))
            if inside[i, j] > 0
        )
        bound = sum(
            group_bound(len(group.members & seated), max(1, len(round_)), 1)
            for round_, seated in zip(rounds, everybody, strict=True)
        )
        lines.append(
            ConstraintLine(group.kind, group.name, int(inside.sum()) // 2, bound, group.weight >= HARD, broken)
        )
    for kind, wanted, hard in (
        ("forbidden", constraints.forbidden, True),
        ("met before", constraints.met_before, False),
    ):
        present = sorted(p for p in wanted if p[0] in index and p[1] in index)
        if present:
            broken = tuple(p for p in present if met[index[p[0]], index[p[1]]])
            count = sum(int(met[index[a], index[b]]) for a, b in broken)
            lines.append(ConstraintLine(kind, "", count, 0, hard, broken))
    wished = sorted(p for p in constraints.wished if p[0] in index and p[1] in index)
    if wished:
        missing = tuple(p for p in wished if not met[index[p[0]], index[p[1]]])
        lines.append(ConstraintLine("wished", "", len(missing), 0, False, missing))
    fixed = {player: table for player, table in constraints.fixed_tables.items() if player in index}
    if fixed:
        wrong = []
        for k, round_ in enumerate(rounds):
            for t, table in enumerate(round_):
                wrong += [sort_pair(p, p) for p in table if p in fixed and fixed[p] != numbers[k][t]]
        lines.append(ConstraintLine("fixed table", "", len(wrong), 0, True, tuple(sorted(set(wrong)))))
    return tuple(lines)
