from __future__ import annotations

from tournaments.core.public_marks import public_mark
from tournaments.events.models import Tournament
from tournaments.exchange.queries import find_mirror_state


@public_mark
def mirror_connection(tournament: int) -> object:
    """Return whether the hall is connected, and the minute of its last delivery, which public pages say."""
    state = find_mirror_state(Tournament(pk=tournament))
    return state and (state.live, state.since.replace(second=0, microsecond=0))
