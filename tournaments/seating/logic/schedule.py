"""The values of a seating: tables, rounds and the template they are made from.

A table is four players in the order of their winds at the start of the round: East, South, West, North. A round is
its tables in the order of the table numbers, and a schedule is its rounds in playing order. Players are integers
chosen by the caller (entry numbers, primary keys); the package never looks inside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.sentences import gettext_noop
from tournaments.seating.logic.errors import SeatingError

ALGORITHM_VERSION = "mjseat/3"
"""Named in every certificate; raised whenever the same seed and inputs would give another draw."""

_UNCHANGED = frozenset({"fixed", "added", "standings"})
EARLIER_VERSIONS: Mapping[str, frozenset[str]] = {"mjseat/1": _UNCHANGED, "mjseat/2": _UNCHANGED | {"replan"}}
"""Version -> the kinds of its draws that this program still makes again. Since the first, templates (which lie in the
certificate) and the start of a redraw have changed; since the second, the search of Swiss rounds. Earlier draws of what
has changed are refused by their version.
"""

WINDS = ("east", "south", "west", "north")

Table = tuple[int, int, int, int]
RoundTables = tuple[Table, ...]
Rounds = tuple[RoundTables, ...]
Numbers = tuple[tuple[int, ...], ...]
"""Table numbers, a line a round."""


@dataclass(frozen=True, slots=True)
class Template:
    """Construction of a schedule, before players are assigned to numbers.

    `method` is one of "four flights", "rotation", "annealing", "library"; `parameters` hold everything needed to
    build the rounds again without a search, and `rounds` are those rounds in template numbers from 0.
    """

    method: str
    parameters: Mapping[str, Any]
    rounds: Rounds

    @property
    def size(self) -> int:
        """Number of template numbers."""
        return 1 + max(player for round_ in self.rounds for table in round_ for player in table)

    @property
    def name(self) -> str:
        """Method, size and rounds in one line.

        >>> Template("rotation", {}, (((0, 1, 2, 3),),)).name
        'rotation 4x1'
        """
        return f"{self.method} {self.size}x{len(self.rounds)}"


def freeze(rounds: Iterable[Iterable[Iterable[int]]]) -> Rounds:
    """Nested lists (as JSON gives them) as a tuple of rounds; a table that has not four players is refused.

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


def default_numbers(rounds: Rounds) -> Numbers:
    """Table numbers 1, 2, 3 ... for each round."""
    return tuple(tuple(range(1, len(round_) + 1)) for round_ in rounds)


def relabel(rounds: Rounds, mapping: Sequence[int]) -> Rounds:
    """The rounds with every number i replaced by `mapping[i]`."""
    return tuple(tuple((mapping[a], mapping[b], mapping[c], mapping[d]) for a, b, c, d in round_) for round_ in rounds)


def sitting_out(players: int, rounds: int) -> list[tuple[int, ...]]:
    """Return the byes of each round (numbers from 0): everybody equally often or once more, never twice before all did
    once.

    >>> sitting_out(6, 4)
    [(0, 1), (2, 3), (4, 5), (0, 1)]
    """
    spare = players % 4
    return [tuple(sorted((k * spare + i) % players for i in range(spare))) for k in range(rounds)]


def rests(people: Sequence[int], spare: int, played: Rounds, rounds: int) -> list[list[int]]:
    """Return the byes of each coming round, `spare` at a time: fewest byes first, then most rounds played.

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
