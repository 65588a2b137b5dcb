"""A draw: what was asked, the seed, and the tables that came of it. Page, certificate and words are made from it.

There are two kinds of inputs: `FixedInputs` for rounds that are drawn together, `RankedInputs` for a round drawn by the
standings. Certificates name the kind of draw more closely; `KINDS` has those names and the inputs that stand in each.
`drawing.draw` makes the draw.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.bounded_json import digest
from tournaments.seating.logic.certificate import FORMAT
from tournaments.seating.logic.constraints import NONE, Constraints
from tournaments.seating.logic.measures import Measures, measures
from tournaments.seating.logic.promises import OpenedPromise
from tournaments.seating.logic.schedule import ALGORITHM_VERSION, Numbers, Rounds, default_numbers, freeze

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
"""Kind of draw -> the names of its inputs in a certificate."""
RANKED: Final = frozenset({"swiss", "standings"})
BETTER: Final = "chosen"
"""Kind of a Swiss round that a proof of release 0.3.0 chose instead of the one drawn; its details hold the proof."""
FORMER_WAYS: Final = frozenset({"substitute", "fewer tables", "sit out", "re-seat"})
"""Ways of redraws of releases up to 0.3.0. Certificates in them, and those of `BETTER`, are read and not made again."""
LIBRARY: Final = "library"
"""Method of a template that was made elsewhere and kept for reuse."""
DETAILS: Final = ("template", "mapping", "notes", "price", "proof", "team_order", "fixtures")
_ATTRIBUTES = {"kind": "way", "setting": "mode"}
"""Name in a certificate -> attribute, where the two differ."""

Byes = tuple[tuple[int, ...], ...]
"""Byes, a line a round."""


@dataclass(frozen=True, slots=True)
class FixedInputs:
    """Rounds drawn together, whatever the standings are. The `kind` says which of these play a part:

    - fixed: so many `rounds` for the `players`, and as many `substitutes` as fill the last table. `improve` is the
      effort of the search.
    - added: the same on top of `played` rounds.
    - movement: the sessions of a duplicate event. `movement` is ``sixteen``, ``four_teams`` or ``one_field``; `teams`
      (player -> team) is empty for single players.
    - fixtures: teams against teams (`teams`: player -> number of the team, whose code is that of `codes`, from 1), with
      the players of each round in `lineups`; on top of `played` rounds.
    - replan: the `planned` rounds anew on top of the `played` ones. Those who `leaves` play no more, `arrives` want to
      play, `tables_gone` are table numbers that cannot be used. The `way` is `coming.REDRAW`, in earlier
      releases one of `FORMER_WAYS`, in some of which `substitutes` fill in, best first.
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


