"""Rulebooks on the pages of the tournament: links from a ruleset, tabs of an event, clauses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html

from engine.errors import RulesetError
from judging.rulebook.logic.findings import row_name
from judging.rulebook.queries.books import Book
from tournaments.core.extensions import extends


@extends("rules_page")
def law_of_ruleset(page: Mapping[str, Any]) -> str:
    """Links from a ruleset's options to its clauses and to its questions."""
    return render_to_string("rulebook/_links.html", {"name": page["ruleset_name"]})


@extends("clause")
def page_of_clause(page: Mapping[str, Any]) -> str:
    """Link from a clause to its page in the rulebook of the ruleset, case or event of this page."""
    book = _book(page)
    href = book.href(page["clause"]) if book is not None else ""
    return format_html('<a href="{}">{}</a>', href, row_name(page["clause"])) if href else ""


def _book(page: Mapping[str, Any]) -> Book | None:
    tournament, known = page.get("tournament"), page.get("book")
    try:
        if page.get("ruleset"):
            return Book.published(page["ruleset"])
        if isinstance(known, Book) or tournament is None:
            return known
        # A page asks for many clauses.
        kept: dict[str, Book] = vars(tournament).setdefault("_rulebook", {})
        return kept.get("") or kept.setdefault("", Book.of_event(tournament))
    except RulesetError:
        return None


@extends("event_tabs")
def rulebook_tab(page: Mapping[str, Any]) -> str:
    tournament = page.get("tournament")
    if tournament is None or not tournament.family:
        return ""
    return render_to_string("rulebook/_tab.html", {"tournament": tournament, "section": page.get("section")})
