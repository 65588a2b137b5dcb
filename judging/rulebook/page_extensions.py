"""Rulebooks on the pages of the tournament: links from a ruleset, tabs of an event, clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html

from judging.rulebook.queries import options
from judging.rulebook.queries.ruleset_view import Rulebook
from tournaments.core.extensions import extends


@extends("rules_page")
def render_ruleset_links(page: Mapping[str, Any]) -> str:
    return render_to_string("rulebook/_links.html", {"name": page["ruleset_name"]})


@extends("clause")
def render_clause(page: Mapping[str, Any]) -> str:
    book = Rulebook.of_page(page)
    if book is None or page.get("paper"):
        return conditional_escape(book.cite_on_paper(page["clause"])) if book is not None else ""
    href = book.get_href(page["clause"])
    return format_html('<a href="{}">{}</a>', href, book.cite(page["clause"])) if href else ""


@extends("event_tabs")
def render_rulebook_tab(page: Mapping[str, Any]) -> str:
    tournament = page.get("tournament")
    if tournament is None or not tournament.family:
        return ""
    return render_to_string("rulebook/_tab.html", {"tournament": tournament, "section": page.get("section")})


@extends("event_rules")
def render_house_rules_link(page: Mapping[str, Any]) -> str:
    tournament = page["tournament"]
    return render_to_string("rulebook/_house_link.html", {"tournament": tournament}) if tournament.family else ""


@extends("option_example")
def render_claim_of_option(page: Mapping[str, Any]) -> str:
    change = options.describe_claim_change(page["family"], page["option"])
    return render_to_string("game/rules/_changes.html", {"change": change}) if change is not None else ""
