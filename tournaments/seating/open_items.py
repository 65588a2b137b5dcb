"""Open items of draws, cuts and papers that used other standings or seats than today's."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.core.open_items import OpenItem, open_items
from tournaments.events.models import Tournament
from tournaments.seating.queries.differences import MAY_STOP
from tournaments.seating.queries.outdated import outdated
from tournaments.seating.queries.unknown import unknown


@open_items(*MAY_STOP)
def outdated_inputs(tournament: Tournament) -> Iterator[OpenItem]:
    """Return draws, cuts and papers to make again, while that is possible."""
    for found in outdated(tournament):
        yield found.item


@open_items()
def unknown_inputs(tournament: Tournament) -> Iterator[OpenItem]:
    """Return what an earlier release made without keeping its inputs; after the event it is only on its pages."""
    if tournament.state != Tournament.State.FINISHED:
        for made in unknown(tournament):
            yield made.item
