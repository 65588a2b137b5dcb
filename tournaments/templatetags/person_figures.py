from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.template.context import Context

from tournaments.core.text.rules import format_game_title
from tournaments.figures import pages
from tournaments.figures.queries import Numbers

register = template.Library()


@register.inclusion_tag("figures/public/_person.html", takes_context=True)
def person_figures(context: Context, numbers: Numbers) -> dict[str, Any]:
    """Show the main figures of the one person whose sums these are."""
    lines = [line for key in numbers.sums for line in pages.build_player_figures(numbers, key, pages.MAIN)]
    frame = {str(name): content for name, content in context.flatten().items()}
    coverage = next((numbers.coverage_of(key) for key in numbers.sums), None)
    return {**frame, "coverage": coverage, "figures": lines, "families": pages.list_families(numbers)}


@register.simple_tag
def hall_boards(parts: Sequence[Numbers], people: Mapping[int, Any]) -> list[dict[str, Any]]:
    """Return the leaderboards of each family for a projector; `game` names the family where there are several."""
    return [
        board | {"game": format_game_title(numbers.family) if len(parts) > 1 else ""}
        for numbers in parts
        for board in pages.list_telling_boards(numbers, people)
    ]


@register.simple_tag
def hall_minimum(parts: Sequence[Numbers]) -> pages.Minimum:
    return pages.choose_minimum(parts[0])
