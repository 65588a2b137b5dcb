"""Rules at hand: the search in the rulebook of a tournament for its referees and players."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from judging.selectors import rule_search as selectors
from judging.views.rulebook import book_of
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament

LONGEST = 100


@requires("cases.view")
@require_safe
def search(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Clauses, infractions, patterns and terms of the rules that are in force in the tournament."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    book = book_of(request, tournament)
    part = "judging/rules/_found.html" if request.headers.get("HX-Request") else "judging/rules/search.html"
    return page(
        request,
        tournament,
        part,
        "case_rules",
        query=query,
        found=selectors.search(book, query),
        most=selectors.MOST,
        book=book,
    )


urlpatterns = [path("t/<slug:slug>/manage/cases/rules/", search, name="manage_rule_search")]
