"""A whole event as one file, `mahjong-event/2`."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.core.downloads import export
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack


@export("whole.zip", name="event_whole", title=_("The whole event"), action="events.export")
def whole(tournament: Tournament, asked: QueryDict) -> bytes:
    """Everything that is known of the event, to bring it in again here or elsewhere."""
    return pack(tournament)
