"""One value of a draw: what was asked, the seed, and the tables that came of it.

The page, the certificate, the explanation in words, the costs of the wishes and the verification are all made from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Protocol, Self

from engine.bounded_json import digest
from tournaments.seating.logic.certificate import FORMAT
from tournaments.seating.logic.constraints import Constraints
from tournaments.seating.logic.lottery import Lottery
from tournaments.seating.logic.measures import Measures, measures
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Numbers, Rounds, default_numbers

BETTER = "chosen"
"""Kind of a Swiss round that a proof of release 0.3.0 chose instead of the one drawn; its details hold the proof."""

Byes = tuple[tuple[int, ...], ...]
"""Who sits out, a line a round."""


class Inputs(Protocol):
    """What a draw of one kind is made from. With the seed it decides every table."""

    kind: ClassVar[str]
    seeded: ClassVar[bool]
    """Whether a seed has a part in it, so that it can be committed to."""

    @property
    def constraints(self) -> Constraints:
        """The wishes that were asked of it."""

    @property
    def played(self) -> Rounds:
        """The rounds it was drawn on top of; none for a draw of all rounds."""

    @property
    def played_numbers(self) -> Numbers:
        """The table numbers of those rounds."""

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """The inputs of a certificate. Raises LookupError, TypeError, ValueError or SeatingError for another form."""

    def as_dict(self) -> dict[str, Any]:
        """A JSON value; `from_dict` reads it back."""

    def without(self, constraints: Constraints) -> Self:
        """The same inputs under other wishes, for a first answer without improving."""

    def again(self, seed: str, details: Mapping[str, Any], *, version: str = ALGORITHM_VERSION) -> Draw:
        """The draw of these inputs by a seed; `details` are those of the draw that is repeated, for what the seed alone
        does not decide. Raises SeatingError where nobody can be seated.
        """


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn seating with all that is needed to check it and to make it again.

    `rounds[k][t]` are the players at the t-th table in the order East, South, West, North; `byes[k]` names who sits
    out.
    """

    inputs: Inputs
    seed: str
    rounds: Rounds
    byes: Byes
    table_numbers: Numbers | None = None
    """None where the tables of the only round are numbered in their order."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """What only its kind has, as JSON values: template, mapping and notes, the price, or a proof."""
    committed: str | None = None
    """The commitment to the seed that was published before, if there was one."""
    lottery: Lottery | None = None
    """What was promised with the commitment, opened; None for a commitment to a seed alone, and without any."""
    version: str = ALGORITHM_VERSION

    @property
    def kind(self) -> str:
        """The kind that the certificate names."""
        return BETTER if "proof" in self.details else self.inputs.kind

    @property
    def numbers(self) -> Numbers:
        """The table numbers, a line a round."""
        return default_numbers(self.rounds) if self.table_numbers is None else self.table_numbers

    @property
    def players(self) -> frozenset[int]:
        """Everybody who has a chair in it."""
        return frozenset(player for round_ in self.rounds for table in round_ for player in table)

    def measured(self) -> Measures:
        """The measures over its own rounds."""
        return measures(self.rounds, self.inputs.constraints, table_numbers=self.table_numbers)

    def measured_with_played(self) -> Measures:
        """The measures over the rounds before and its own together."""
        before = self.inputs
        return measures(
            (*before.played, *self.rounds),
            before.constraints,
            table_numbers=(*before.played_numbers, *self.numbers),
        )

    def under(self, committed: str | None, lottery: Lottery | None = None) -> Draw:
        """The same draw with the commitment that was published before it, and the promise that it keeps."""
        seeded = self.inputs.seeded
        return replace(self, committed=committed if seeded else None, lottery=lottery if seeded else None)

    def certificate(self) -> dict[str, Any]:
        """Everything a sceptic needs, as a JSON value (`seating.logic.certificate` writes and reads the file)."""
        inputs = self.inputs.as_dict()
        numbers = self.table_numbers
        return {
            "format": FORMAT,
            "kind": self.kind,
            "version": self.version,
            "seed": self.seed,
            "commitment": self.committed,
            **({} if self.lottery is None else {"lottery": self.lottery.as_dict()}),
            "inputs": inputs,
            "inputs_digest": digest(inputs),
            "rounds": lists(self.rounds),
            **({} if numbers is None else {"table_numbers": [list(line) for line in numbers]}),
            "byes": [list(line) for line in self.byes],
            "measures": self.measured().as_dict(),
            **self.details,
        }


def lists(rounds: Rounds) -> list[list[list[int]]]:
    """Rounds as JSON has them."""
    return [[list(table) for table in round_] for round_ in rounds]
