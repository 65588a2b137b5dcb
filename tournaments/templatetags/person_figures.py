from __future__ import annotations

from typing import Any

from django import template
from django.template.context import Context

from tournaments.figures import pages
from tournaments.figures.queries import Numbers

register = template.Library()


@register.inclusion_tag("figures/public/_person.html", takes_context=True)
def person_figures(context: Context, numbers: Numbers) -> dict[str, Any]:
    """Show the main figures of the one person whose sums these are."""
    lines = [line for key in numbers.sums for line in pages.build_player_figures(numbers, key, pages.MAIN)]
    frame = {str(name): content for name, content in context.flatten().items()}
    return {**frame, "figures": lines, "families": pages.list_families(numbers)}
