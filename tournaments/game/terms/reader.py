"""Who reads: a language and its catalogue, handed to everything that is said without a framework."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class InContext(NamedTuple):
    """An English text that has two meanings, and which of them is meant."""

    context: str
    text: str


_IDENTIFIER = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")

Phrase = str | InContext
"""A text of the catalogues."""


def pgettext_noop(context: str, text: str) -> InContext:
    """The text with its context; the name marks both for the catalogues."""
    return InContext(context, text)


class UnknownTermWarning(UserWarning):
    """A term has no text and is shown as its identifier. An error in the tests; a page goes on."""


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
        """The word of a key. An unknown key, such as a record of another edition holds, shows itself with a warning.

        >>> ENGLISH.word({"chombo": "Chombo"}, "chombo")
        'Chombo'
        """
        if key in words:
            return self.say(words[key])
        warnings.warn(f"The term {key!r} has no text", UnknownTermWarning, stacklevel=2)
        return key.replace("_", " ")

    def word_or_text(self, words: Mapping[str, Phrase], text: str) -> str:
        """The word of a key; anything else was written by a person and stays as it is.

        >>> ENGLISH.word_or_text({"false_win": "false win"}, "The wall fell.")
        'The wall fell.'
        """
        return self.word(words, text) if text in words or _IDENTIFIER.fullmatch(text) else text


def _plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


ENGLISH = Reader("en", str, lambda _context, text: text, _plural)
"""A reader of the texts as they are written."""
