"""The rounds of one player, or of everybody, as far as seatings are published."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.core.printing import cards
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import Order, heading, paper, starts_at
from tournaments.core.text import names
from tournaments.entries.queries import people
from tournaments.rounds.queries import public_seatings


@paper("schedules", _("Personal schedules"), for_player=True)
def schedules(order: Order) -> list[Leaf]:
    """The rounds of one player, or of everybody, as far as seatings are published."""
    rounds = list(order.tournament.rounds.select_related("stage").order_by("number"))
    plans = {each.number: public_seatings.seating(order.tournament, each.number) for each in rounds}
    found = []
    for entry in [order.entry] if order.entry else people.playing(order.tournament):
        appointments = []
        for each in rounds:
            plan = plans[each.number]
            if plan is None:
                continue
            table = next((t for t in plan.tables if any(s.entry.number == entry.number for s in t.seats)), None)
            own = next((s for s in table.seats if s.entry.number == entry.number), None) if table else None
            others = [names.leading(s.entry) for s in table.seats if s is not own] if table else []
            appointments.append(
                cards.Appointment(
                    each.number,
                    starts_at(order, each, year=False),
                    table.label if table else None,
                    own.wind if own else None,
                    others,
                )
            )
        found.append((cards.badge_of(entry), appointments))
    return cards.schedules(heading(order), found)
