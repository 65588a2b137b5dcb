"""Public rulebooks: clauses in force under a published ruleset or in an event, and a page for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.errors import RulesetError
from engine.exact import integer_or
from judging.cases.logic.form_answers import get_initial_values
from judging.cases.queries import casebook as case_book
from judging.rulebook.queries import clauses as selectors
from judging.rulebook.queries import examples as worked_examples
from judging.rulebook.queries import search as rule_search
from judging.rulebook.queries.ruleset_view import Rulebook, get_rules
from tournaments.core.permissions import can, requires
from tournaments.core.printing.registry import Order, find_paper
from tournaments.core.views.manage import page
from tournaments.core.views.papers import respond_with_public_paper
from tournaments.core.views.public import get_visible_tournament, public_page
from tournaments.events.models import Tournament

MAX_QUERY_LENGTH = 100


@require_safe
def clauses(request: HttpRequest, name: str) -> HttpResponse:
    return render(request, "rulebook/clauses.html", get_contents_values(Rulebook(get_rules(name))))


@require_safe
def clause(request: HttpRequest, name: str, clause: str) -> HttpResponse:
    return render(request, "rulebook/clause.html", get_clause_values(Rulebook(get_rules(name)), clause))


def get_contents_values(book: Rulebook) -> dict[str, Any]:
    return {"book": book, "clauses": selectors.list_clauses(book), "infractions": selectors.list_faults(book)}


def get_clause_values(book: Rulebook, clause: str) -> dict[str, Any]:
    clause_page = selectors.make_clause_page(book, clause)
    if clause_page is None:
        raise Http404
    examples = [
        (example, _link_question(book, example.claim)) for example in worked_examples.list_clause_examples(book, clause)
    ]
    return {"book": book, "page": clause_page, "examples": examples}


def _link_question(book: Rulebook, claim: Mapping[str, Any]) -> str:
    filled = {name: value for name, value in get_initial_values(claim).items() if value not in ("", None)}
    values = {name: "on" if value is True else value for name, value in filled.items()}
    return f"{reverse('rule_ask_kind', args=[book.rules.name, claim['kind']])}?{urlencode(values, doseq=True)}"


def get_rulebook(request: HttpRequest, tournament: Tournament) -> Rulebook:
    """Return the rulebook of the address's version, else the newest. Raises Http404, also for a free game."""
    number = request.GET.get("version")
    version = get_object_or_404(tournament.rulesets, number=integer_or(number)) if number else None
    try:
        return Rulebook.of_event(tournament, version)
    except RulesetError:
        raise Http404 from None


@require_safe
@public_page("rulebook")
def event_rulebook(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    book = get_rulebook(request, tournament)
    context = {"page_title": _("Rulebook"), "pdf": book.pdf, **get_contents_values(book)}
    return TemplateResponse(request, "rulebook/event_contents.html", context)


@require_safe
@public_page("rulebook")
def event_clause(request: HttpRequest, tournament: Tournament, clause: str) -> HttpResponse:
    """Show a clause in the event with the rulings that cite it, without names; referees get links to the cases."""
    book = get_rulebook(request, tournament)
    may_judge, may_edit_rules = (can(request.user, right, tournament) for right in ("cases.view", "rules.change"))
    values = get_clause_values(book, clause)
    rulings = [line for line in case_book.list_digest(tournament) if clause in map(book.find_clause_name, line.cited)]
    context = {
        "page_title": clause,
        "rulings": rulings,
        "may_judge": may_judge,
        "may_edit_rules": may_edit_rules,
        **values,
    }
    return TemplateResponse(request, "rulebook/event_clause.html", context)


@require_safe
def event_rulebook_pdf(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = get_visible_tournament(request, slug)
    book = get_rulebook(request, tournament)
    paper = find_paper("rulebook")
    if paper is None:
        raise Http404
    name = f"rulebook-{book.version}" if book.version else "rulebook"
    return respond_with_public_paper(request, paper, Order(tournament, subject=book.version), name)


@requires("cases.view")
@require_safe
def search(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    query = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    book = get_rulebook(request, tournament)
    part = "rulebook/_found.html" if request.headers.get("HX-Request") else "rulebook/search.html"
    return page(
        request,
        tournament,
        part,
        "case_rules",
        query=query,
        call=integer_or(request.GET.get("call")),
        found=rule_search.search(book, query),
        most=rule_search.MAX_RESULTS,
        book=book,
    )
