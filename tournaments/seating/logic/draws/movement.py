"""All sessions of a duplicate event: a movement, and a lot that decides who has which place in it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.draws.draw import Draw
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Numbers, Rounds


@dataclass(frozen=True, slots=True)
class MovementInputs:
    """The players, the movement (``sixteen``, ``four_teams`` or ``one_field``), the team of each (none: single players)
    and how many of its sessions are played.
    """

    players: tuple[int, ...]
    movement: str
    rounds: int
    teams: Mapping[int, int] = field(default_factory=dict)

    kind: ClassVar[str] = "movement"
    seeded: ClassVar[bool] = True

    @property
    def constraints(self) -> Constraints:
        """A movement keeps mates apart by itself and knows no other wishes."""
        return NONE

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
            movement=str(value["movement"]),
            rounds=int(value["rounds"]),
            teams={int(player): int(team) for player, team in value["teams"].items()},
        )

    def as_dict(self) -> dict[str, Any]:
        """A JSON value."""
        return {
            "players": list(self.players),
            "movement": self.movement,
            "rounds": self.rounds,
            "teams": {str(player): team for player, team in sorted(self.teams.items())},
        }

    def without(self, constraints: Constraints) -> Self:
        """The same: there are no wishes to leave out."""
        return self

    def lot(self, seed: str) -> list[int]:
        """The players in the order of their places: by the SHA-256 of ``seed|number``, mates beside each other in the
        order in which their teams come up.
        """
        lot = sorted(self.players, key=lambda player: hashlib.sha256(f"{seed}|{player}".encode()).digest())
        if self.teams:
            order = {team: at for at, team in enumerate(dict.fromkeys(self.teams[player] for player in lot))}
            lot.sort(key=lambda player: order[self.teams[player]])
        return lot

    def draw(self, seed: str) -> Draw:
        """Draw the places. Raises MovementError or SeatingError where the field does not fit the movement."""
        from tournaments.duplicate.logic.movement import movement_of, named

        lot = self.lot(seed)
        made = named(movement_of(self.movement, len(lot), self.rounds, seed=seed, teams=bool(self.teams)), lot)
        rounds = made.sessions[: self.rounds]
        return Draw(self, seed, rounds, tuple(() for _round in rounds), details={"mapping": lot})

    def again(self, seed: str, details: Mapping[str, Any], *, version: str = ALGORITHM_VERSION) -> Draw:
        """The draw repeated; inputs and seed decide it whole."""
        from tournaments.duplicate.logic.movement import MovementError

        try:
            return self.draw(seed)
        except MovementError as error:
            raise SeatingError(error.message.template, **error.message.values) from error
