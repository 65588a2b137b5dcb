"""The link from a page to its place in the guide."""

from __future__ import annotations

from typing import Any, Final

from django import template
from django.urls import reverse

register = template.Library()

PLACES: Final = {
    "judging": "referee",
    "tournaments.views.account": "organiser",
    "tournaments.views.deals": "duplicate",
    "tournaments.views.evenings": "seasons#an-evening-of-a-club",
    "tournaments.views.events": "formats#a-season-of-results",
    "tournaments.views.hand": "formats#a-hand",
    "tournaments.views.manage": "organiser",
    "tournaments.views.manage_boards": "duplicate",
    "tournaments.views.manage_deals": "duplicate",
    "tournaments.views.manage_entries": "formats#a-roster",
    "tournaments.views.manage_hands": "scorer",
    "tournaments.views.manage_ledger": "scorer",
    "tournaments.views.manage_library": "formats#a-schedule",
    "tournaments.views.manage_print": "organiser",
    "tournaments.views.manage_replan": "seating",
    "tournaments.views.manage_results": "scorer",
    "tournaments.views.manage_results_import": "formats#a-season-of-results",
    "tournaments.views.manage_rounds": "organiser",
    "tournaments.views.manage_seasons": "seasons",
    "tournaments.views.manage_seating": "formats#a-schedule",
    "tournaments.views.manage_swaps": "seating",
    "tournaments.views.proofs": "seating",
    "tournaments.views.public": "player",
    "tournaments.views.replay": "formats#a-log",
    "tournaments.views.schedule": "player",
    "tournaments.views.screens": "organiser",
    "tournaments.views.seasons": "seasons",
    "tournaments.views.seating_draws": "seating",
    "tournaments.views.site_address": "venue",
    "tournaments.views.table_boards": "duplicate",
    "tournaments.views.table_code": "player",
    "tournaments.views.table_logs": "formats#a-log",
}
"""Module of a page (or the app it is in) -> the guide and the heading in it. Other pages lead to the list of guides."""


def place_of(module: str) -> str:
    """The guide of a page's module, "" where it has none of its own."""
    return PLACES.get(module) or PLACES.get(module.partition(".")[0], "")


@register.simple_tag(takes_context=True)
def help_address(context: dict[str, Any]) -> str:
    """The address of the guide that belongs to the page."""
    match = getattr(context.get("request"), "resolver_match", None)
    module = getattr(match.func, "__module__", "") if match is not None else ""
    name, _hash, anchor = place_of(module).partition("#")
    if not name:
        return reverse("guide")
    return reverse("guide_page", args=[name]) + (f"#{anchor}" if anchor else "")
