"""The plan of the hall for its door."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing import lists
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, heading, paper
from tournaments.core.text.papers import HALL
from tournaments.rounds.queries import hall_plan


@paper("hall-plan", _("Plan of the hall"), labels=HALL)
def plan_of_hall(order: Order) -> list[Leaf]:
    """Where every table stands. Raises `UserError` before anybody is entered."""
    tables = hall_plan.known_tables(order.tournament)
    if not tables:
        raise UserError(Sentence(gettext_noop("Nobody is entered yet, so the hall needs no table.")))
    plan = hall_plan.plan_of(order.tournament, tables, hall_plan.row_of(order.tournament))
    called = {number: name or str(number) for number, name in tables.items()}
    return lists.hall_plan(heading(order), [[called.get(cell or 0, "") for cell in row] for row in plan.rows])
