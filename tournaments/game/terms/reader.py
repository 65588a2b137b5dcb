"""Reader: a language and its catalogue, passed to code that does not import Django."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class InContext(NamedTuple):
    """An English text with the context that gives its meaning."""

    context: str
    text: str


_IDENTIFIER = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")

Phrase = str | InContext
"""A text of the catalogues."""


def pgettext_noop(context: str, text: str) -> InContext:
    """Mark a text and its context for the catalogues."""
    return InContext(context, text)


class UnknownTermWarning(UserWarning):
    """A term has no text and is shown as its identifier. An error in the tests."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A language code and its translations; methods are named as in the library ``gettext``."""

    language: str
    gettext: Callable[[str], str]
    pgettext: Callable[[str, str], str]
    ngettext: Callable[[str, str, int], str]

    def say(self, phrase: Phrase) -> str:
        """Translate the text."""
        return self.pgettext(*phrase) if isinstance(phrase, InContext) else self.gettext(phrase)

    def word(self, words: Mapping[str, Phrase], key: str) -> str:
        """Translate the term of a key. An unknown key, as in records of another edition, is returned with a warning.

        >>> ENGLISH.word({"chombo": "Chombo"}, "chombo")
        'Chombo'
        """
        if key in words:
            return self.say(words[key])
        warnings.warn(f"The term {key!r} has no text", UnknownTermWarning, stacklevel=2)
        return key.replace("_", " ")

    def word_or_text(self, words: Mapping[str, Phrase], text: str) -> str:
        """Translate the term of a key; typed text is returned unchanged.

        >>> ENGLISH.word_or_text({"false_win": "false win"}, "The wall fell.")
        'The wall fell.'
        """
        return self.word(words, text) if text in words or _IDENTIFIER.fullmatch(text) else text


def _plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


ENGLISH = Reader("en", str, lambda _context, text: text, _plural)
"""A reader of the texts as they are written."""
