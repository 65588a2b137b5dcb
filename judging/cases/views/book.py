from __future__ import annotations

from collections import Counter

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from judging.cases.forms.cases import BookForm
from judging.cases.pages import get_case
from judging.cases.queries import casebook as queries
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires
from tournaments.core.printing.documents import PAPERS
from tournaments.core.printing.registry import Order, find_paper
from tournaments.core.views.manage import page
from tournaments.core.views.papers import make_paper_response
from tournaments.core.views.public import public_page
from tournaments.events.models import Tournament

PAGE_SIZE = 50


@requires("cases.view")
@require_safe
def book(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = BookForm(request.GET, tournament=tournament)
    cases = queries.search(tournament, form.cleaned_data if form.is_valid() else {})
    return page(
        request,
        tournament,
        "cases/book.html",
        "case_book",
        form=form,
        page_obj=Paginator(cases, PAGE_SIZE).get_page(request.GET.get("page")),
        records=queries.count_sanctions(tournament),
        query=request.GET.urlencode(),
    )


@requires("cases.view")
@require_safe
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = get_object_or_404(tournament.entries, number=number)
    sanctions = queries.list_player_sanctions(entry)
    counts = Counter(sanction.title for sanction in sanctions)
    return page(
        request,
        tournament,
        "cases/player.html",
        "case_book",
        entry=entry,
        sanctions=sanctions,
        counts=list(counts.items()),
    )


@requires("cases.view")
@require_safe
def book_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = BookForm(request.GET, tournament=tournament)
    cases = queries.search(tournament, form.cleaned_data if form.is_valid() else {}).order_by("number")
    return _render_pdf(request, "case-book", Order(tournament, subject=list(cases)), "case_book")


@requires("cases.view")
@require_safe
def protocol(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    case = get_case(tournament, number)
    return _render_pdf(request, "case-protocol", Order(case.tournament, "", case.round, subject=case), f"case-{number}")


@requires("cases.view")
@require_safe
def slips(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    case = get_case(tournament, number)
    return _render_pdf(request, "case-slips", Order(case.tournament, subject=case), f"slips-{number}")


def _render_pdf(request: HttpRequest, key: str, order: Order, name: str) -> HttpResponse:
    size_code = request.GET.get("paper", "a4")
    paper = find_paper(key)
    if paper is None:
        raise LookupError(key)
    try:
        size = size_code if size_code in PAPERS else "a4"
        return make_paper_response(request, paper, order, size, f"{order.tournament.slug}-{name}.pdf")
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_case_book", order.tournament.slug)


@public_page("rulings")
def digest(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "page_title": _("Rulings"),
        "lines": queries.list_digest(tournament),
    }
    return TemplateResponse(request, "cases/digest.html", context)
