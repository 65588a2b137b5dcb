"""Sessions lost, substitutes and disqualification, in the language in force."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext

from engine.sentences import gettext_noop

SESSION_LOST: Final = gettext_noop("Session lost")
SUBSTITUTE_PLAYS: Final = gettext_noop("A substitute plays")
DISQUALIFIED: Final = gettext_noop("Disqualified")

FORFEITS: Final = {"session_lost": SESSION_LOST, "substitute": SUBSTITUTE_PLAYS, "disqualified": DISQUALIFIED}
"""By `Forfeit.Kind`; the reason too of one that a file brings without a reason."""


def counted_otherwise(forfeit: str, clause: str) -> str:
    """Why something else counts than what was played, with its clause: ``Session lost (MCR-8.8)``. Empty `forfeit`:
    nobody played there.
    """
    name = forfeit or gettext("Too few were there to play")
    return f"{name} ({clause})" if clause else name
