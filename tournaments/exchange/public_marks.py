from __future__ import annotations

from tournaments.core.public_marks import public_mark
from tournaments.events.models import Tournament
from tournaments.exchange.queries import find_mirror_state


@public_mark
def mirror_connection(tournament: int) -> object:
    """Return the delivery that pages show, and what they say of the hall: connected, or since when it is not."""
    state = find_mirror_state(Tournament(pk=tournament))
    if state is None:
        return None
    # Deliveries write no log.
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament)
    return version, state.live or (state.since, state.recent)
