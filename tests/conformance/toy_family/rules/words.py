from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.words import Words

WORDS = Words()


def value_in_words(value: Mapping[str, object]) -> Sentence:
    return _("%(n)s points", n=value["points"])
