"""Sessions lost, substitutes and disqualified players, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Forfeit
from tournaments.standings.forfeits import NO_PLAY


def why_it_counts(kind: str, clause: str) -> str:
    """Why something else counts than what was played, with its clause: ``Session lost (MCR-8.8)``."""
    name = _("Too few were there to play") if kind == NO_PLAY else str(Forfeit.Kind(kind).label)
    return f"{name} ({clause})" if clause else name
