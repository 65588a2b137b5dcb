"""Inspection of all hands at the wall's end: ready hands and payments, by each family's rules."""

from __future__ import annotations

from engine.sentences import gettext_noop
from judging.law.facts import declare_hands, declare_seats
from judging.law.kind import CORRECTED, ClaimKind, Reads

KIND = ClaimKind(
    reads=Reads(decides="hands", assumes={"dead_seats": ()}),
    code="inspection",
    situation="win",
    title=gettext_noop("Inspection of the hands at the wall's end"),
    order=60,
    holds=CORRECTED,
    fails=CORRECTED,
    recipient="table",
)

HANDS = declare_hands("hands", gettext_noop("What do the players hold who have not won?"))
DEAD_SEATS = declare_seats("dead_seats", gettext_noop("Whose hand has been ruled dead?"))

DEAD_COUNTS_AS_NOT_READY = gettext_noop("The hand of %(seat)s is dead and counts as not ready.")
