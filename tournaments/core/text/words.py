"""Words of the catalogues by the ids of records, in the active language."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping

from django.utils.functional import Promise

Words = Mapping[str, str | Promise]

_IDENTIFIER = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


class UnknownTermWarning(UserWarning):
    """Term without a text, shown as its identifier; an error in the tests."""


def describe_term(words: Words, key: str) -> str:
    """Return the text of a key; an unknown one, as in records of another edition, with a warning.

    >>> describe_term({"chombo": "Chombo"}, "chombo")
    'Chombo'
    """
    if key in words:
        return str(words[key])
    warnings.warn(f"The term {key!r} has no text", UnknownTermWarning, stacklevel=2)
    return key.replace("_", " ")


def describe_term_or_text(words: Words, text: str) -> str:
    """Return the text of a key; typed text is returned unchanged.

    >>> describe_term_or_text({"false_win": "false win"}, "The wall fell.")
    'The wall fell.'
    """
    return describe_term(words, text) if text in words or _IDENTIFIER.fullmatch(text) else text
