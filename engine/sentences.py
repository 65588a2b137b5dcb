"""Translatable sentences with named placeholders.

The engine has no framework and no catalogue. A sentence is its English text and remembers template and values, so that
the display can translate the template (``tournaments/core/text/sentences.py``). Modules import ``sentence as _``, which
makemessages recognises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

NOTHING: Mapping[str, Any] = {}


def gettext_noop(text: str) -> str:
    """Mark a template for the catalogues and return it unchanged."""
    return text


def plain_seat(seat: int) -> str:
    return f"seat {seat}"


def plain_value(place: str, value: Any, seat_name: Callable[[int], str] = plain_seat) -> Any:
    """Placeholder value: seats by name where the placeholder begins with ``seat``, else the value.

    >>> plain_value("seats", [1, 3]), plain_value("tile", "5m")
    ('seat 1, seat 3', '5m')
    """
    if not place.startswith("seat") or isinstance(value, str):
        return value
    return seat_name(value) if isinstance(value, int) else ", ".join(map(seat_name, value))


class Sentence(str):
    """English text of a template with ``%(name)s`` placeholders, translatable on display.

    Values whose name begins with ``seat`` are seats in turn order from 0, one or several, which a display may replace
    by players' names. A value may be a sentence itself. All values are JSON types.

    >>> Sentence("%(seat)s lacks %(n)s points", {"seat": 1, "n": 3})
    'seat 1 lacks 3 points'
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, values: Mapping[str, Any] = NOTHING) -> Self:
        # Trying possible events creates thousands of sentences, so return early.
        if not values:
            text = template
        elif "%(seat" in template:
            text = template % _render_values(values, str, plain_value)
        else:
            text = template % values
        instance = str.__new__(cls, text)
        instance.template = template
        instance.values = values
        return instance

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, Mapping[str, Any]]]:
        """Pickle template and values, not the text alone."""
        return type(self), (self.template, self.values)

    def render(self, translate: Callable[[str], str], say: Callable[[str, Any], Any] = plain_value) -> str:
        text = translate(self.template)
        return text % _render_values(self.values, translate, say) if self.values else text

    def to_dict(self) -> dict[str, Any]:
        values = {
            name: value.to_dict() if isinstance(value, Sentence) else value for name, value in self.values.items()
        }
        return {"text": str(self), "template": self.template, "values": values}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        values = {
            name: cls.from_dict(value) if isinstance(value, Mapping) and "template" in value else value
            for name, value in stored["values"].items()
        }
        return cls(stored["template"], values)


def sentence(template: str, /, **values: Any) -> Sentence:
    """Create a sentence from template and values.

    >>> sentence("%(count)s players do not fill a table of four", count=3)
    '3 players do not fill a table of four'
    """
    return Sentence(template, values)


def join_sentences(sentences: Sequence[Sentence], template: str = gettext_noop("%(list)s, %(last)s")) -> Sentence:
    """Join one or more sentences pairwise with the template.

    >>> join_sentences([sentence("the void suit of %(seat)s", seat=seat) for seat in (1, 3)])
    'the void suit of seat 1, the void suit of seat 3'
    """
    *earlier, last = sentences
    return Sentence(template, {"list": join_sentences(earlier, template), "last": last}) if earlier else last


def _render_values(
    values: Mapping[str, Any], translate: Callable[[str], str], say: Callable[[str, Any], Any]
) -> dict[str, Any]:
    return {
        place: value.render(translate, say) if isinstance(value, Sentence) else say(place, value)
        for place, value in values.items()
    }
