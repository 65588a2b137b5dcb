"""Wishes about meetings: hard ones are kept if any schedule keeps them, soft ones have a price."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.sentences import gettext_noop
from tournaments.seating.logic.errors import SeatingError

Pair = tuple[int, int]

HARD = 1_000_000
"""Weight of a hard constraint, above any price of repeats."""


def sort_pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def collect_pairs(of: Iterable[Iterable[int]]) -> frozenset[Pair]:
    """Return each pair with its smaller number first, without players paired with themselves."""
    result = set()
    for a, b in of:
        if a != b:
            result.add(sort_pair(a, b))
    return frozenset(result)


@dataclass(frozen=True, slots=True)
class GroupRule:
    """Players of one kind who should meet as rarely as possible, such as those of a country."""

    kind: str
    name: str
    members: frozenset[int]
    weight: int


@dataclass(frozen=True, slots=True)
class Constraints:
    """Wishes to a seating; keys and members are players. teams: player -> team; team-mates never meet (hard).
    countries, clubs: player -> name; meet rarely (soft). forbidden: never (hard). wished: at least once (soft).
    fixed_tables: player -> table number (hard). referees: never two at one table (hard). met_before: pairs met earlier
    in the event (soft).
    """

    teams: Mapping[int, Hashable] = field(default_factory=dict)
    countries: Mapping[int, str] = field(default_factory=dict)
    clubs: Mapping[int, str] = field(default_factory=dict)
    forbidden: frozenset[Pair] = frozenset()
    wished: frozenset[Pair] = frozenset()
    fixed_tables: Mapping[int, int] = field(default_factory=dict)
    referees: frozenset[int] = frozenset()
    met_before: frozenset[Pair] = frozenset()
    country_weight: int = 100
    club_weight: int = 200
    met_before_weight: int = 300
    wished_weight: int = 500

    def __post_init__(self) -> None:
        for name in ("forbidden", "wished", "met_before"):
            object.__setattr__(self, name, collect_pairs(getattr(self, name)))
        object.__setattr__(self, "referees", frozenset(self.referees))

    def __bool__(self) -> bool:
        return any((self.teams, self.countries, self.clubs, self.forbidden, self.wished)) or any(
            (self.fixed_tables, self.referees, self.met_before)
        )

    def groups(self, players: Collection[int]) -> Iterator[GroupRule]:
        kinds: tuple[tuple[str, Mapping[int, Hashable], int], ...] = (
            ("team", self.teams, HARD),
            ("club", self.clubs, self.club_weight),
            ("country", self.countries, self.country_weight),
            ("referees", dict.fromkeys(self.referees, "referees"), HARD),
        )
        for kind, of, weight in kinds:
            members: dict[str, set[int]] = defaultdict(set)
            for player in players:
                name = of.get(player)
                if name is not None and name != "":
                    members[str(name)].add(player)
            for name in sorted(members):
                if len(members[name]) > 1:
                    yield GroupRule(kind, name, frozenset(members[name]), weight)

    def as_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for name in ("teams", "countries", "clubs", "fixed_tables"):
            mapping = getattr(self, name)
            if mapping:
                result[name] = {str(key): mapping[key] for key in sorted(mapping)}
        for name in ("forbidden", "wished", "met_before"):
            if getattr(self, name):
                result[name] = sorted([a, b] for a, b in getattr(self, name))
        if self.referees:
            result["referees"] = sorted(self.referees)
        for name, default in (("country", 100), ("club", 200), ("met_before", 300), ("wished", 500)):
            if getattr(self, f"{name}_weight") != default:
                result[f"{name}_weight"] = getattr(self, f"{name}_weight")
        return result

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Constraints:
        """Parse a JSON value of `as_dict`. Raises `SeatingError` for an unknown key."""
        arguments: dict[str, Any] = {}
        for name, part in value.items():
            if name in ("teams", "countries", "clubs", "fixed_tables"):
                arguments[name] = {int(key): item for key, item in part.items()}
            elif name in ("forbidden", "wished", "met_before"):
                arguments[name] = collect_pairs(part)
            elif name == "referees":
                arguments[name] = frozenset(part)
            elif name.endswith("_weight") and name in cls.__dataclass_fields__:
                arguments[name] = int(part)
            else:
                raise SeatingError(gettext_noop("Unknown constraint: %(name)s."), name=name[:40])
        return cls(**arguments)


NONE = Constraints()
