from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.words import Words

WORDS = Words(
    circumstances={
        "void_suit": gettext_noop("Suit given up"),
        "m": gettext_noop("Characters"),
        "p": gettext_noop("Dots"),
        "s": gettext_noop("Bamboos"),
        "after_kong": gettext_noop("The discarder had just made a kong"),
        "nonwinners": gettext_noop("Others who have not won yet"),
    },
    events={"void": gettext_noop("void suit")},
    ends={"violation": gettext_noop("void suit violated")},
    locks={
        "same_turn": gettext_noop("passed win: only a higher one until the next own turn"),
        "passed_pung": gettext_noop("passed pung: not again in this go-around"),
        "forced_win_missed": gettext_noop("win passed near the end of the wall"),
        "void": gettext_noop("void suit"),
    },
    reasons={
        "direct_kong": gettext_noop("kong of a discard"),
        "added_kong": gettext_noop("added kong"),
        "late_added_kong": gettext_noop("late added kong"),
        "concealed_kong": gettext_noop("concealed kong"),
        "kong_refund": gettext_noop("kong payments returned"),
        "rain_transferred": gettext_noop("kong payments passed on"),
        "flower_pig": gettext_noop("void suit still in the hand at the end"),
        "void_violation": gettext_noop("void suit violated"),
        "void_suit_claim": gettext_noop("pung or kong of the void suit"),
        "active_pig": gettext_noop("void suit violated"),
        "locked_win": gettext_noop("win against the lock"),
    },
    causes={"void_violation": gettext_noop("void suit violated")},
    consequences={"forced_win": gettext_noop("the win must be taken")},
)


def value_in_words(value: Mapping[str, object]) -> Sentence:
    """Value of a hand as a phrase.

    >>> value_in_words({"fan": 3, "points": 8})
    '3 fan: 8 points'
    """
    if value["points"] == 1:
        return _("%(fan)s fan: 1 point", fan=value["fan"])
    return _("%(fan)s fan: %(points)s points", fan=value["fan"], points=value["points"])
