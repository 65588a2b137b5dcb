from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.printing.documents import (
    NOTHING_LATE,
    POINT,
    SIZES,
    Leaf,
    PaperHeading,
    PrintedSeat,
    count_lines,
    split_into_chunks,
)
from tournaments.core.printing.registry import BEFORE, ROUND, SEATS, Order, build_heading, format_moment, paper
from tournaments.core.text import names, places
from tournaments.core.text.sentences import format_wind
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import list_present_entries
from tournaments.results.queries import sheets
from tournaments.rounds.models import Seat
from tournaments.rounds.queries import public_seatings
from tournaments.rounds.queries.participants import list_resting_players
from tournaments.rounds.queries.public_seatings import SeatedTable

NAMES_A_PAGE = 56
"""Names on a page that can be read from two metres."""
MIN_SIZE = 10
"""Text of the list by table in points, which can be read from a metre."""
BOX_WIDTHS = {1: 184.0, 2: 89.0, 3: 57.5}
"""Boxes across the page -> width of each in millimetres."""
ACROSS = {1: "full", 2: "wide", 3: ""}
PAGE_HEIGHT = 222.0
"""Millimetres below the heading of a Letter page."""


@dataclass(frozen=True, slots=True)
class NameLine:
    """Line of the list by name; `rests`: the team plays without this player."""

    family: str
    given: str
    native: str
    number: int
    table: str
    letter: str
    flag: str = ""
    rests: bool = False


def build_table_pages(
    heading: PaperHeading, tables: Sequence[tuple[str, Sequence[PrintedSeat]]], late: Mapping[str, str] = NOTHING_LATE
) -> list[Leaf]:
    """Return a box a table, as large as the fewest pages allow; `late` tables carry their own time."""
    for pages in range(1, len(tables) + 1):
        parts = list(split_into_chunks(tables, -(-len(tables) // pages)))
        for size, across in product(SIZES, BOX_WIDTHS):
            if size >= MIN_SIZE and all(_compute_height(part, across, size) <= PAGE_HEIGHT for part in parts):
                boxes = {"size": size, "across": ACROSS[across], "late": [*late.items()]}
                return [Leaf("seating_tables", {"heading": heading, "tables": part, **boxes}) for part in parts]
    return []


def _compute_height(tables: Sequence[tuple[str, Sequence[PrintedSeat]]], across: int, size: int) -> float:
    line = size * POINT * 1.2
    width = BOX_WIDTHS[across] - 3.6 * size * POINT - 6
    rows = []
    for row in split_into_chunks(tables, across):
        names = [
            [count_lines(f"{chair.name} {chair.native}", width, size) for chair in chairs] for _called, chairs in row
        ]
        rows.append(max(sum(lines) * line + len(lines) * 1.3 for lines in names) + 1.3 * line + 8)
    return sum(rows)


def build_name_pages(heading: PaperHeading, lines: Sequence[NameLine]) -> list[Leaf]:
    return [
        Leaf("seating_names", {"heading": heading, "lines": part}) for part in split_into_chunks(lines, NAMES_A_PAGE)
    ]


@paper("seating-tables", _("Seating by table"), needed=(ROUND,), needs="round", public=True, made_from=SEATS)
def seating_by_table(order: Order) -> list[Leaf]:
    called = sheets.map_table_names(order.played.pk)
    tables = [
        (called.get(number, str(number)), [PrintedSeat.of(seat.wind, seat.entry, order.marks) for seat in seats])
        for number, seats in sheets.group_published_seats(order.played.pk).items()
    ]
    late = {
        table.called: format_moment(order, table.postponed_to)
        for table in order.played.tables.exclude(postponed_to=None)
    }
    return build_table_pages(build_heading(order), tables, late)


@paper("seating-names", _("Seating by name"), needed=(ROUND,), needs="round", public=True, made_from=SEATS)
def seating_by_name(order: Order) -> list[Leaf]:
    published = public_seatings.find_public_seating(order.tournament, order.played.number)
    if published is None:
        raise UserError(sheets.NOT_SEATED, field="round")
    seated = public_seatings.sort_seats_by_name(public_seatings.list_seated_tables(published))
    people: list[tuple[SeatedTable | None, Seat | None, Entry]] = [(table, seat, seat.entry) for table, seat in seated]
    people += [(None, None, entry) for entry in list_resting_players(order.played)]
    lines = [
        NameLine(
            *names.split_listed_name(entry, order.marks),
            names.choose_second_name(entry),
            entry.number,
            table.label if table else "",
            "" if seat is None or seat.wind is None else format_wind(seat.wind),
            places.choose_flag_code(entry),
            table is None,
        )
        for table, seat, entry in sorted(people, key=lambda row: public_seatings.build_name_key(row[2]))
    ]
    return build_name_pages(build_heading(order), lines)


def build_card_pages(heading: PaperHeading, tables: Sequence[str]) -> list[Leaf]:
    """Return a card a table, folded in the middle, with its name on both sides."""
    return [Leaf("table_card", {"heading": heading, "table": table}) for table in tables]


@paper("table-cards", _("Table cards"), needed=(BEFORE,))
def table_cards(order: Order) -> list[Leaf]:
    if order.round is not None:
        called = sheets.map_table_names(order.round.pk)
        tables = [called.get(number, str(number)) for number in sheets.group_published_seats(order.round.pk)]
    else:
        tables = [str(number) for number in range(1, len(list_present_entries(order.tournament)) // 4 + 1)]
    return build_card_pages(build_heading(order), tables)
