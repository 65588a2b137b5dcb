"""Facts that a referee can establish, each declared once with its type and question.

A check asks with the fact itself (``facts(DEAD)``). Facts of several kinds of claims stand in
``judging.law.shared_facts``, the others beside their kind or family.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from engine.parameters import FamilyParameters, meets
from engine.play.events import Event
from engine.sentences import Sentence
from engine.tiles.hand import Hand
from engine.tiles.seats import Wind
from engine.tiles.tile import Suit, Tile

T_co = TypeVar("T_co", covariant=True)

Kong = tuple[int, str, int | None, tuple[int, ...]]
"""A paid kong: whose, its kind, who fed a direct one, and the seats that had won before it."""


class FactType(Enum):
    """The type of a fact, by which forms and JSON read it."""

    FLAG = "flag"
    NUMBER = "number"
    TILE = "tile"
    TILES = "tiles"
    HAND = "hand"
    """One hand in the notation of ``Hand``: concealed tiles, melds, ``+`` winning tile, ``|`` flowers."""
    HANDS = "hands"
    """The hands of the four seats, blank for one that takes no part."""
    SUITS = "suits"
    """A suit (m, p, s) for each of the four seats, blank where unknown."""
    CHOICE = "choice"
    CHOICES = "choices"
    SEAT = "seat"
    SEATS = "seats"
    WIND = "wind"
    KONGS = "kongs"
    """Lists of seat, kind (``concealed``, ``direct``, ``fresh``, ``late``), the feeder of a direct kong or null, and
    the seats that had won before it; the last two may be left out."""
    EVENTS = "events"
    """Events in their order, as a replay case has them; ``?`` for a tile that nobody saw."""
    CIRCUMSTANCES = "circumstances"
    """The ``context`` of a score case: answers to several facts in one object (``add_to_circumstances``)."""
    PATTERNS = "patterns"


@dataclass(frozen=True, eq=False)
class Fact(Generic[T_co]):
    """A fact with the type of its value. Names are unique."""

    name: str
    type: FactType
    question: str
    choices: tuple[tuple[str, str], ...] = ()
    """(value, words) of a choice; of a seat, the answers beside the four seats."""

    def __post_init__(self) -> None:
        if self.name in DECLARED:
            raise ValueError(f"the fact {self.name!r} is declared twice")
        DECLARED[self.name] = self


DECLARED: dict[str, Fact[Any]] = {}
"""Every fact declared by a module that has been imported; ``judging.law.kinds.load_facts`` imports them all."""


class Declared(NamedTuple):
    """A fact that a kind of claim reads (``judging.law.kind.Reads``)."""

    fact: Fact[Any]
    role: str
    """``decides``, ``prices`` or ``assumes``."""
    when: Mapping[str, Sequence[Any]] | tuple[Mapping[str, Sequence[Any]], ...]
    """Parameters and facts with the values under which it is read, or several such conditions."""
    assumed: tuple[Any, ...] = ()
    """The value while nobody has been asked; empty if it is asked for."""

    @property
    def conditions(self) -> tuple[Mapping[str, Sequence[Any]], ...]:
        return self.when if isinstance(self.when, tuple) else (self.when,)

    def in_edition(self, parameters: FamilyParameters) -> bool:
        return any(
            meets(parameters, {name: values for name, values in when.items() if name not in DECLARED})
            for when in self.conditions
        )

    def may_matter(self, answers: Mapping[str, Any]) -> bool:
        """True unless an answer excludes it (``answers`` by name, None for an open one)."""
        return any(
            all(
                answers.get(name) is None or answers[name] in values
                for name, values in when.items()
                if name in DECLARED
            )
            for when in self.conditions
        )


def declare_flag(name: str, question: str) -> Fact[bool]:
    return Fact(name, FactType.FLAG, question)


def declare_number(name: str, question: str) -> Fact[int]:
    """Return a whole number from 0."""
    return Fact(name, FactType.NUMBER, question)


def declare_tile(name: str, question: str) -> Fact[Tile]:
    return Fact(name, FactType.TILE, question)


def declare_tiles(name: str, question: str) -> Fact[tuple[Tile, ...]]:
    """Return tiles in order; may be empty."""
    return Fact(name, FactType.TILES, question)


def declare_hand(name: str, question: str) -> Fact[Hand]:
    return Fact(name, FactType.HAND, question)


def declare_hands(name: str, question: str) -> Fact[tuple[Hand | None, ...]]:
    return Fact(name, FactType.HANDS, question)


def declare_suits(name: str, question: str) -> Fact[tuple[Suit | None, ...]]:
    return Fact(name, FactType.SUITS, question)


def declare_seat(name: str, question: str) -> Fact[int]:
    return Fact(name, FactType.SEAT, question)


def declare_seat_or(name: str, question: str, *choices: tuple[str, str]) -> Fact[int | str]:
    return Fact(name, FactType.SEAT, question, choices)


def declare_seats(name: str, question: str) -> Fact[tuple[int, ...]]:
    return Fact(name, FactType.SEATS, question)


def declare_wind(name: str, question: str) -> Fact[Wind]:
    return Fact(name, FactType.WIND, question)


def declare_choice(name: str, question: str, *choices: tuple[str, str]) -> Fact[str]:
    """Return one of (value, label); without choices a code of the ruleset."""
    return Fact(name, FactType.CHOICE, question, choices)


def declare_choices(name: str, question: str, *choices: tuple[str, str]) -> Fact[tuple[str, ...]]:
    return Fact(name, FactType.CHOICES, question, choices)


def declare_patterns(name: str, question: str) -> Fact[tuple[str, ...]]:
    return Fact(name, FactType.PATTERNS, question)


def declare_kongs(name: str, question: str) -> Fact[tuple[Kong, ...]]:
    return Fact(name, FactType.KONGS, question)


def declare_circumstances(name: str, question: str) -> Fact[Mapping[str, Any]]:
    return Fact(name, FactType.CIRCUMSTANCES, question)


MEMBERS: dict[str, dict[str, Fact[Any]]] = {}
"""Object of circumstances -> its keys with the facts that they answer."""

MEMBER_OF: dict[str, tuple[str, str]] = {}
"""Name of a fact -> the object that may answer it too, and its key there."""


def add_to_circumstances(fact: Fact[T_co], key: str = "", of: str = "circumstances") -> Fact[T_co]:
    """Return the fact, which the object ``of`` answers too, under ``key`` or the fact's own name."""
    MEMBERS.setdefault(of, {})[key or fact.name] = fact
    MEMBER_OF[fact.name] = of, key or fact.name
    return fact


ASKED_INSTEAD: dict[str, Fact[Any]] = {}
"""Key of an object that is about the score of the hand alone -> the fact that forms ask for in its place."""

NONE = "none"

NOTHING_OF: dict[FactType, Any] = {FactType.FLAG: False, FactType.TILES: (), FactType.CHOICE: NONE}
"""Type of a fact -> the answer that an empty object of circumstances gives; numbers have none."""


def declare_events(name: str, question: str) -> Fact[tuple[Event, ...]]:
    return Fact(name, FactType.EVENTS, question)


class Contradiction(Exception):
    """Facts that cannot all be true; ``message`` gives the reason."""

    def __init__(self, facts: tuple[Fact[Any], ...], message: Sentence) -> None:
        super().__init__(message)
        self.facts = facts
        self.message = message


class MissingFact(Exception):
    """A fact without which a check cannot decide."""

    def __init__(self, fact: Fact[Any]) -> None:
        super().__init__(fact.name)
        self.fact = fact

    @property
    def name(self) -> str:
        return self.fact.name
