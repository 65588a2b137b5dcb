"""A record of play, examined by the engine for every family (``judging.law.logs``)."""

from __future__ import annotations

from engine.sentences import gettext_noop
from judging.law.kind import NO_FAULT, ClaimKind, Outcome

KIND = ClaimKind(
    code="event",
    situation="discard",
    title=gettext_noop("Is the record of play legal?"),
    order=180,
    holds=NO_FAULT,
    fails=Outcome("refused", gettext_noop("The event does not count; there is no penalty"), "refused"),
    from_record=True,
)
