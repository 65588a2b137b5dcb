from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.words import Words

WORDS = Words(
    circumstances={
        "dealer_repeats": gettext_noop("The dealer's repeats"),
        "dealer_pays": gettext_noop("The dealer discarded the tile"),
        "ready": gettext_noop("Ready declared"),
        "tianting": gettext_noop("Heavenly ready"),
        "diting": gettext_noop("Earthly ready"),
        "declared": gettext_noop("Declared"),
        "ready_first_round": gettext_noop("Within the go-around of the declaration"),
        "break_seat_wind": gettext_noop("Seat wind counted from the break"),
        "robbed_flower": gettext_noop("Robbed flower"),
        "triple_dice": gettext_noop("Three equal dice at the break"),
    },
    events={"rob_flower": gettext_noop("robs the flower"), "ready": gettext_noop("declares ready")},
    locks={
        "tianting": gettext_noop("ready from the deal (天聴)"),
        "diting": gettext_noop("ready from the first discard (地聴)"),
        "declared": gettext_noop("declared ready"),
    },
    reasons={"other_payer": gettext_noop("win: the others pay"), "robbed_flower": gettext_noop("robbed flower")},
    causes={"kept_flower": gettext_noop("a flower was kept in the hand")},
    consequences={"open_dead_hand": gettext_noop("dead hand"), "right_lost": gettext_noop("the right is lost")},
)


def value_in_words(value: Mapping[str, object]) -> Sentence:
    """Value of a hand as a phrase.

    >>> value_in_words({"tai": 5})
    '5 tai'
    """
    return _("%(n)s tai", n=value["tai"])
