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
from judging.cases.logic.form_answers import initial_values
from judging.cases.queries import book as case_book
from judging.rulebook.queries import clauses as selectors
from judging.rulebook.queries import examples as worked_examples
from judging.rulebook.queries import search as rule_search
from judging.rulebook.queries.books import Book, get_rules
from tournaments.core.permissions import can, requires
from tournaments.core.printing.registry import Order, paper_of
from tournaments.core.views.manage import page
from tournaments.core.views.papers import public_paper
from tournaments.core.views.public import public_page, visible_tournament
from tournaments.events.models import Tournament

MAX_QUERY_LENGTH = 100


@require_safe
def clauses(request: HttpRequest, name: str) -> HttpResponse:
    """List the clauses and infractions of a published ruleset."""
    return render(request, "rulebook/clauses.html", contents_values(Book(get_rules(name))))


@require_safe
def clause(request: HttpRequest, name: str, clause: str) -> HttpResponse:
    return render(request, "rulebook/clause.html", clause_values(Book(get_rules(name)), clause))


def contents_values(book: Book) -> dict[str, Any]:
    return {"book": book, "clauses": selectors.clauses(book), "infractions": selectors.faults(book)}


def clause_values(book: Book, clause: str) -> dict[str, Any]:
    """Values of the page of a clause. Raises Http404 if the family does not have it."""
    clause_page = selectors.clause_page(book, clause)
    if clause_page is None:
        raise Http404
    examples = [
        (example, _question_with(book, example.claim)) for example in worked_examples.clause_examples(book, clause)
    ]
    return {"book": book, "page": clause_page, "examples": examples}


def _question_with(book: Book, claim: Mapping[str, Any]) -> str:
    """The address of the questions with the facts of a claim filled in."""
    filled = {name: value for name, value in initial_values(claim).items() if value not in ("", None)}
    values = {name: "on" if value is True else value for name, value in filled.items()}
    return f"{reverse('rule_ask_kind', args=[book.rules.name, claim['kind']])}?{urlencode(values, doseq=True)}"


def book_of(request: HttpRequest, tournament: Tournament) -> Book:
    """The event's rulebook of the version in the address, else the newest. Raises Http404, also for a free game."""
    number = request.GET.get("version")
    version = get_object_or_404(tournament.rulesets, number=integer_or(number)) if number else None
    try:
        return Book.of_event(tournament, version)
    except RulesetError:
        raise Http404 from None


@require_safe
@public_page("rulebook")
def event_rulebook(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    book = book_of(request, tournament)
    context = {"page_title": _("Rulebook"), "pdf": book.pdf, **contents_values(book)}
    return TemplateResponse(request, "rulebook/event_contents.html", context)


@require_safe
@public_page("rulebook")
def event_clause(request: HttpRequest, tournament: Tournament, clause: str) -> HttpResponse:
    """Show a clause in the event with the rulings that cite it, without names; referees get links to the cases."""
    book = book_of(request, tournament)
    may_judge, may_edit_rules = (can(request.user, right, tournament) for right in ("cases.view", "rules.change"))
    values = clause_values(book, clause)
    rulings = [line for line in case_book.digest(tournament) if clause in map(book.named, line.cited)]
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
    tournament = visible_tournament(request, slug)
    book = book_of(request, tournament)
    paper = paper_of("rulebook")
    if paper is None:
        raise Http404
    name = f"rulebook-{book.version}" if book.version else "rulebook"
    return public_paper(request, paper, Order(tournament, subject=book.version), name)


@requires("cases.view")
@require_safe
def search(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Search the rules in force in the tournament."""
    query = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    book = book_of(request, tournament)
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
