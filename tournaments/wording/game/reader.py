"""Who reads: a language and its catalogue, handed to everything that is said without a framework."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class InContext(NamedTuple):
    """An English text that has two meanings, and which of them is meant."""

    context: str
    text: str


Phrase = str | InContext
"""A text of the catalogues."""


def pgettext_noop(context: str, text: str) -> InContext:
    """The text with its context; the name marks both for the catalogues."""
    return InContext(context, text)


@dataclass(frozen=True, slots=True)
class Reader:
    """A language by its code, and what looks texts up in it; the names are those of the library ``gettext``."""

    language: str
    gettext: Callable[[str], str]
    pgettext: Callable[[str, str], str]
    ngettext: Callable[[str, str, int], str]

    def say(self, phrase: Phrase) -> str:
        """The text in the reader's language."""
        return self.pgettext(*phrase) if isinstance(phrase, InContext) else self.gettext(phrase)

    def word(self, words: Mapping[str, Phrase], key: str) -> str:
        """The word of a key; an unknown key with spaces for its underscores.

        >>> ENGLISH.word({"ruling": "ruling"}, "hand_shown_early")
        'hand shown early'
        """
        return self.say(words[key]) if key in words else key.replace("_", " ")


def _plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


ENGLISH = Reader("en", str, lambda _context, text: text, _plural)
"""A reader of the texts as they are written."""
