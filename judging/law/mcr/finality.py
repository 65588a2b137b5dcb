"""Results that are final: counts of wins, and errors of arithmetic and writing (MCR-6.10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sentences import gettext_noop
from judging.law.facts import choice, flag
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.kind import Kind, Outcome
from judging.law.statements import fails, holds

KIND = Kind(
    code="final",
    situation="win",
    title=gettext_noop("Can a result still be changed?"),
    order=25,
    holds=Outcome("corrected", gettext_noop("The result is corrected; nobody is punished")),
    fails=Outcome("stands", gettext_noop("The result stands")),
    recipient="claimant",
)

ERROR = choice(
    "error",
    gettext_noop("What is wrong?"),
    ("count", gettext_noop("The fans or points of a win")),
    ("writing", gettext_noop("The arithmetic or the writing")),
)
ACCEPTED = flag(
    "accepted", gettext_noop("Have all four accepted the score, or has a tile of the next hand been discarded?")
)
SIGNED = flag("signed", gettext_noop("Have all four signed the session's sheet?"))


def correctable(f: Facts) -> Iterator[Finding]:
    """A count until it is accepted, arithmetic and writing until the sheet is signed."""
    if f(ERROR) == "count" and f(ACCEPTED):
        yield fails(f, gettext_noop("The score is accepted; only arithmetic and writing can still be corrected."))
    elif f(ERROR) == "writing" and f(SIGNED):
        yield fails(f, gettext_noop("All four have signed the sheet; it is final."))
    else:
        yield holds(f, gettext_noop("The score is not final yet; the mistake is corrected."))
