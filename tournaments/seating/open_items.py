"""Open items of draws and cuts that used other standings than today's."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.core.open_items import OpenItem, open_items
from tournaments.events.models import Tournament
from tournaments.seating.queries.outdated import outdated


@open_items
def outdated_inputs(tournament: Tournament) -> Iterator[OpenItem]:
    """Return draws, cuts and papers to make again, while that is possible."""
    for found in outdated(tournament):
        yield found.item
