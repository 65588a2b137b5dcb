"""Tour on the pages of a rehearsal."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.core.permissions import can
from tournaments.events.views import tour

register = template.Library()


@register.inclusion_tag("events/manage/_tour.html", takes_context=True)
def rehearsal_tour(context: dict[str, Any], whole: bool = False) -> dict[str, Any]:
    """Render the next step of the tour, or all steps with `whole`.

    Empty at a real event and for those who cannot rehearse.
    """
    tournament = context["tournament"]
    if not tournament.rehearsal or not can(context["request"].user, "events.export", tournament):
        return {}
    steps = tour.steps(tournament)
    now = tour.current(steps)
    values = {"tournament": tournament, "count": len(steps), "done": sum(step.done for step in steps), "whole": whole}
    return values | {"number": now[0] if now else 0, "now": now[1] if now else None, "steps": steps if whole else []}
