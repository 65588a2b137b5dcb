"""A drawn seating with all that is needed to check it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.sentences import Sentence
from tournaments.seating.logic.constraints import Constraints
from tournaments.seating.logic.measures import Measures
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Numbers, Rounds, Table, Template


@dataclass(frozen=True, slots=True)
class FixedSchedule:
    """A drawn seating with all that is needed to check it.

    `rounds[k][t]` are the players at the t-th table of round k + 1 in the order East, South, West, North; that table
    bears the number `table_numbers[k][t]`. `byes[k]` names who sits out. `mapping[i]` is the player who drew template
    number i.
    """

    rounds: Rounds
    players: tuple[int, ...]
    seed: str
    template: Template
    mapping: tuple[int, ...]
    measures: Measures
    constraints: Constraints
    table_numbers: Numbers
    byes: tuple[tuple[int, ...], ...] = ()
    remarks: tuple[Sentence, ...] = ()
    version: str = ALGORITHM_VERSION
    substitutes: tuple[int, ...] = field(default=())

    @property
    def notes(self) -> tuple[str, ...]:
        """The remarks in English, as certificates keep them."""
        return tuple(str(remark) for remark in self.remarks)

    def of(self, player: int) -> tuple[tuple[int, int, int, Table], ...]:
        """A player's own schedule: (round from 1, table number, wind 0-3, table), sorted by round; rounds sat
        out are missing.
        """
        lines = []
        for k, round_ in enumerate(self.rounds):
            for t, table in enumerate(round_):
                if player in table:
                    lines.append((k + 1, self.table_numbers[k][t], table.index(player), table))
        return tuple(lines)
