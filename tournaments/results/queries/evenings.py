"""The open tables of a club's evening, as the room's page and the organiser's list them."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.core.text.names import leading
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models.rounds import GameTable, Round, Seat, Seating


@dataclass(frozen=True)
class PlayingTable:
    """A table that plays: its round's number, its name, the code of its sheet, who sits there East first, and whether
    a sheet waits to be confirmed.
    """

    number: int
    name: str
    token: str
    players: tuple[str, ...]
    entered: bool


def open_tables_of(tournament: Tournament) -> list[PlayingTable]:
    """Oldest first."""
    rounds = tournament.rounds.filter(state=Round.State.PLAYING, extra__has_key=Round.ALONE)
    tables = list(GameTable.objects.filter(round__in=rounds).select_related("round").order_by("round__number"))
    seats: dict[int, list[str]] = {}
    live = Seat.objects.filter(seating__round__in=rounds, seating__state__in=Seating.LIVE)
    for seat in live.select_related("entry", "seating").order_by("seating", "wind"):
        seats.setdefault(seat.seating.round_id, []).append(leading(seat.entry))
    waiting = TableResult.objects.filter(table__in=tables, state=TableResult.State.ENTERED)
    entered = set(waiting.values_list("table_id", flat=True))
    return [
        PlayingTable(one.round.number, one.name, one.token, tuple(seats.get(one.round_id, ())), one.pk in entered)
        for one in tables
    ]
