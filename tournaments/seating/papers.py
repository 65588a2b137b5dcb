"""Seating lists for the wall, by table and by name, and a card for each table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Heading, Leaf, PrintedSeat, chunks
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.core.text import names
from tournaments.core.text.sentences import wind_mark
from tournaments.entries.queries import playing
from tournaments.results.queries import sheets
from tournaments.rounds.queries import public_seatings

NAMES_A_PAGE = 56
"""As many as can be read from two metres."""
TABLES_A_PAGE = 24


@dataclass(frozen=True, slots=True)
class NameLine:
    """A line of the list by name."""

    family: str
    given: str
    native: str
    number: int
    table: str
    letter: str


def table_pages(heading: Heading, tables: Sequence[tuple[str, Sequence[PrintedSeat]]]) -> list[Leaf]:
    """Tables in order, a box each: what the table is called, and who sits there."""
    return [Leaf("seating_tables", {"heading": heading, "tables": part}) for part in chunks(tables, TABLES_A_PAGE)]


def name_pages(heading: Heading, lines: Sequence[NameLine]) -> list[Leaf]:
    """Players in the order of their names with table and wind, in two columns."""
    return [Leaf("seating_names", {"heading": heading, "lines": part}) for part in chunks(lines, NAMES_A_PAGE)]


@paper("seating-tables", _("Seating by table"), needs="round", public=True)
def seating_by_table(order: Order) -> list[Leaf]:
    """The seating list by table."""
    called = sheets.names_of_tables(order.played.pk)
    tables = [
        (called.get(number, str(number)), [PrintedSeat.of(seat.wind, seat.entry) for seat in seats])
        for number, seats in sheets.published_seats(order.played.pk).items()
    ]
    return table_pages(heading(order), tables)


@paper("seating-names", _("Seating by name"), needs="round", public=True)
def seating_by_name(order: Order) -> list[Leaf]:
    """The seating list by name."""
    found = public_seatings.seating(order.tournament, order.played.number)
    if found is None:
        raise UserError(sheets.NOT_SEATED, field="round")
    lines = [
        NameLine(
            *names.listed(seat.entry),
            names.following(seat.entry),
            seat.entry.number,
            table.label,
            "" if seat.wind is None else wind_mark(seat.wind),
        )
        for table, seat in public_seatings.by_name(public_seatings.tables_of(found))
    ]
    return name_pages(heading(order), lines)


def card_pages(heading: Heading, tables: Sequence[str]) -> list[Leaf]:
    """A card a table, folded in the middle: what it is called for both sides."""
    return [Leaf("table_card", {"heading": heading, "table": table}) for table in tables]


@paper("table-cards", _("Table cards"))
def table_cards(order: Order) -> list[Leaf]:
    """A card for each table of the round, or of the whole field."""
    if order.round is not None:
        called = sheets.names_of_tables(order.round.pk)
        tables = [called.get(number, str(number)) for number in sheets.published_seats(order.round.pk)]
    else:
        tables = [str(number) for number in range(1, len(playing(order.tournament)) // 4 + 1)]
    return card_pages(heading(order), tables)
