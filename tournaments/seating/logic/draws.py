"""Draws: inputs, seed and tables, from which page, certificate and explanations are made."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.bounded_json import digest
from tournaments.seating.logic.certificate import FORMAT
from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.measures import Measures, measure_rounds
from tournaments.seating.logic.promises import OpenedPromise
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Numbers, Rounds, freeze, list_default_numbers
from tournaments.seating.logic.seeding import Seeding

_FIXED = ("players", "substitutes", "rounds", "constraints", "improve")
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "fixed": _FIXED,
    "added": (*_FIXED, "played", "played_numbers"),
    "movement": ("players", "movement", "rounds", "teams"),
    "fixtures": ("players", "codes", "teams", "lineups", "rounds", "played", "played_numbers", "constraints"),
    "replan": (
        *("kind", "played", "played_numbers", "planned", "planned_numbers"),
        *("leaves", "arrives", "tables_gone", "substitutes", "constraints"),
    ),
    "swiss": ("order", "played", "rounds", "setting", "constraints", "brackets", "byes"),
    "standings": ("order", "played", "mode", "block", "byes", "constraints"),
}
"""Kind of draw -> names of its inputs in a certificate."""
OPTIONAL: Final[Mapping[str, tuple[str, ...]]] = {"fixed": ("seeding",), "swiss": ("seeding",)}
# Inputs that stand in a certificate only where they were asked for.
RANKED: Final = frozenset({"swiss", "standings"})
BETTER: Final = "chosen"
"""Kind of a Swiss round that a proof of release 0.3.0 chose; its details hold the proof."""
FORMER_WAYS: Final = frozenset({"substitute", "fewer tables", "sit out", "re-seat"})
"""Ways of redraws up to release 0.3.0. Such certificates, and those of `BETTER`, are read and not made again."""
LIBRARY: Final = "library"
DETAILS: Final = ("template", "mapping", "notes", "price", "proof", "team_order", "fixtures")
_ATTRIBUTES = {"kind": "way", "setting": "mode"}
"""Name in a certificate -> attribute, where they differ."""

Byes = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class FixedInputs:
    """Inputs of rounds drawn together, independent of standings; `kind` decides which fields count. fixed: `rounds` for
    `players`; `substitutes` fill the last table; `improve` is the effort. added: the same after `played` rounds.
    movement: sessions of a duplicate event; `teams` (player -> team) is empty for single players. fixtures: `teams`
    (player -> number in `codes`, from 1) with the players of each round in `lineups`. replan: the `planned` rounds anew
    without `leaves`, with `arrives` and without `tables_gone`; `way` is `REDRAW` or one of `FORMER_WAYS`.
    """

    kind: str
    players: tuple[int, ...] = ()
    rounds: int = 0
    constraints: Constraints = NONE
    substitutes: tuple[int, ...] = ()
    improve: int = 0
    played: Rounds = ()
    played_numbers: Numbers = ()
    movement: str = ""
    teams: Mapping[int, int] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    lineups: tuple[tuple[int, ...], ...] = ()
    way: str = ""
    planned: Rounds = ()
    planned_numbers: Numbers = ()
    leaves: frozenset[int] = frozenset()
    arrives: tuple[int, ...] = ()
    tables_gone: frozenset[int] = frozenset()
    seeding: Seeding | None = None


@dataclass(frozen=True, slots=True)
class RankedInputs:
    """Inputs of a round drawn by standings; `order` are the players, best first. `mode`: one of `SETTINGS` in a Swiss
    round, else the order of seating (`by_standings`). `brackets` (best first) make places inside a group equal; `byes`:
    player -> times sat out; `rounds`: length of the event, None if unknown.
    """

    kind: str
    order: tuple[int, ...]
    played: Rounds = ()
    mode: str = "balanced"
    constraints: Constraints = NONE
    brackets: Sequence[Collection[int]] | None = None
    byes: Mapping[int, int] = field(default_factory=dict)
    rounds: int | None = None
    block: int | None = None
    seeding: Seeding | None = None

    @property
    def played_numbers(self) -> Numbers:
        return list_default_numbers(self.played)

    @property
    def random(self) -> bool:
        """True if one bracket holds everybody, so that standings play no part."""
        return self.brackets is not None and [list(bracket) for bracket in self.brackets] == [list(self.order)]


Inputs = FixedInputs | RankedInputs


@dataclass(frozen=True, slots=True)
class Draw:
    """Drawn seating: `rounds[k][t]` is a table of players, East first; `byes[k]` sit out."""

    inputs: Inputs
    seed: str
    rounds: Rounds
    byes: Byes
    table_numbers: Numbers | None = None
    """None where the tables of the only round are numbered in order."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """Entries of the certificate of some kinds only (`DETAILS`), as JSON values."""
    committed: str | None = None
    opened: OpenedPromise | None = None
    """Opened promise; None without one, and for one of a seed alone."""
    version: str = ALGORITHM_VERSION

    @property
    def kind(self) -> str:
        return BETTER if "proof" in self.details else self.inputs.kind

    @property
    def numbers(self) -> Numbers:
        return list_default_numbers(self.rounds) if self.table_numbers is None else self.table_numbers

    @property
    def players(self) -> frozenset[int]:
        return frozenset(player for round_ in self.rounds for table in round_ for player in table)

    def measure(self) -> Measures:
        return measure_rounds(self.rounds, self.inputs.constraints, table_numbers=self.table_numbers)

    def measure_with_played(self) -> Measures:
        before = self.inputs
        return measure_rounds(
            (*before.played, *self.rounds),
            before.constraints,
            table_numbers=(*before.played_numbers, *self.numbers),
        )

    def under(self, committed: str | None, opened: OpenedPromise | None = None) -> Draw:
        """Return the draw with its promise; a round by the standings has no seed to promise."""
        if self.inputs.kind == "standings":
            return self
        return replace(self, committed=committed, opened=opened)

    def certificate(self) -> dict[str, Any]:
        inputs = _build_json_inputs(self.inputs)
        return {
            "format": FORMAT,
            "kind": self.kind,
            "version": self.version,
            "seed": self.seed,
            "commitment": self.committed,
            **({} if self.opened is None else {"lottery": self.opened.as_dict()}),
            "inputs": inputs,
            "inputs_digest": digest(inputs),
            "rounds": _convert_to_json(self.rounds),
            **({} if self.table_numbers is None else {"table_numbers": _convert_to_json(self.table_numbers)}),
            "byes": _convert_to_json(self.byes),
            "measures": self.measure().as_dict(),
            **self.details,
        }


def parse_inputs(value: Mapping[str, Any]) -> Inputs:
    """Parse a certificate's inputs. Raises LookupError, TypeError, ValueError or SeatingError."""
    kind = "swiss" if value["kind"] == BETTER else str(value["kind"])
    stored = {"rounds": None} | value["inputs"] if kind == "swiss" else value["inputs"]
    names = (*KINDS[kind], *(name for name in OPTIONAL.get(kind, ()) if name in stored))
    inputs = {_ATTRIBUTES.get(name, name): _READ.get(name, str)(stored[name]) for name in names}
    return RankedInputs(kind, **inputs) if kind in RANKED else FixedInputs(kind, **inputs)


