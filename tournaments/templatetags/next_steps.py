"""Next step on pages of all subjects, and its URL."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse

from tournaments.events.models import Tournament
from tournaments.events.views import next_steps

register = template.Library()
register.simple_tag(next_steps.of_tournament, name="next_step")
register.simple_tag(next_steps.of_round, name="next_step_of_round")
register.simple_tag(next_steps.of_round_with_items, name="next_step_with_items")
register.simple_tag(next_steps.of_rounds, name="rounds_with_next_steps")


@register.simple_tag
def step_url(tournament: Tournament, step: Any) -> str:
    """Return the URL of a next step with its anchor; empty if its app is not installed."""
    try:
        number = next((each for each in (step.round, step.entry, step.stage) if each is not None), None)
        address = reverse(step.page, args=[tournament.slug] if number is None else [tournament.slug, number])
        return f"{address}#{step.control}" if step.control else address
    except NoReverseMatch:
        return ""


def next_step_url(tournament: Tournament, action: str = "") -> str:
    """Return the URL of the event's next step; empty if it is not the action asked for."""
    step = next_steps.of_tournament(tournament)
    return "" if action and step.action != action else step_url(tournament, step)
