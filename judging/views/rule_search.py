"""Rules at hand: the search for a tournament's referees and players, and the page of a ruleset's clauses."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from engine.errors import RulesetError
from engine.family import ruleset
from judging.selectors import rule_search as selectors
from tournaments.models import Tournament
from tournaments.permissions import requires
from tournaments.views.manage_support import page
from tournaments.wording.rules import ruleset_title

LONGEST = 100


@requires("cases.view")
@require_safe
def search(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Clauses, infractions, patterns and terms of the rulesets that the tournament is played by."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    versions = tournament.rulesets.order_by("-number")
    played = list(dict.fromkeys(ruleset(version.preset, version.parameters) for version in versions))
    rulesets = {rules.name: ruleset_title(rules.family, rules.preset) for rules in played}
    found = selectors.search(played, query)
    part = "judging/rules/_found.html" if request.headers.get("HX-Request") else "judging/rules/search.html"
    return page(
        request,
        tournament,
        part,
        "cases",
        part="rules",
        query=query,
        found=found,
        most=selectors.MOST,
        rulesets=rulesets,
    )


@require_safe
def clauses(request: HttpRequest, name: str) -> HttpResponseBase:
    """What every clause says in a sentence, and the infractions that the ruleset punishes. For everybody."""
    try:
        rules = ruleset(name)
    except RulesetError:
        raise Http404 from None
    values = {
        "name": rules.name,
        "title": ruleset_title(rules.family, rules.preset),
        "clauses": selectors.clauses(rules),
        "infractions": selectors.infractions(rules),
    }
    return render(request, "judging/rules/clauses.html", values)


urlpatterns = [
    path("t/<slug:slug>/manage/cases/rules/", search, name="manage_rule_search"),
    path("rules/<slug:name>/clauses/", clauses, name="rule_clauses"),
]
