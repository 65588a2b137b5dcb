"""All rounds of a schedule drawn at once, before the first of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.draws.draw import Draw
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Numbers, Rounds, Template

if TYPE_CHECKING:
    from tournaments.seating.logic.fixed_schedule import FixedSchedule
    from tournaments.seating.logic.search import Progress

LIBRARY = "library"
"""Method of a template that was made elsewhere and kept for reuse."""


@dataclass(frozen=True, slots=True)
class FixedInputs:
    """Players and rounds; `improve` is the effort of the search, `substitutes` those who fill the last table."""

    players: tuple[int, ...]
    rounds: int
    constraints: Constraints = NONE
    substitutes: tuple[int, ...] = ()
    improve: int = 0

    kind: ClassVar[str] = "fixed"
    seeded: ClassVar[bool] = True

    @property
    def played(self) -> Rounds:
        """No rounds come before."""
        return ()

    @property
    def played_numbers(self) -> Numbers:
        """No rounds come before."""
        return ()

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """The inputs of a certificate."""
        return cls(
            players=tuple(int(player) for player in value["players"]),
            rounds=int(value["rounds"]),
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
            "constraints": self.constraints.as_dict(),
            "improve": self.improve,
        }

    def without(self, constraints: Constraints) -> Self:
        """The same under other wishes, first answers only."""
        return replace(self, constraints=constraints, improve=0)

    def draw(self, seed: str, *, base: Template | None = None, progress: Progress | None = None) -> Draw:
        """Draw all rounds; `base` takes a stored template instead of the best one."""
        return self._drawn(seed, base, None, progress)

    def again(self, seed: str, details: Mapping[str, Any], *, version: str = ALGORITHM_VERSION) -> Draw:
        """The draw repeated: a template that is no part of the draw is taken from its details, if they have one."""
        template = details.get("template")
        if template is None:
            return self._drawn(seed, None, None, None)
        parameters = template["parameters"]
        if parameters.get("seeded"):
            return self._drawn(seed, None, int(parameters["steps"]), None)
        from tournaments.seating.logic.constructions.templates import rebuild

        return self._drawn(seed, rebuild(str(template["method"]), parameters), None, None)

    def _drawn(self, seed: str, base: Template | None, stop_after: int | None, progress: Progress | None) -> Draw:
        from tournaments.seating.logic.scheduling import schedule_rounds

        schedule = schedule_rounds(
            self.players,
            self.rounds,
            seed=seed,
            constraints=self.constraints,
            substitutes=self.substitutes,
            improve=self.improve,
            base=base,
            stop_after=stop_after,
            progress=progress,
        )
        return of_schedule(schedule, improve=self.improve)


def of_schedule(schedule: FixedSchedule, *, improve: int = 0) -> Draw:
    """The draw of a schedule that was made with this effort; of the substitutes only those who joined are in it."""
    joined = set(schedule.substitutes)
    return Draw(
        inputs=FixedInputs(
            players=_without(schedule.players, joined),
            rounds=len(schedule.rounds),
            constraints=schedule.constraints,
            substitutes=schedule.substitutes,
            improve=improve,
        ),
        seed=schedule.seed,
        rounds=schedule.rounds,
        byes=schedule.byes,
        table_numbers=schedule.table_numbers,
        details={
            "template": {"method": schedule.template.method, "parameters": dict(schedule.template.parameters)},
            "mapping": list(schedule.mapping),
            "notes": list(schedule.notes),
        },
        version=schedule.version,
    )


def _without(players: Sequence[int], joined: set[int]) -> tuple[int, ...]:
    return tuple(player for player in players if player not in joined)
