"""One round after the others: a Swiss round, or the tables that the places decide by themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.draws.draw import Draw, lists
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Numbers, Rounds, default_numbers, freeze

if TYPE_CHECKING:
    from tournaments.seating.logic.swiss.rounds import Prices, StandingsRound, SwissRound


@dataclass(frozen=True, slots=True)
class SwissInputs:
    """The players in the order of their places (best first), the rounds before, and how much new opponents matter.

    `brackets` (groups by score, best first) make places inside a group equal; `byes`: player -> how often they have sat
    out; `event_rounds`: how many rounds the event will have, None where that is not known.
    """

    order: tuple[int, ...]
    played: Rounds
    setting: str = "balanced"
    constraints: Constraints = NONE
    brackets: Sequence[Collection[int]] | None = None
    byes: Mapping[int, int] = field(default_factory=dict)
    event_rounds: int | None = None

    kind: ClassVar[str] = "swiss"
    seeded: ClassVar[bool] = True

    @property
    def played_numbers(self) -> Numbers:
        """Table numbers play no part in it."""
        return default_numbers(self.played)

    @property
    def random(self) -> bool:
        """Whether it is drawn without regard to standings: one bracket holds everybody."""
        return self.brackets is not None and [list(bracket) for bracket in self.brackets] == [list(self.order)]

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """The inputs of a certificate; the oldest do not tell how many rounds the event has."""
        rounds = value.get("rounds")
        return cls(
            order=tuple(int(player) for player in value["order"]),
            played=freeze(value["played"]),
            setting=str(value["setting"]),
            constraints=Constraints.from_dict(value["constraints"]),
            brackets=value["brackets"],
            byes={int(player): int(count) for player, count in value["byes"].items()},
            event_rounds=None if rounds is None else int(rounds),
        )

    def as_dict(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "order": list(self.order),
            "played": lists(self.played),
            "rounds": self.event_rounds,
            "setting": self.setting,
            "constraints": self.constraints.as_dict(),
            "brackets": self.brackets,
            "byes": _counts(self.byes),
        }

    def without(self, constraints: Constraints) -> Self:
        """The same under other wishes."""
        return replace(self, constraints=constraints)

    def round(self, seed: str) -> SwissRound:
        """The round of this seed."""
        from tournaments.seating.logic.swiss.rounds import swiss

        return swiss(
            self.order,
            self.played,
            seed=seed,
            setting=self.setting,
            constraints=self.constraints,
            brackets=self.brackets,
            byes=self.byes,
            rounds=self.event_rounds,
        )

    def prices(self) -> Prices:
        """Who plays, and what each pair and each wind costs."""
        from tournaments.seating.logic.swiss.rounds import prices_of

        return prices_of(
            self.order,
            self.played,
            setting=self.setting,
            constraints=self.constraints,
            brackets=self.brackets,
            byes=self.byes,
            rounds=self.event_rounds,
        )

    def draw(self, seed: str) -> Draw:
        """Draw the round."""
        return self.draw_of(self.round(seed))

    def draw_of(self, made: SwissRound) -> Draw:
        """The draw of a round that was made from these inputs."""
        return Draw(self, made.seed, (made.round,), (made.sits_out,), details={"price": _price(made)})

    def again(self, seed: str, details: Mapping[str, Any], *, version: str = ALGORITHM_VERSION) -> Draw:
        """The draw repeated; inputs and seed decide it whole."""
        return self.draw(seed)


@dataclass(frozen=True, slots=True)
class StandingsInputs:
    """The players in the order of their places and the way to seat them; no chance is in it, and so no seed.

    `mode` and `block` as in `seat_by_standings`; `byes`: player -> how often they have sat out.
    """

    order: tuple[int, ...]
    played: Rounds
    mode: str = "standings"
    block: int | None = None
    byes: Mapping[int, int] = field(default_factory=dict)
    constraints: Constraints = NONE

    kind: ClassVar[str] = "standings"
    seeded: ClassVar[bool] = False

    @property
    def played_numbers(self) -> Numbers:
        """Table numbers play no part in it."""
        return default_numbers(self.played)

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """The inputs of a certificate."""
        return cls(
            order=tuple(int(player) for player in value["order"]),
            played=freeze(value["played"]),
            mode=str(value["mode"]),
            block=value["block"],
            byes={int(player): int(count) for player, count in value["byes"].items()},
            constraints=Constraints.from_dict(value["constraints"]),
        )

    def as_dict(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "order": list(self.order),
            "played": lists(self.played),
            "mode": self.mode,
            "block": self.block,
            "byes": _counts(self.byes),
            "constraints": self.constraints.as_dict(),
        }

    def without(self, constraints: Constraints) -> Self:
        """The same under other wishes."""
        return replace(self, constraints=constraints)

    def draw(self) -> Draw:
        """Seat the round."""
        from tournaments.seating.logic.swiss.rounds import seat_by_standings

        made = seat_by_standings(
            self.order,
            self.mode,
            played=self.played,
            block=self.block,
            byes=self.byes,
            constraints=self.constraints,
        )
        inputs = replace(self, byes=made.byes)
        return Draw(inputs, "", (made.round,), (made.sits_out,), details={"price": _price(made)})

    def again(self, seed: str, details: Mapping[str, Any], *, version: str = ALGORITHM_VERSION) -> Draw:
        """The round seated again; there is no seed."""
        return self.draw()


def _counts(byes: Mapping[int, int]) -> dict[str, int]:
    return {str(player): count for player, count in sorted(byes.items())}


def _price(made: SwissRound | StandingsRound) -> dict[str, Any]:
    """What the round costs: repeats, how far apart a table's places lie on average, and uneven winds."""
    return {"repeats": made.repeats, "spread": made.spread, "wind_excess": made.wind_excess}
