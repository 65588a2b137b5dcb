"""Seating lists for the wall: by table and by name."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.printing import lists
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.core.text import names
from tournaments.core.text.papers import NOT_SEATED
from tournaments.core.text.winds import wind_mark
from tournaments.results.papers import scoresheet
from tournaments.results.queries import sheets
from tournaments.results.queries.sheets import SheetSeat
from tournaments.rounds.queries import public_seatings


def seated(order: Order) -> dict[int, list[scoresheet.PrintedSeat]]:
    """The chairs of each table of the round, in order. Raises `UserError` before the seating is published."""
    tables = sheets.seats_of_round(order.played.pk)
    if not tables:
        raise UserError(NOT_SEATED, field="round")
    return {number: [printed_seat(seat) for seat in seats] for number, seats in sorted(tables.items())}


def printed_seat(seat: SheetSeat) -> scoresheet.PrintedSeat:
    """A chair as papers show it, names as the paper's language has them."""
    return scoresheet.PrintedSeat(
        seat.wind,
        seat.entry.number,
        names.leading(seat.entry),
        names.following(seat.entry),
        seat.entry.team.code if seat.entry.team else "",
    )


@paper("seating-tables", _("Seating by table"), needs="round", public=True)
def seating_by_table(order: Order) -> list[Leaf]:
    """The seating list by table."""
    called = sheets.names_of_tables(order.played.pk)
    tables = [lists.ListedTable(called.get(number, str(number)), chairs) for number, chairs in seated(order).items()]
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