@dataclass(frozen=True, slots=True)
class RankedInputs:
    """One round of players in the order of their places (best first), after the rounds before.

    `mode` is how much new opponents matter in a round of the kind "swiss" (one of `weights.SETTINGS`), and the order of
    seating in one of the kind "standings" (see `swiss.rounds.by_standings`, as for `block`). `brackets` (groups by
    score, best first) make places inside a group equal; `byes`: player -> how often they have sat out; `rounds`: how
    many the event will have, None where that is not known.
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

    @property
    def played_numbers(self) -> Numbers:
        """Table numbers play no part in it."""
        return default_numbers(self.played)

    @property
    def random(self) -> bool:
        """True if the draw ignores standings: one bracket holds everybody."""
        return self.brackets is not None and [list(bracket) for bracket in self.brackets] == [list(self.order)]


Inputs = FixedInputs | RankedInputs


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
    """Entries of the certificate that only some kinds have (`DETAILS`), as JSON values."""
    committed: str | None = None
    """The hash of the promise that was published before, if there was one."""
    opened: OpenedPromise | None = None
    """The promise, opened; None for one of a seed alone, and without any."""
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

    def under(self, committed: str | None, opened: OpenedPromise | None = None) -> Draw:
        """The same draw with the hash that was published before it, and the promise that it keeps.

        A round by the standings has no seed that could be promised.
        """
        if self.inputs.kind == "standings":
            return self
        return replace(self, committed=committed, opened=opened)

    def certificate(self) -> dict[str, Any]:
        """Everything a sceptic needs, as a JSON value (`seating.logic.certificate` writes and reads the file)."""
        inputs = _written(self.inputs)
        return {
            "format": FORMAT,
            "kind": self.kind,
            "version": self.version,
            "seed": self.seed,
            "commitment": self.committed,
            **({} if self.opened is None else {"lottery": self.opened.as_dict()}),
            "inputs": inputs,
            "inputs_digest": digest(inputs),
            "rounds": _json(self.rounds),
            **({} if self.table_numbers is None else {"table_numbers": _json(self.table_numbers)}),
            "byes": _json(self.byes),
            "measures": self.measured().as_dict(),
            **self.details,
        }


def inputs_of(value: Mapping[str, Any]) -> Inputs:
    """The inputs of a certificate. Raises LookupError, TypeError, ValueError or SeatingError for another form.

    The oldest Swiss rounds do not tell how many rounds the event has.
    """
    kind = "swiss" if value["kind"] == BETTER else str(value["kind"])
    stored = {"rounds": None} | value["inputs"] if kind == "swiss" else value["inputs"]
    inputs = {_ATTRIBUTES.get(name, name): _READ.get(name, str)(stored[name]) for name in KINDS[kind]}
    return RankedInputs(kind, **inputs) if kind in RANKED else FixedInputs(kind, **inputs)


def read(value: Mapping[str, Any]) -> Draw:
    """The draw of a certificate (a JSON value). Raises ArithmeticError, LookupError, TypeError, ValueError or
    SeatingError for a value of another form.
    """
    numbers = value.get("table_numbers")
    return Draw(
        inputs=inputs_of(value),
        seed=str(value["seed"]),
        rounds=freeze(value["rounds"]),
        byes=tuple(map(_integers, value.get("byes") or ())),
        table_numbers=None if numbers is None else tuple(map(_integers, numbers)),
        details={name: value[name] for name in DETAILS if name in value},
        committed=value.get("commitment"),
        opened=OpenedPromise.from_dict(value["lottery"]) if value.get("lottery") else None,
        version=str(value["version"]),
    )


def inputs_digest(inputs: Inputs) -> str:
    """Return the digest of the inputs, as a certificate has it."""
    return digest(_written(inputs))


def _written(inputs: Inputs) -> dict[str, Any]:
    return {name: _json(_value(inputs, name)) for name in KINDS[inputs.kind]}


def _value(inputs: Inputs, name: str) -> object:
    return getattr(inputs, _ATTRIBUTES.get(name, name))


def _json(value: Any) -> Any:
    """A value of the inputs as JSON has it."""
    if isinstance(value, Constraints):
        return value.as_dict()
    if isinstance(value, Mapping):
        return {str(key): part for key, part in sorted(value.items())}
    if isinstance(value, frozenset):
        return sorted(value)
    return [_json(part) for part in value] if isinstance(value, tuple | list) else value


def _integers(value: Any) -> tuple[int, ...]:
    return tuple(int(part) for part in value)


def _lines(value: Any) -> Numbers:
    return tuple(tuple(line) for line in value)


def _counts(value: Any) -> dict[int, int]:
    return {int(key): int(count) for key, count in value.items()}


_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(("players", "order", "substitutes", "arrives"), _integers),
    **dict.fromkeys(("played", "planned"), freeze),
    **dict.fromkeys(("played_numbers", "planned_numbers"), _lines),
    "codes": lambda value: tuple(map(str, value)),
    "lineups": lambda value: tuple(map(_integers, value)),
    **dict.fromkeys(("leaves", "tables_gone"), frozenset),
    **dict.fromkeys(("teams", "byes"), _counts),
    **dict.fromkeys(("block", "brackets"), lambda value: value),
    "constraints": Constraints.from_dict,
    "improve": int,
    "rounds": lambda value: None if value is None else int(value),
}
"""Name in a certificate -> how its value is read; all others are texts."""
