"""Chairs and sheets of a player."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.entries.models.entries import Entry
from tournaments.results.models.results import TableResult
from tournaments.rounds.models.rounds import Round, Seat, Seating

SHEET_IN = (TableResult.State.ENTERED, TableResult.State.CONFIRMED)


def live_seats_of(entry: Entry) -> QuerySet[Seat]:
    """The chairs of the player in published and playing seatings of rounds that are not finished."""
    return Seat.objects.filter(entry=entry, seating__state__in=Seating.LIVE).exclude(
        seating__round__state=Round.State.FINISHED
    )


def rounds_with_sheet(entry: Entry) -> QuerySet[Round]:
    """Rounds in which a sheet of the player's table is entered or confirmed."""
    sheet = TableResult.objects.filter(
        table__round=OuterRef("pk"),
        state__in=SHEET_IN,
        seats__entry=entry,
    )
    return Round.objects.filter(Exists(sheet), tournament_id=entry.tournament_id)
