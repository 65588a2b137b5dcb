"""Organiser's menu: the pages that this account may open, with the current one marked."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import Role
from tournaments.core.permissions import allowed_actions, holders, roles_of
from tournaments.events.text import changes

register = template.Library()

GROUPS = (
    ("overview", _("Overview")),
    ("prepare", pgettext_lazy("pages of the organiser", "Prepare")),
    ("play", pgettext_lazy("pages of the organiser", "Play")),
    ("results", _("Results")),
    ("referee", _("Referee")),
    ("more", pgettext_lazy("pages of the organiser", "More")),
)
"""The groups of the menu in their order; each has an icon of its name (static/img/icons.svg)."""

MENU = (
    ("overview", "home", "manage_home", _("Overview"), "manage.view"),
    ("prepare", "entries", "manage_entries", _("Players"), "entries.view"),
    ("prepare", "check_in", "manage_check_in", _("Check-in"), "entries.check_in"),
    ("prepare", "teams", "manage_teams", _("Teams"), "teams.edit"),
    ("prepare", "stages", "manage_stages", _("Stages"), "stages.edit"),
    ("prepare", "deals", "manage_deals", _("Duplicate boards"), "results.view"),
    ("play", "board", "manage_board", _("Board"), "board.view"),
    ("play", "rounds", "manage_rounds", _("Rounds and seating"), "seating.view"),
    ("play", "evening", "manage_evening", _("Open evenings"), "rounds.edit"),
    ("play", "print", "manage_print", _("Print"), "print"),
    ("results", "results", "manage_results_home", _("By round"), "results.view"),
    ("results", "standings", "manage_standings", _("Standings"), "standings.view"),
    ("results", "ledger", "manage_ledger", _("Ledger"), "ledger.view"),
    ("referee", "cases", "manage_cases", _("Calls"), "cases.view"),
    ("referee", "case_book", "manage_case_book", _("Case book"), "cases.view"),
    ("referee", "case_rules", "manage_rule_search", _("Rules"), "cases.view"),
    ("more", "settings", "manage_edit", _("Settings"), "tournament.edit"),
    ("more", "roles", "manage_roles", _("People"), "roles.edit"),
    ("more", "audit", "manage_audit", _("Log"), "audit.view"),
)
"""(group, section, name of the address, label, permission). A line whose address another room provides shows only
with it."""


@register.inclusion_tag("events/manage/_menu.html", takes_context=True)
def manage_menu(context: dict[str, Any]) -> dict[str, Any]:
    """Return the menu groups that the account may open, each leading to its first page, and the pages of the current
    group (by the page's `section`).
    """
    tournament = context["tournament"]
    allowed = allowed_actions(context["request"].user, tournament)
    pages: dict[str, list[dict[str, Any]]] = {}
    current = ""
    for group, section, name, label, action in MENU:
        if action not in allowed:
            continue
        try:
            address = reverse(name, args=[tournament.slug])
        except NoReverseMatch:
            continue
        here = section == context.get("section")
        current = group if here else current
        pages.setdefault(group, []).append({"href": address, "label": label, "current": here, "section": section})
    groups = [
        {"name": name, "label": label, "href": pages[name][0]["href"], "current": name == current}
        for name, label in GROUPS
        if name in pages
    ]
    return {"groups": groups, "label": dict(GROUPS).get(current, ""), "pages": pages.get(current, [])}


@register.simple_tag(takes_context=True)
def own_roles(context: dict[str, Any]) -> str:
    """The roles of the signed-in account at the event; directors and administrators are its organisers."""
    held = roles_of(context["request"].user, context["tournament"])
    if not held or Role.DIRECTOR in held:
        return gettext("Organiser")
    return ", ".join(str(role.label) for role in Role if role in held)


@register.simple_tag(takes_context=True)
def may(context: dict[str, Any], action: str) -> bool:
    """Return whether the signed-in account may do `action` at the page's tournament."""
    found: frozenset[str] | None = context.get("allowed")
    if found is None:
        found = allowed_actions(context["request"].user, context["tournament"])
    return action in found


@register.simple_tag(takes_context=True)
def may_on_site(context: dict[str, Any], action: str) -> bool:
    """Return whether the signed-in account may do `action`, which belongs to no tournament."""
    return action in allowed_actions(context["request"].user, None)


@register.simple_tag(takes_context=True)
def who_may(context: dict[str, Any], action: str) -> str:
    """Return the names of the accounts that may do `action` at the page's tournament, separated by commas."""
    return ", ".join(user.get_username() for user in holders(action, context["tournament"]))


@register.simple_tag
def joined(parts: list[Any]) -> SafeString | str:
    """Join the parts with commas."""
    return ", ".join(str(part) for part in parts)


@register.filter
def action_in_words(action: str) -> str:
    """Return the label of a log entry's action: `{{ entry.action|action_in_words }}`."""
    return changes.action_in_words(action)


@register.filter
def origin_in_words(origin: str) -> str:
    """Return the label of a log entry's origin: `{{ entry.origin|origin_in_words }}`."""
    return changes.origin_in_words(origin)