def read(value: Mapping[str, Any]) -> Draw:
    """Parse a certificate. Raises ArithmeticError, LookupError, TypeError, ValueError or SeatingError."""
    numbers = value.get("table_numbers")
    return Draw(
        inputs=parse_inputs(value),
        seed=str(value["seed"]),
        rounds=freeze(value["rounds"]),
        byes=tuple(map(_parse_integers, value.get("byes") or ())),
        table_numbers=None if numbers is None else tuple(map(_parse_integers, numbers)),
        details={name: value[name] for name in DETAILS if name in value},
        committed=value.get("commitment"),
        opened=OpenedPromise.from_dict(value["lottery"]) if value.get("lottery") else None,
        version=str(value["version"]),
    )


def digest_inputs(inputs: Inputs) -> str:
    return digest(_build_json_inputs(inputs))


def _build_json_inputs(inputs: Inputs) -> dict[str, Any]:
    asked_for = (name for name in OPTIONAL.get(inputs.kind, ()) if _get_input(inputs, name) is not None)
    return {name: _convert_to_json(_get_input(inputs, name)) for name in (*KINDS[inputs.kind], *asked_for)}


def _get_input(inputs: Inputs, name: str) -> object:
    return getattr(inputs, _ATTRIBUTES.get(name, name))


def _convert_to_json(value: Any) -> Any:
    if isinstance(value, Constraints | Seeding):
        return value.as_dict()
    if isinstance(value, Mapping):
        return {str(key): part for key, part in sorted(value.items())}
    if isinstance(value, frozenset):
        return sorted(value)
    return [_convert_to_json(part) for part in value] if isinstance(value, tuple | list) else value


def _parse_integers(value: Any) -> tuple[int, ...]:
    return tuple(int(part) for part in value)


def _parse_lines(value: Any) -> Numbers:
    return tuple(tuple(line) for line in value)


def _parse_counts(value: Any) -> dict[int, int]:
    return {int(key): int(count) for key, count in value.items()}


_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("players", "order", "substitutes", "arrives"), _parse_integers),
    **dict.fromkeys(("played", "planned"), freeze),
    **dict.fromkeys(("played_numbers", "planned_numbers"), _parse_lines),
    "codes": lambda value: tuple(map(str, value)),
    "lineups": lambda value: tuple(map(_parse_integers, value)),
    **dict.fromkeys(("leaves", "tables_gone"), frozenset),
    **dict.fromkeys(("teams", "byes"), _parse_counts),
    **dict.fromkeys(("block", "brackets"), lambda value: value),
    "constraints": Constraints.from_dict,
    "seeding": Seeding.from_dict,
    "improve": int,
    "rounds": lambda value: None if value is None else int(value),
}
"""Name in a certificate -> reader of its value; others are texts."""
