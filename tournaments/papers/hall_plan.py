"""The plan of the hall for its door."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.papers.registry import Order, heading, paper
from tournaments.printing import lists
from tournaments.printing.papers import Leaf
from tournaments.selectors import hall_plan
from tournaments.services.errors import UserError
from tournaments.wording.papers import HALL


@paper("hall-plan", _("Plan of the hall"), labels=HALL)
def plan_of_hall(order: Order) -> list[Leaf]:
    """Where every table stands. Raises `UserError` before anybody is entered."""
    tables = hall_plan.known_tables(order.tournament)
    if not tables:
        raise UserError(Sentence(gettext_noop("Nobody is entered yet, so the hall needs no table.")))
    plan = hall_plan.plan_of(order.tournament, tables, hall_plan.row_of(order.tournament))
    called = {number: name or str(number) for number, name in tables.items()}
    return lists.hall_plan(heading(order), [[called.get(cell or 0, "") for cell in row] for row in plan.rows])
