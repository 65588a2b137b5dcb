from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import (
    POINT,
    SIZES,
    Leaf,
    PaperHeading,
    PrintedSeat,
    count_lines,
    make_qr_code,
)
from tournaments.core.printing.registry import BEFORE, ROUND, SEATS, Order, build_heading, paper
from tournaments.events.models import Tournament
from tournaments.rounds.queries import hall_plan, public_seatings

HALL: dict[str, str | Promise] = {"plan": _("Plan of the hall"), "front": _("Front of the hall")}
SIGNS: dict[str, str | Promise] = {
    "playing_hall": _("Playing hall"),
    "tables": _("Tables"),
    "check_in": _("Check-in"),
    "seats_and_results": _("Seating and results"),
    "quiet": _("Quiet please"),
}

SQUARES = (("large", 6, 7), ("middle", 10, 13), ("small", 20, 20), ("tiny", 20, 10_000))
"""Sizes of squares by name: number across the page, number down."""


PLAN_WIDTH, PLAN_HEIGHT, MAX_SQUARE = 184.0, 212.0, 60.0
"""Millimetres of a Letter page for the squares, and the height of the highest square."""
GAP, EDGES = 1.5, 3.0
"""Millimetres between squares, and of a square's edges with padding."""
MIN_NAME_SIZE = 7
NUMBER_LINES = 2.6
"""Height of a table's number above its names, in lines of names."""


def build_plan_pages(
    heading: PaperHeading, rows: Sequence[Sequence[str]], seated: Mapping[str, Sequence[PrintedSeat]] | None = None
) -> list[Leaf]:
    """Return the hall's tables in place, "" for an aisle, the front at the top, with names unless too small."""
    wide, deep = max(map(len, rows)), len(rows)
    squares = next(name for name, across, down in SQUARES if wide <= across and deep <= down)
    height = min(MAX_SQUARE, max(3.5, PLAN_HEIGHT / deep - GAP))
    size = _choose_name_size([*(seated or {}).values()], PLAN_WIDTH / wide - GAP - EDGES, height - EDGES)
    cells = [[(called, (seated or {}).get(called, ()) if size else ()) for called in row] for row in rows]
    values = {"rows": rows, "cells": cells, "squares": squares, "height": round(height, 1), "size": size}
    return [Leaf("hall_plan", {"heading": heading, **values})]


def _choose_name_size(tables: Sequence[Sequence[PrintedSeat]], width: float, height: float) -> int:
    def fits(size: int) -> bool:
        lines = (sum(count_lines(f"E {chair.name}", width, size) for chair in chairs) for chairs in tables)
        return (max(lines) + NUMBER_LINES) * size * POINT * 1.2 <= height

    return next((size for size in (*SIZES, MIN_NAME_SIZE) if tables and fits(size)), 0)


@paper(
    "hall-plan",
    _("Plan of the hall"),
    needed=(ROUND,),
    feature=Tournament.Feature.HALL_PLAN,
    labels=HALL,
    made_from=SEATS,
)
def plan_of_hall(order: Order) -> list[Leaf]:
    """Return the hall plan, with names if the round is seated. Raises `UserError` if no players are entered."""
    tables = hall_plan.map_tables_to_names(order.tournament)
    if not tables:
        raise UserError(Sentence(gettext_noop("No players entered, so no tables are needed.")))
    plan = hall_plan.build_hall_plan(order.tournament, tables, hall_plan.get_row_length(order.tournament))
    called = {number: name or str(number) for number, name in tables.items()}
    seating = order.round and public_seatings.find_public_seating(order.tournament, order.round.number)
    seated = {
        called.get(table.number, table.label): [
            PrintedSeat.of(seat.wind, seat.entry, order.marks) for seat in table.seats
        ]
        for table in public_seatings.list_seated_tables(seating or None)
    }
    return build_plan_pages(
        build_heading(order), [[called.get(cell or 0, "") for cell in row] for row in plan.rows], seated
    )


@dataclass(frozen=True, slots=True)
class Sign:
    """Sign for a door or a wall: the key of its words, the tables that it leads to, and the address of its code."""

    word: str
    tables: str = ""
    address: str = ""

    @property
    def code(self) -> str:
        return make_qr_code(self.address)


def build_sign_pages(heading: PaperHeading, signs: Sequence[Sign]) -> list[Leaf]:
    return [Leaf("sign", {"heading": heading, "sign": sign}) for sign in signs]


@paper("signs", _("Room signs"), needed=(BEFORE,), labels=SIGNS)
def room_signs(order: Order) -> list[Leaf]:
    """Return a sign each for the hall, the rows of its plan, check-in, referee, results and silence."""
    tables = hall_plan.map_tables_to_names(order.tournament)
    rows = hall_plan.build_hall_plan(order.tournament, tables).rows if tables else []
    named = [[tables[cell] or str(cell) for cell in row if cell] for row in rows]
    named = [row for row in named if row]
    ranges = [row[0] if len(row) == 1 else f"{row[0]}–{row[-1]}" for row in named]
    public = order.absolute(reverse("event", args=[order.tournament.slug]))
    signs = [Sign("playing_hall")]
    signs += [Sign("tables", tables=within) for within in ranges]
    signs += [Sign("check_in"), Sign("referee"), Sign("seats_and_results", address=public), Sign("quiet")]
    return build_sign_pages(build_heading(order), signs)
