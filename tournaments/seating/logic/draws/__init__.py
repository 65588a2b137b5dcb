"""The kinds of draw: each is what it is made from, how it is made, and how it is made again.

A kind is one class of inputs in one module. `KINDS` finds it by the name that certificates have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tournaments.seating.logic.certificate import FORMAT
from tournaments.seating.logic.draws.added import AddedInputs, of_added
from tournaments.seating.logic.draws.by_standings import StandingsInputs, SwissInputs
from tournaments.seating.logic.draws.draw import BETTER, Draw, Inputs
from tournaments.seating.logic.draws.fixed import FixedInputs, of_schedule
from tournaments.seating.logic.draws.movement import MovementInputs
from tournaments.seating.logic.draws.replanned import ReplanInputs
from tournaments.seating.logic.lottery import Lottery
from tournaments.seating.logic.schedule import freeze

KINDS: Final[Mapping[str, type[Inputs]]] = {
    inputs.kind: inputs
    for inputs in (FixedInputs, AddedInputs, SwissInputs, StandingsInputs, ReplanInputs, MovementInputs)
}
"""Name in a certificate -> the inputs of the kind."""

DETAILS = ("template", "mapping", "notes", "price", "proof")


def inputs_of(value: Mapping[str, Any]) -> Inputs:
    """The inputs of a certificate. Raises KeyError for an unknown kind, and whatever `from_dict` raises."""
    kind = str(value["kind"])
    return KINDS[SwissInputs.kind if kind == BETTER else kind].from_dict(value["inputs"])


def read(value: Mapping[str, Any]) -> Draw:
    """The draw of a certificate (a JSON value). Raises ArithmeticError, LookupError, TypeError, ValueError or
    SeatingError for a value of another form.
    """
    numbers = value.get("table_numbers")
    return Draw(
        inputs=inputs_of(value),
        seed=str(value["seed"]),
        rounds=freeze(value["rounds"]),
        byes=tuple(tuple(int(player) for player in line) for line in value.get("byes") or ()),
        table_numbers=None if numbers is None else tuple(tuple(int(number) for number in line) for line in numbers),
        details=details_of(value),
        committed=value.get("commitment"),
        lottery=Lottery.from_dict(value["lottery"]) if value.get("lottery") else None,
        version=str(value["version"]),
    )


def details_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """What only its kind has in a certificate."""
    return {name: value[name] for name in DETAILS if name in value}


__all__ = [
    "BETTER",
    "FORMAT",
    "KINDS",
    "AddedInputs",
    "Draw",
    "FixedInputs",
    "Inputs",
    "MovementInputs",
    "ReplanInputs",
    "StandingsInputs",
    "SwissInputs",
    "details_of",
    "inputs_of",
    "of_added",
    "of_schedule",
    "read",
]
