"""The coming rounds seated anew after players have left, come or been replaced, or a table is gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from engine.sentences import gettext_noop
from tournaments.seating.logic.constraints import Constraints
from tournaments.seating.logic.draws.draw import Draw, lists
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.replanning.replan import WAYS, Situation, redraw
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Numbers, Rounds, freeze

COLD_START = "mjseat/1"
"""The version whose search did not start from the published tables."""


@dataclass(frozen=True, slots=True)
class ReplanInputs:
    """The situation of the event, and the way its coming rounds were seated (one of `replan.WAYS`)."""

    way: str
    situation: Situation

    kind: ClassVar[str] = "replan"
    seeded: ClassVar[bool] = True

    @property
    def constraints(self) -> Constraints:
        """The wishes of the situation."""
        return self.situation.constraints

    @property
    def played(self) -> Rounds:
        """The rounds that had started."""
        return self.situation.played

    @property
    def played_numbers(self) -> Numbers:
        """Their table numbers."""
        return self.situation.played_numbers

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """The inputs of a certificate."""
        situation = Situation(
            played=freeze(value["played"]),
            played_numbers=tuple(tuple(line) for line in value["played_numbers"]),
            planned=freeze(value["planned"]),
            planned_numbers=tuple(tuple(line) for line in value["planned_numbers"]),
            leaves=frozenset(value["leaves"]),
            arrives=tuple(value["arrives"]),
            tables_gone=frozenset(value["tables_gone"]),
            substitutes=tuple(value["substitutes"]),
            constraints=Constraints.from_dict(value["constraints"]),
        )
        return cls(str(value["kind"]), situation)

    def as_dict(self) -> dict[str, Any]:
        """A JSON value."""
        found = self.situation
        return {
            "kind": self.way,
            "played": lists(found.played),
            "played_numbers": [list(line) for line in found.played_numbers],
            "planned": lists(found.planned),
            "planned_numbers": [list(line) for line in found.planned_numbers],
            "leaves": sorted(found.leaves),
            "arrives": list(found.arrives),
            "tables_gone": sorted(found.tables_gone),
            "substitutes": list(found.substitutes),
            "constraints": found.constraints.as_dict(),
        }

    def without(self, constraints: Constraints) -> Self:
        """The same under other wishes."""
        return replace(self, situation=replace(self.situation, constraints=constraints))

    def again(self, seed: str, details: Mapping[str, Any], *, version: str = ALGORITHM_VERSION) -> Draw:
        """Redraw the rounds; the first version's search began elsewhere."""
        if self.way not in WAYS:
            raise SeatingError(gettext_noop("this option does not exist"))
        plan = redraw(self.situation, seed=seed, way=self.way, warm=version != COLD_START)
        return Draw(self, seed, plan.rounds, plan.byes, table_numbers=plan.table_numbers)
