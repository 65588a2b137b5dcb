"""Sentences with named places: written in English here, said in the reader's language by whoever shows them.

The package knows no framework, so a sentence is carried as its text and its values. `tournaments/selectors/
seating_words.py` looks the text up in the catalogues and fills in the values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


def gettext_noop(text: str) -> str:
    """The text itself; the name lets the catalogues' tool find it, since this package knows no framework."""
    return text


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with named places: `text % values` is English; a catalogue may hold other languages for `text`.

    A value may be a sentence itself.

    >>> str(Sentence("%(count)d players.", {"count": 5}))
    '5 players.'
    """

    text: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text % self.values if self.values else self.text


class SeatingError(ValueError):
    """A request that no seating can meet, said in one sentence that a person can act on.

    `sentence` holds the text and its values; `str(error)` is English.

    >>> str(SeatingError("%(count)d players do not fill a table of four.", count=3))
    '3 players do not fill a table of four.'
    """

    def __init__(self, text: str, **values: object) -> None:
        self.sentence = Sentence(text, values)
        super().__init__(str(self.sentence))
