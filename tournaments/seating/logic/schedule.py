"""Values of a seating: tables (East, South, West, North), rounds (tables by number), and templates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.sentences import gettext_noop
from tournaments.seating.logic.errors import SeatingError

ALGORITHM_VERSION = "mjseat/3"
"""Version in every certificate; raised whenever the same seed, inputs and template would give another draw."""

_UNCHANGED = frozenset({"fixed", "added", "standings"})
EARLIER_VERSIONS: Mapping[str, frozenset[str]] = {"mjseat/1": _UNCHANGED, "mjseat/2": _UNCHANGED | {"replan"}}
"""Version -> kinds of its draws that still come out the same; others are refused by their version."""

WINDS = ("east", "south", "west", "north")

Table = tuple[int, int, int, int]
RoundTables = tuple[Table, ...]
Rounds = tuple[RoundTables, ...]
Numbers = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Template:
    """Schedule before players are assigned to numbers. `method` is "four flights", "rotation", "annealing" or
    "library"; `parameters` rebuild the `rounds` (numbers from 0) without a search.
    """

    method: str
    parameters: Mapping[str, Any]
    rounds: Rounds

    @property
    def size(self) -> int:
        return 1 + max(player for round_ in self.rounds for table in round_ for player in table)

    @property
    def name(self) -> str:
        """Method, size and rounds in one line.

        >>> Template("rotation", {}, (((0, 1, 2, 3),),)).name
        'rotation 4x1'
        """
        return f"{self.method} {self.size}x{len(self.rounds)}"


def freeze(rounds: Iterable[Iterable[Iterable[int]]]) -> Rounds:
    """Return nested lists as a tuple of rounds. Raises SeatingError for a table without four players.

    >>> freeze([[[1, 2, 3, 4]]])
    (((1, 2, 3, 4),),)
    """
    result = []
    for k, round_ in enumerate(rounds, 1):
        tables = []
        for t, table in enumerate(round_, 1):
            seats = tuple(int(player) for player in table)
            if len(seats) != 4:
                raise SeatingError(
                    gettext_noop("Round %(round)d, table %(table)d has %(count)d players instead of 4."),
                    round=k,
                    table=t,
                    count=len(seats),
                )
            tables.append((seats[0], seats[1], seats[2], seats[3]))
        result.append(tuple(tables))
    return tuple(result)


def list_default_numbers(rounds: Rounds) -> Numbers:
    return tuple(tuple(range(1, len(round_) + 1)) for round_ in rounds)


def relabel_rounds(rounds: Rounds, mapping: Sequence[int]) -> Rounds:
    return tuple(tuple((mapping[a], mapping[b], mapping[c], mapping[d]) for a, b, c, d in round_) for round_ in rounds)


def list_byes_by_round(players: int, rounds: int) -> list[tuple[int, ...]]:
    """Return the byes of each round (numbers from 0), spread as evenly as possible.

    >>> list_byes_by_round(6, 4)
    [(0, 1), (2, 3), (4, 5), (0, 1)]
    """
    spare = players % 4
    return [tuple(sorted((k * spare + i) % players for i in range(spare))) for k in range(rounds)]


def plan_byes(people: Sequence[int], spare: int, played: Rounds, rounds: int) -> list[list[int]]:
    """Return `spare` byes for each coming round: fewest byes first, then most rounds played.

    >>> plan_byes([1, 2, 3, 4, 5], 1, (((1, 2, 3, 4),),), 2)
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
