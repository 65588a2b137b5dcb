"""The engine's words in the language of the reader: events, draws, what is awaited, locks, payments, dead hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.play.table import Phase
from tournaments.wording.families import FamilyWords

ShownWords = Mapping[str, str | Promise]

EVENTS: Final[ShownWords] = FamilyWords(
    "events",
    {
        "draw": _("draws"),
        "discard": _("discards"),
        "chow": _("chow"),
        "pung": _("pung"),
        "kong": _("kong"),
        "akong": _("added kong"),
        "ckong": _("concealed kong"),
        "flower": _("flower"),
        "win": _("wins"),
        "pass": _("passes"),
        "end": _("the hand ends"),
        "dead": _("dead hand"),
    },
)
"""By the first item of an event's list."""

ENDS: Final[ShownWords] = FamilyWords(
    "ends",
    {
        "win": _("won"),
        "exhaustive": _("wall exhausted"),
    },
)
"""By ``TableState.ended`` and the kind of an end."""

PHASES: Final[ShownWords] = {
    Phase.FLOWERS.name: _("flowers of the deal are shown"),
    Phase.VOID.name: _("void suits are chosen"),
    Phase.DRAW.name: _("a draw comes next"),
    Phase.ACT.name: _("the player in turn acts"),
    Phase.MELDED.name: _("a discard after a claim comes next"),
    Phase.REPLACE.name: _("a replacement comes next"),
    Phase.CLAIM.name: _("the discard may be claimed"),
    Phase.ROB.name: _("the kong may be robbed"),
    Phase.ROB_FLOWER.name: _("the flower may be robbed"),
    Phase.OVER.name: _("the hand is over"),
}
"""By the name of the phase: what the table waits for."""

LOCKS: Final[ShownWords] = FamilyWords(
    "locks",
    {
        "passed_win": _("passed win (過水)"),
        "dead_hand": _("dead hand"),
    },
)
"""By the kind of a lock, of a declaration of readiness, and of what ``locks_of`` adds."""

REASONS: Final[ShownWords] = FamilyWords(
    "reasons",
    {
        "discarder": _("win: the discarder pays"),
        "self_draw": _("win by self-draw"),
        "base": _("base payment of the others"),
        "liability": _("liability"),
        "robbed_kong": _("robbed kong"),
        "not_ready": _("not ready at the end"),
        "false_win": _("false win"),
        "fine": _("fine"),
    },
)
"""By the reason of a transfer."""

CAUSES: Final[ShownWords] = FamilyWords(
    "causes",
    {
        "false_win": _("false win"),
        "wrong_tiles": _("wrong number of tiles"),
        "ruling": _("ruling"),
    },
)
"""By the cause of a dead hand; referees may write others."""

CONSEQUENCES: Final[ShownWords] = FamilyWords(
    "consequences",
    {
        "refused": _("refused"),
        "taken_back": _("taken back"),
        "dead_hand": _("dead hand"),
        "false_win": _("false win"),
        "fine": _("fine"),
        "referee": _("the referee decides"),
        "end_hand": _("the hand ends"),
    },
)
"""By the consequence of a breach; a clause stands for itself."""

SUITS: Final[ShownWords] = {
    "m": pgettext_lazy("suit", "characters"),
    "p": pgettext_lazy("suit", "dots"),
    "s": pgettext_lazy("suit", "bamboos"),
}


def word(words: ShownWords, key: str) -> str:
    """The word in the language in force; an unknown key with spaces for its underscores.

    >>> word(CAUSES, "hand_shown_early")
    'hand shown early'
    """
    return str(words[key]) if key in words else key.replace("_", " ")
