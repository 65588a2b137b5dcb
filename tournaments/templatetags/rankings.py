"""Cells of rankings, made by functions: a long list has thousands of them, and a template for each would take most of
its time.

`{{ row|place }}`, `{{ progress|movement }}`, `{{ progress.rounds|round_places }}`, `{% player_link player %}`
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournaments.core.text import names
from tournaments.entries.models.entries import Entry
from tournaments.standings.queries.standings import CompetitorProgress
from tournaments.templatetags.words import family_first

register = template.Library()

SHOWN_ROUNDS = 10


class Placed(Protocol):
    @property
    def place(self) -> int: ...


@register.filter
def place(row: Placed) -> SafeString:
    """Render a place with its mark where it is shared; a dash without one."""
    if not row.place:
        return format_html(
            '<span class="place"><span aria-hidden="true">–</span><span class="visually-hidden">{}</span></span>',
            gettext("no place"),
        )
    if not getattr(row, "shared", False):
        return format_html('<span class="place">{}</span>', row.place)
    return format_html(
        '<span class="place">{}<span aria-hidden="true">=</span><span class="visually-hidden"> {}</span></span>',
        row.place,
        gettext("shared"),
    )


@register.filter
def movement(progress: CompetitorProgress | None) -> SafeString:
    """Render the places gained or lost by the last round, empty if none were."""
    moved = progress.moved if progress else None
    if not moved:
        return SafeString('<span class="movement"></span>' if progress else "")
    if moved > 0:
        kind, arrow = "up", "▲"
        words = ngettext("up %(number)s place", "up %(number)s places", moved) % {"number": moved}
    else:
        kind, arrow = "down", "▼"
        words = gettext("down %(number)s") % {"number": -moved}
    return format_html(
        '<span class="movement {}" role="img" aria-label="{}">{}{}</span>', kind, words, arrow, abs(moved)
    )


@register.filter
def round_places(rounds: Sequence[tuple[int, int, int]]) -> SafeString:
    """Render the places after each of the last rounds (`CompetitorProgress.rounds`) by figure and shade."""
    title = gettext("Round %(number)s")
    places = format_html_join(
        " ",
        '<span class="round-place quarter-{}" title="{}">{}</span>',
        ((quarter, title % {"number": number}, place or "–") for number, place, quarter in rounds[-SHOWN_ROUNDS:]),
    )
    return format_html('<span class="round-places">{}</span>', places)


@register.simple_tag(takes_context=True)
def player_link(context: template.Context, player: Entry, beside: Any = False, family: Any = False) -> SafeString:
    """Render a player's name as a link to the own page, with the name in the other script below it.

    `family`: the family name first. `beside`: the page may show the player beside the list.
    """
    marks, second = context.get("marks"), names.choose_second_name(player)
    return format_html(
        '<a href="{}"{}>{}</a>{}',
        reverse("event_player", args=[context["tournament"].slug, player.number]),
        format_html(' data-beside="{}"', player.number) if beside else "",
        family_first(player, marks) if family else names.format_person(player, marks),
        format_html(' <span class="sub">{}</span>', second) if second else "",
    )
