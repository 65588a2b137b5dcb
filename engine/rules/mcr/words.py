from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.words import Words

WORDS = Words(
    circumstances={"last_copy": gettext_noop("Other three copies visible")},
    consequences={
        "points": gettext_noop("false win"),
        "wrong_tile": gettext_noop("false win"),
        "structure_near": gettext_noop("false win"),
        "structure_far": gettext_noop("false win"),
    },
)


def value_in_words(value: Mapping[str, object]) -> Sentence:
    """Value of a hand as a phrase.

    >>> value_in_words({"points": 24})
    '24 points'
    """
    return _("1 point") if value["points"] == 1 else _("%(n)s points", n=value["points"])
