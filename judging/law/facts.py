"""Facts: what a referee can find out at the table, each declared once with its type and the question it answers.

A check asks by the fact itself (``f(DEAD)``). Facts that several kinds of claims ask for stand in
``judging.law.shared_facts``, the others beside the kind or in the family that alone asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from engine.play.events import Event
from engine.sentences import Sentence
from engine.tiles.hand import Hand
from engine.tiles.seats import Wind
from engine.tiles.tile import Suit, Tile

T_co = TypeVar("T_co", covariant=True)

Kong = tuple[int, str, int | None, tuple[int, ...]]
"""A paid kong: whose, its kind, who fed a direct one, and the seats that had won before it."""


class FactType(Enum):
    """What a fact is, and so how a form asks for it."""

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
    """The ``context`` of a score case."""
    PATTERNS = "patterns"


@dataclass(frozen=True, eq=False)
class Fact(Generic[T_co]):
    """One thing that a referee can find out; its type is what a check gets for it. Its name is unique in the law."""

    name: str
    type: FactType
    question: str
    choices: tuple[tuple[str, str], ...] = ()
    """(value, words) of a choice."""
    optional: bool = False
    """Never asked for; it changes the answer only when it is given."""

    def __post_init__(self) -> None:
        if self.name in DECLARED:
            raise ValueError(f"the fact {self.name!r} is declared twice")
        DECLARED[self.name] = self


DECLARED: dict[str, Fact[Any]] = {}
"""Every fact declared by a module that has been imported; ``judging.law.kinds.facts`` imports them all."""


def flag(name: str, question: str, *, optional: bool = False) -> Fact[bool]:
    """A fact answered by yes or no."""
    return Fact(name, FactType.FLAG, question, optional=optional)


def number(name: str, question: str, *, optional: bool = False) -> Fact[int]:
    """A fact answered by a whole number from 0 up."""
    return Fact(name, FactType.NUMBER, question, optional=optional)


def tile(name: str, question: str) -> Fact[Tile]:
    """A fact answered by one tile."""
    return Fact(name, FactType.TILE, question)


def tiles(name: str, question: str) -> Fact[tuple[Tile, ...]]:
    """A fact answered by tiles in order, also by none."""
    return Fact(name, FactType.TILES, question)


def hand(name: str, question: str) -> Fact[Hand]:
    """A fact answered by one hand."""
    return Fact(name, FactType.HAND, question)


def hands(name: str, question: str) -> Fact[tuple[Hand | None, ...]]:
    """A fact answered by the hands of the four seats, None for one that takes no part."""
    return Fact(name, FactType.HANDS, question)


def suits(name: str, question: str) -> Fact[tuple[Suit | None, ...]]:
    """A fact answered by a suit for each seat, None where it is not known."""
    return Fact(name, FactType.SUITS, question)


def seat(name: str, question: str) -> Fact[int]:
    """A fact answered by a seat."""
    return Fact(name, FactType.SEAT, question)


def seats(name: str, question: str, *, optional: bool = False) -> Fact[tuple[int, ...]]:
    """A fact answered by seats, also by none."""
    return Fact(name, FactType.SEATS, question, optional=optional)


def wind(name: str, question: str) -> Fact[Wind]:
    """A fact answered by a wind."""
    return Fact(name, FactType.WIND, question)


def choice(name: str, question: str, *choices: tuple[str, str]) -> Fact[str]:
    """A fact answered by one of (value, words); without choices by a code that the ruleset has."""
    return Fact(name, FactType.CHOICE, question, choices)


def choices(name: str, question: str, *choices: tuple[str, str]) -> Fact[tuple[str, ...]]:
    """A fact answered by some of (value, words)."""
    return Fact(name, FactType.CHOICES, question, choices)


def patterns(name: str, question: str) -> Fact[tuple[str, ...]]:
    """A fact answered by ids of patterns; never asked for."""
    return Fact(name, FactType.PATTERNS, question, optional=True)


def kongs(name: str, question: str) -> Fact[tuple[Kong, ...]]:
    """A fact answered by the kongs that were paid; never asked for by a form of its own accord."""
    return Fact(name, FactType.KONGS, question, optional=True)


def circumstances(name: str, question: str) -> Fact[Mapping[str, Any]]:
    """A fact answered by the context of a score case; never asked for."""
    return Fact(name, FactType.CIRCUMSTANCES, question, optional=True)


def events(name: str, question: str) -> Fact[tuple[Event, ...]]:
    """A fact answered by events in their order."""
    return Fact(name, FactType.EVENTS, question)


class Contradiction(Exception):
    """No position can have had all these facts; ``message`` says why."""

    def __init__(self, facts: tuple[Fact[Any], ...], message: Sentence) -> None:
        super().__init__(message)
        self.facts = facts
        self.message = message


class MissingFact(Exception):
    """A check cannot decide without this fact."""

    def __init__(self, fact: Fact[Any]) -> None:
        super().__init__(fact.name)
        self.fact = fact

    @property
    def name(self) -> str:
        """The name of the fact."""
        return self.fact.name
