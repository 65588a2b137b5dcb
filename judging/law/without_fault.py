"""What follows where nobody is punished: a claim stands, is corrected, or names a right or fault that is not there."""

from __future__ import annotations

from typing import NamedTuple

from engine.sentences import gettext_noop
from judging.law.checks.value import NO_WIN
from judging.law.findings import Finding


class Outcome(NamedTuple):
    """The word of the proposal, its sentence, and what becomes of the hand."""

    penalty: str
    title: str
    hand: str = "continues"


STANDS = Outcome("stands", gettext_noop("The claim stands"))
NO_FAULT = Outcome("none", gettext_noop("No rule was broken; there is no penalty"))
HOLDING = {
    "tile_count": NO_FAULT,
    "exposed": NO_FAULT,
    "swap": NO_FAULT,
    "flower": NO_FAULT,
    "fault": Outcome("none", gettext_noop("Nothing punishable is proved; there is no penalty")),
    "ready": Outcome("none", gettext_noop("The hand counts as ready")),
    "void_suit": NO_FAULT,
    "event": NO_FAULT,
    "lock": Outcome("none", gettext_noop("No lock bars the player; play goes on")),
    "winners": Outcome("stands", gettext_noop("The player wins the tile")),
}
"""Kind of claim -> what follows where it holds, if it is a question and not the assertion of a right."""

ALL_WON = Outcome("hand_drawn", gettext_noop("Nobody wins the tile: the hand is drawn"), "drawn")
NOTHING_TO_PAY = Outcome("refused", gettext_noop("There is no win, so nothing is paid; there is no penalty"), "refused")
CORRECTED = Outcome("corrected", gettext_noop("The hand is paid as computed; nobody is punished"))
PUT_RIGHT = Outcome("corrected", gettext_noop("It is put right as the clause says, and play goes on without a penalty"))
SILENT = Outcome("referee", gettext_noop("These rules name no penalty for it: the referee puts it right"))
LATER = Outcome("none", gettext_noop("Nothing follows now; play goes on, and the hand is looked at if it is drawn"))
NO_RIICHI = Outcome(
    "refused", gettext_noop("There is no riichi: the stick goes back, and play goes on without a penalty"), "refused"
)
TAKEN_BACK = Outcome(
    "taken_back",
    gettext_noop("The tile is taken back and another one discarded; there is no penalty"),
    "taken_back",
)
FAILING = {
    "win": Outcome("refused", gettext_noop("The win does not count; play goes on without a penalty"), "refused"),
    "winners": Outcome("refused", gettext_noop("The claim does not win the tile"), "refused"),
    "value": CORRECTED,
    "flower_win": Outcome(
        "refused", gettext_noop("There is no win with the flowers; play goes on without a penalty"), "refused"
    ),
    "call": Outcome(
        "refused",
        gettext_noop("The call does not count: the tiles go back, and play goes on without a penalty"),
        "refused",
    ),
    "lock": Outcome(
        "none", gettext_noop("The player may not win against the lock; play goes on, and the lock is no penalty")
    ),
    "ready": Outcome(
        "none", gettext_noop("Hand or declaration does not count as ready; play goes on without a penalty")
    ),
    "riichi": NO_RIICHI,
    "riichi_kong": Outcome("none", gettext_noop("The kong is punished only if its player wins or the hand is drawn")),
    "liability": Outcome("none", gettext_noop("Nobody is liable: the win is paid as any other")),
    "swap": TAKEN_BACK,
    "tile_count": PUT_RIGHT,
    "exposed": PUT_RIGHT,
    "flower": PUT_RIGHT,
    "event": Outcome("refused", gettext_noop("The event does not count; there is no penalty"), "refused"),
}
"""Kind of claim -> what follows where it fails and no row of the ruleset's infractions is proved."""

BY_CLAUSE = {
    ("riichi", "RI-6.8"): LATER,
    **dict.fromkeys([(kind, "SC-7") for kind in ("tile_count", "exposed", "call")], SILENT),
}
"""The same where the clause of the finding says more than the kind; SC-7: the rules have no row for what was proved."""


def holding(kind: str) -> Outcome:
    """What follows where a claim of this kind holds.

    >>> holding("fault").title
    'No rule was broken; there is no penalty'
    """
    return HOLDING.get(kind, STANDS)


def failing(kind: str, finding: Finding) -> Outcome:
    """What follows where this finding fails a claim of the kind and nobody is at fault."""
    if finding.message.template == NO_WIN:
        return NOTHING_TO_PAY
    return BY_CLAUSE.get((kind, finding.clause), FAILING.get(kind, PUT_RIGHT))
