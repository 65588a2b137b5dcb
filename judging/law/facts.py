"""The facts of a claim as checks ask for them; a fact may be missing.

A check that needs a missing fact says so by ``MissingFact``; the examination turns it into an undecided finding, and
step-by-step questions ask for it next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.family import Ruleset
from engine.tiles.seats import Wind


class MissingFact(Exception):
    """A check cannot decide without this fact."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Facts:
    """The facts of one claim, as checks ask for them.

    ``facts("shown")`` is the value of a fact; it raises MissingFact where nobody knows it. ``facts.get(name, default)``
    serves facts that matter only when given.
    """

    def __init__(self, rules: Ruleset, seat: int | None, values: Mapping[str, Any]) -> None:
        self.rules = rules
        self.parameters: Any = rules.parameters
        self.seat = seat
        self._values = values
        self.asked: dict[str, None] = {}

    def __call__(self, name: str) -> Any:
        self.asked[name] = None
        value = self._value(name)
        if value is None:
            raise MissingFact(name)
        return value

    def _value(self, name: str) -> Any:
        """What was answered, or what follows: the claimant's seat wind and the dealer tell each other."""
        value = self._values.get(name)
        if value is not None or self.seat is None:
            return value
        wind, dealer = self._values.get("seat_wind"), self._values.get("dealer")
        if name == "dealer" and wind is not None:
            return (self.seat - wind) % 4
        if name == "seat_wind" and dealer is not None:
            return Wind((self.seat - dealer) % 4)
        return None

    def another(self, name: str) -> int:
        """The seat of another player than the claim is about; the own seat is no answer."""
        seat = self(name)
        if seat == self.seat:
            raise MissingFact(name)
        return int(seat)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a fact, or the default where nobody knows it."""
        self.asked[name] = None
        value = self._value(name)
        return default if value is None else value

    def known(self, name: str) -> bool:
        """True when the fact is known."""
        return self._value(name) is not None

    def in_vain(self, name: str) -> bool:
        """True when the fact was asked for and nobody knows it."""
        return name in self._values and self._values[name] is None
