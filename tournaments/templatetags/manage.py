"""Organiser's menu: the pages that this account may open, with the current one marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import Role
from tournaments.core.permissions import can, list_allowed_actions, list_holders, read_roles
from tournaments.entries.models.entries import Entry
from tournaments.events import hall_address
from tournaments.events.text import changes
from tournaments.rounds.models import GameTable, Round

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

register = template.Library()

GROUPS = (
    ("today", pgettext_lazy("pages of the organiser", "Today")),
    ("players", _("Players")),
    ("rounds", _("Rounds")),
    ("results", _("Results")),
    ("referee", _("Referee")),
    ("print", _("Print & share")),
    ("settings", _("Settings")),
)


class MenuItem(NamedTuple):
    group: str
    section: str
    address: str
    label: StrOrPromise
    permission: str
    feature: str = ""


MENU = (
    MenuItem("today", "home", "manage_home", _("Overview"), "manage.view"),
    MenuItem("today", "checklist", "manage_checklist", _("Checklist"), "manage.view"),
    MenuItem("today", "announcements", "manage_announcements", _("Announcements"), "tournament.edit"),
    MenuItem("today", "play", "manage_play", _("Tables"), "print"),
    MenuItem("today", "board", "manage_board", _("Board"), "board.view"),
    MenuItem("players", "entries", "manage_entries", _("Players"), "entries.view"),
    MenuItem("players", "check_in", "manage_check_in", _("Check-in"), "entries.check_in"),
    MenuItem("players", "categories", "manage_categories", _("Categories"), "entries.edit", "categories"),
    MenuItem("players", "fees", "manage_fees", _("Fees"), "entries.check_in", "fees"),
    MenuItem("players", "teams", "manage_teams", _("Teams"), "teams.edit", "teams"),
    MenuItem("rounds", "rounds", "manage_rounds", _("Rounds and seating"), "seating.view"),
    MenuItem("rounds", "stages", "manage_stages", _("Stages"), "stages.edit", "stages"),
    MenuItem("rounds", "deals", "manage_deals", _("Duplicate boards"), "results.view", "duplicate"),
    MenuItem("rounds", "evening", "manage_evening", _("Open evenings"), "rounds.edit", "evenings"),
    MenuItem("results", "results", "manage_results_home", _("By round"), "results.view"),
    MenuItem("results", "standings", "manage_standings", _("Standings"), "standings.view"),
    MenuItem("results", "awards", "manage_awards", pgettext_lazy("prizes", "Awards"), "results.release"),
    MenuItem("results", "ledger", "manage_ledger", _("Ledger"), "ledger.view"),
    MenuItem("results", "fix", "manage_fix", _("Fix a problem"), "results.view"),
    MenuItem("referee", "cases", "manage_cases", _("Calls"), "cases.view"),
    MenuItem("referee", "case_book", "manage_case_book", _("Case book"), "cases.view"),
    MenuItem("referee", "case_rules", "manage_rule_search", _("Rules"), "cases.view"),
    MenuItem("print", "print", "manage_print", _("Print"), "print"),
    MenuItem("print", "embed", "manage_embed", _("On another website"), "print"),
    MenuItem("print", "federation", "manage_federation", _("Federation pack"), "events.export", "federation"),
    MenuItem("print", "publishing", "manage_publishing", _("Publish to a site"), "events.export"),
    MenuItem("print", "webhooks", "manage_webhooks", _("Webhooks"), "events.export"),
    MenuItem("settings", "settings", "manage_edit", _("Settings"), "tournament.edit"),
    MenuItem("settings", "look", "manage_look", _("Look"), "tournament.edit"),
    MenuItem("settings", "roles", "manage_roles", _("People"), "roles.edit"),
    MenuItem("settings", "personal_data", "manage_personal_data", _("Personal data"), "entries.edit"),
    MenuItem("settings", "audit", "manage_audit", _("Log"), "audit.view"),
)


@register.inclusion_tag("events/manage/_menu.html", takes_context=True)
def manage_menu(context: dict[str, Any]) -> dict[str, Any]:
    tournament = context["tournament"]
    allowed = list_allowed_actions(context["request"].user, tournament)
    pages: dict[str, list[dict[str, Any]]] = {}
    current = ""
    for line in MENU:
        is_current = line.section == context.get("section")
        if line.permission not in allowed or (
            line.feature and line.feature not in tournament.enabled and not is_current
        ):
            continue
        try:
            address = reverse(line.address, args=[tournament.slug])
        except NoReverseMatch:
            continue
        current = line.group if is_current else current
        pages.setdefault(line.group, []).append(
            {"href": address, "label": line.label, "current": is_current, "section": line.section}
        )
    groups = [
        {"name": name, "label": label, "href": pages[name][0]["href"], "current": name == current}
        for name, label in GROUPS
        if name in pages
    ]
    return {"groups": groups, "label": dict(GROUPS).get(current, ""), "pages": pages.get(current, [])}


@register.simple_tag(takes_context=True)
def fix_address(context: dict[str, Any]) -> str:
    table = context.get("table") or getattr(context.get("case"), "table", None)
    table = table if isinstance(table, GameTable) else None
    rows = {"round": table.round if table else context.get("round"), "table": table, "player": context.get("entry")}
    numbers = {name: row.number for name, row in rows.items() if isinstance(row, Round | GameTable | Entry)}
    address = reverse("manage_fix", args=[context["tournament"].slug])
    return f"{address}?{urlencode(numbers)}" if numbers else address


@register.simple_tag(takes_context=True)
def own_roles(context: dict[str, Any]) -> str:
    held = read_roles(context["request"].user, context["tournament"])
    if not held or Role.DIRECTOR in held:
        return gettext("Organiser")
    return ", ".join(str(role.label) for role in Role if role in held)


@register.simple_tag(takes_context=True)
def may(context: dict[str, Any], action: str) -> bool:
    allowed: frozenset[str] | None = context.get("allowed")
    if allowed is None:
        allowed = list_allowed_actions(context["request"].user, context["tournament"])
    return action in allowed


@register.simple_tag(takes_context=True)
def may_on_site(context: dict[str, Any], action: str) -> bool:
    return action in list_allowed_actions(context["request"].user, None)


@register.simple_tag(takes_context=True)
def may_let_phones_in(context: dict[str, Any]) -> bool:
    request = context.get("request")
    return request is not None and can(request.user, "site.phones") and not hall_address.describe_refusal(request)


@register.simple_tag(takes_context=True)
def who_may(context: dict[str, Any], action: str) -> str:
    return ", ".join(user.get_username() for user in list_holders(action, context["tournament"]))


@register.simple_tag
def joined(parts: list[Any]) -> SafeString | str:
    return ", ".join(str(part) for part in parts)


@register.filter
def action_in_words(action: str) -> str:
    return changes.describe_action(action)


@register.filter
def origin_in_words(origin: str) -> str:
    return changes.describe_origin(origin)
