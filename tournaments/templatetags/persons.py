"""Notice on pages of players that some may be known persons."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments.people.queries import suggest

register = template.Library()


@register.inclusion_tag("people/manage/_notice.html", takes_context=True)
def known_persons(context: dict[str, Any], number: int | None = None) -> dict[str, Any]:
    """Show who may be a known person to those who may link: how many, or the persons of one player."""
    tournament = context["tournament"]
    suggestions = suggest(context["request"].user, tournament, None if number is None else [number])
    return {"tournament": tournament, "suggestions": suggestions, "one": number is not None, **_get_frame(context)}


def _get_frame(context: dict[str, Any]) -> dict[str, Any]:
    return {name: context[name] for name in ("request", "csrf_token", "marks", "allowed") if name in context}
