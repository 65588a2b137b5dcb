from __future__ import annotations

from tournaments.core.public_marks import public_mark
from tournaments.events.models import Tournament
from tournaments.exchange.queries import find_mirror_state


@public_mark
def mirror_connection(tournament: int) -> object:
    """Return what public pages say of the hall without JavaScript: connected, or since when it is not."""
    state = find_mirror_state(Tournament(pk=tournament))
    return state and (True if state.live else (state.since, state.recent))
