"""Sentences of the law with their values kept apart, so that a page can say them in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


def gettext_noop(text: str) -> str:
    """The text itself; the name marks it for the catalogues, which the law itself never opens."""
    return text


def plain_seat(seat: int) -> str:
    """A seat where nobody's name is known: ``seat 2``."""
    return f"seat {seat}"


class Sentence(NamedTuple):
    """An English sentence with ``%(name)s`` places and what stands there.

    Values whose name begins with ``seat`` are seats, in turn order from 0; whoever shows the sentence may put the
    player's name there.

    >>> str(Sentence("%(seat)s lacks %(n)s points", {"seat": 1, "n": 3}))
    'seat 1 lacks 3 points'
    """

    template: str
    values: Mapping[str, Any] = {}

    def render(self, translate: Callable[[str], str] = str, seat_name: Callable[[int], str] = plain_seat) -> str:
        """The sentence with its template translated and its seats named."""
        values = {}
        for name, value in self.values.items():
            if name.startswith("seat") and isinstance(value, int):
                value = seat_name(value)
            elif isinstance(value, Sentence):
                value = value.render(translate, seat_name)
            values[name] = value
        return translate(self.template) % values

    def __str__(self) -> str:
        return self.render()

    def to_dict(self) -> dict[str, Any]:
        """The sentence in English with its template and values."""
        values = {
            name: value.to_dict() if isinstance(value, Sentence) else value for name, value in self.values.items()
        }
        return {"text": str(self), "template": self.template, "values": values}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Sentence:
        """The sentence that ``to_dict`` wrote."""
        values = {
            name: cls.from_dict(value) if isinstance(value, Mapping) and "template" in value else value
            for name, value in stored["values"].items()
        }
        return cls(stored["template"], values)
