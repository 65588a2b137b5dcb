"""Sentences with named places: written in English, said in the reader's language by whoever shows them.

The engine knows no framework and no catalogue. A sentence is its English text and remembers the template and the
values that made it; whoever shows it looks the template up in the catalogues (``tournaments/core/text/sentences.py``).
A module that says something imports ``sentence as _``, by which the catalogues' tool finds its templates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

NOTHING: Mapping[str, Any] = {}


def gettext_noop(text: str) -> str:
    """The text itself; the name marks a template for the catalogues that is put into a sentence elsewhere."""
    return text


def plain_seat(seat: int) -> str:
    """A seat where nobody's name is known: ``seat 2``."""
    return f"seat {seat}"


def plain_value(place: str, value: Any, seat_name: Callable[[int], str] = plain_seat) -> Any:
    """What stands in a place: a seat or several by name where the place's name begins with ``seat``, else the value.

    >>> plain_value("seats", [1, 3]), plain_value("tile", "5m")
    ('seat 1, seat 3', '5m')
    """
    if not place.startswith("seat") or isinstance(value, str):
        return value
    return seat_name(value) if isinstance(value, int) else ", ".join(map(seat_name, value))


class Sentence(str):
    """The English text of a template with ``%(name)s`` places, which can be said in another language.

    Values whose name begins with ``seat`` are seats in turn order from 0, or several of them; whoever shows the
    sentence may put the player's name there. A value may be a sentence itself. Values are such as JSON has.

    >>> Sentence("%(seat)s lacks %(n)s points", {"seat": 1, "n": 3})
    'seat 1 lacks 3 points'
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, values: Mapping[str, Any] = NOTHING) -> Self:
        """The sentence in English."""
        # Sentences are made by the thousand where possible events are tried: what needs no second look gets none.
        if not values:
            text = template
        elif "%(seat" in template:
            text = template % _said(values, str, plain_value)
        else:
            text = template % values
        said = str.__new__(cls, text)
        said.template = template
        said.values = values
        return said

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, Mapping[str, Any]]]:
        """Copies and other processes get template and values, not the text alone."""
        return type(self), (self.template, self.values)

    def render(self, translate: Callable[[str], str], say: Callable[[str, Any], Any] = plain_value) -> str:
        """The sentence with its template translated; ``say`` gives what stands in a place, by its name and value."""
        text = translate(self.template)
        return text % _said(self.values, translate, say) if self.values else text

    def to_dict(self) -> dict[str, Any]:
        """The sentence in English with its template and values."""
        values = {
            name: value.to_dict() if isinstance(value, Sentence) else value for name, value in self.values.items()
        }
        return {"text": str(self), "template": self.template, "values": values}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """The sentence that ``to_dict`` wrote."""
        values = {
            name: cls.from_dict(value) if isinstance(value, Mapping) and "template" in value else value
            for name, value in stored["values"].items()
        }
        return cls(stored["template"], values)


def sentence(template: str, /, **values: Any) -> Sentence:
    """The sentence of a template, with the values by name.

    >>> sentence("%(count)s players do not fill a table of four", count=3)
    '3 players do not fill a table of four'
    """
    return Sentence(template, values)


def listed(said: Sequence[Sentence], template: str = gettext_noop("%(list)s, %(last)s")) -> Sentence:
    """Sentences one after another, joined two by two with the template; there is at least one.

    >>> listed([sentence("the void suit of %(seat)s", seat=seat) for seat in (1, 3)])
    'the void suit of seat 1, the void suit of seat 3'
    """
    *earlier, last = said
    return Sentence(template, {"list": listed(earlier, template), "last": last}) if earlier else last


def _said(values: Mapping[str, Any], translate: Callable[[str], str], say: Callable[[str, Any], Any]) -> dict[str, Any]:
    """What stands in each place."""
    return {
        place: value.render(translate, say) if isinstance(value, Sentence) else say(place, value)
        for place, value in values.items()
    }
