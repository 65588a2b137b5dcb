"""Seating lists for the wall: by table and by name."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.printing import lists
from tournaments.core.printing.documents import Leaf, PrintedSeat
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.core.text import names
from tournaments.core.text.papers import NOT_SEATED
from tournaments.core.text.winds import wind_mark
from tournaments.results.queries import sheets
from tournaments.rounds.queries import public_seatings


@paper("seating-tables", _("Seating by table"), needs="round", public=True)
def seating_by_table(order: Order) -> list[Leaf]:
    """The seating list by table."""
    called = sheets.names_of_tables(order.played.pk)
    tables = [
        lists.ListedTable(called.get(number, str(number)), [PrintedSeat.of(seat.wind, seat.entry) for seat in seats])
        for number, seats in sheets.published_seats(order.played.pk).items()
    ]
    return lists.seating_by_table(heading(order), tables)


@paper("seating-names", _("Seating by name"), needs="round", public=True)
def seating_by_name(order: Order) -> list[Leaf]:
    """The seating list by name."""
    found = public_seatings.seating(order.tournament, order.played.number)
    if found is None:
        raise UserError(NOT_SEATED, field="round")
    lines = [
        lists.NameLine(
            *names.listed(seat.entry),
            names.following(seat.entry),
            seat.entry.number,
            table.label,
            "" if seat.wind is None else wind_mark(seat.wind),
        )
        for table, seat in found.by_name
    ]
    return lists.seating_by_name(heading(order), lines)
