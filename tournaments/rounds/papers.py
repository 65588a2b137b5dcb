"""Hall plan for the door."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Heading, Leaf
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.rounds.queries import hall_plan

HALL: dict[str, str | Promise] = {"plan": _("Plan of the hall"), "front": _("Front of the hall")}

SQUARES = (("large", 6, 7), ("middle", 10, 13), ("small", 20, 20), ("tiny", 20, 10_000))
"""Squares of the hall's plan: what they are called, how many go across the page, how many down."""


def plan_pages(heading: Heading, rows: Sequence[Sequence[str]]) -> list[Leaf]:
    """Return the tables of the hall in place, "" for an aisle, the front at the top.

    Squares are as large as the hall allows.
    """
    wide, deep = max(map(len, rows)), len(rows)
    size = next(name for name, across, down in SQUARES if wide <= across and deep <= down)
    return [Leaf("hall_plan", {"heading": heading, "rows": rows, "squares": size})]


@paper("hall-plan", _("Plan of the hall"), labels=HALL)
def plan_of_hall(order: Order) -> list[Leaf]:
    """Return the hall plan. Raises `UserError` if no players are entered."""
    tables = hall_plan.known_tables(order.tournament)
    if not tables:
        raise UserError(Sentence(gettext_noop("No players entered, so no tables are needed.")))
    plan = hall_plan.plan_of(order.tournament, tables, hall_plan.row_of(order.tournament))
    called = {number: name or str(number) for number, name in tables.items()}
    return plan_pages(heading(order), [[called.get(cell or 0, "") for cell in row] for row in plan.rows])
