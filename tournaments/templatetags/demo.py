"""Offer of the demonstration."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.exchange.views.demo import trial_of

register = template.Library()


@register.simple_tag(takes_context=True)
def offered_trial(context: dict[str, Any]) -> Any:
    """Return the trial offered to this visitor (`exchange.demo.queries.Trial`); None on most sites."""
    return trial_of(context["request"])
