"""Next step on pages of all subjects, and its URL; the tour of a rehearsal, the trial offered to a visitor."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse

from tournaments.core.permissions import can
from tournaments.events.models import Tournament
from tournaments.events.views import next_steps
from tournaments.exchange.views.demo import find_trial
from tournaments.rehearsal import views as tour

register = template.Library()
register.simple_tag(next_steps.find_event_step, name="next_step")
register.simple_tag(next_steps.find_round_step, name="next_step_of_round")
register.simple_tag(next_steps.find_round_step_with_items, name="next_step_with_items")
register.simple_tag(next_steps.list_round_steps, name="rounds_with_next_steps")


@register.simple_tag
def step_url(tournament: Tournament, step: Any) -> str:
    """Return the URL of a next step with its anchor; empty if its app is not installed."""
    try:
        number = next((row for row in (step.round, step.entry, step.stage) if row is not None), None)
        address = reverse(step.page, args=[tournament.slug] if number is None else [tournament.slug, number])
        return f"{address}#{step.control}" if step.control else address
    except NoReverseMatch:
        return ""


def next_step_url(tournament: Tournament, action: str = "") -> str:
    step = next_steps.find_event_step(tournament)
    return "" if action and step.action != action else step_url(tournament, step)


@register.inclusion_tag("rehearsal/_tour.html", takes_context=True)
def rehearsal_tour(context: dict[str, Any], whole: bool = False) -> dict[str, Any]:
    tournament = context["tournament"]
    if not tournament.rehearsal or not can(context["request"].user, "events.export", tournament):
        return {}
    steps = tour.list_steps(tournament)
    now = tour.find_current_step(steps)
    values = {"tournament": tournament, "count": len(steps), "done": sum(step.done for step in steps), "whole": whole}
    return values | {"number": now[0] if now else 0, "now": now[1] if now else None, "steps": steps if whole else []}


@register.simple_tag(takes_context=True)
def offered_trial(context: dict[str, Any]) -> Any:
    return find_trial(context["request"])
