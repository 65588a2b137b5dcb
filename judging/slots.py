"""What the referee's desk shows on the pages of the tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

from judging.models import Call, Ruling
from judging.selectors import calls
from tournaments.permissions import can
from tournaments.rooms import fills


@fills("table_code")
def call_button(page: Mapping[str, Any]) -> str:
    """The button that calls the referee, or where the call stands."""
    values = {"table": page["table"], "line": calls.open_call(page["table"]), "abouts": Call.About.choices}
    return render_to_string("judging/calls/_button.html", values, request=page["request"])


@fills("board")
def open_calls(page: Mapping[str, Any]) -> str:
    """The tables that wait for a referee."""
    lines = calls.queue(page["tournament"])
    if not lines:
        return ""
    may_open = can(page["request"].user, "cases.view", page["tournament"])
    values = {"tournament": page["tournament"], "lines": lines, "may_open": may_open}
    return render_to_string("judging/calls/_board.html", values, request=page["request"])


@fills("event_tabs")
def digest_tab(page: Mapping[str, Any]) -> str:
    """The tab of the public digest, once something has been ruled."""
    tournament = page.get("tournament")
    if tournament is None or not Ruling.objects.filter(case__tournament=tournament, in_force=True).exists():
        return ""
    return render_to_string("judging/book/_tab.html", {"tournament": tournament, "section": page.get("section")})


@fills("rules_page")
def law_of_ruleset(page: Mapping[str, Any]) -> str:
    """The way from a ruleset's options to its clauses and to the questions of its decision procedures."""
    return render_to_string("judging/rules/_links.html", {"name": page["ruleset_name"]})
