"""Rounds drawn together on top of played ones, for an event that draws a part at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.draws.draw import Draw, lists
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Numbers, Rounds, freeze

if TYPE_CHECKING:
    from tournaments.seating.logic.replanning.added import Added
    from tournaments.seating.logic.search import Progress


@dataclass(frozen=True, slots=True)
class AddedInputs:
    """Players, the rounds before with their table numbers, and how many rounds are added."""

    players: tuple[int, ...]
    rounds: int
    played: Rounds
    played_numbers: Numbers
    constraints: Constraints = NONE
    substitutes: tuple[int, ...] = ()
    improve: int = 0

    kind: ClassVar[str] = "added"
    seeded: ClassVar[bool] = True

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """The inputs of a certificate."""
        return cls(
            players=tuple(int(player) for player in value["players"]),
            rounds=int(value["rounds"]),
            played=freeze(value["played"]),
            played_numbers=tuple(tuple(line) for line in value["played_numbers"]),
            constraints=Constraints.from_dict(value["constraints"]),
            substitutes=tuple(int(player) for player in value["substitutes"]),
            improve=int(value["improve"]),
        )

    def as_dict(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "players": list(self.players),
            "substitutes": list(self.substitutes),
            "rounds": self.rounds,
            "played": lists(self.played),
            "played_numbers": [list(line) for line in self.played_numbers],
            "constraints": self.constraints.as_dict(),
            "improve": self.improve,
        }

    def without(self, constraints: Constraints) -> Self:
        """The same under other wishes, first answers only."""
        return replace(self, constraints=constraints, improve=0)

    def draw(self, seed: str, *, progress: Progress | None = None) -> Draw:
        """Draw the rounds; as many substitutes join as fill the last table."""
        from tournaments.seating.logic.replanning.added import added_rounds

        return of_added(
            added_rounds(
                self.players,
                self.rounds,
                self.played,
                seed=seed,
                constraints=self.constraints,
                played_numbers=self.played_numbers,
                substitutes=self.substitutes,
                improve=self.improve,
                progress=progress,
            )
        )

    def again(self, seed: str, details: Mapping[str, Any], *, version: str = ALGORITHM_VERSION) -> Draw:
        """The draw repeated; inputs and seed decide it whole."""
        return self.draw(seed)


def of_added(added: Added) -> Draw:
    """The draw of these added rounds; its price counts the repeats over played and new rounds together."""
    return Draw(
        inputs=AddedInputs(
            players=added.players,
            rounds=len(added.rounds),
            played=added.played,
            played_numbers=added.played_numbers,
            constraints=added.constraints,
            substitutes=added.substitutes,
            improve=added.improve,
        ),
        seed=added.seed,
        rounds=added.rounds,
        byes=added.byes,
        table_numbers=added.table_numbers,
        details={"price": {"repeats": added.measures.repeats, "repeat_bound": added.measures.repeat_bound}},
    )
