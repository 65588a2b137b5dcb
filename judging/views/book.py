"""The case book: search, a player's record, exports, papers, and the public digest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from judging import exports
from judging.forms.cases import BookForm
from judging.forms.facts import kind_choices
from judging.models import Case
from judging.selectors import book as selectors
from judging.views.cases import case_of
from tournaments.models import Tournament
from tournaments.permissions import requires
from tournaments.printing.papers import PAPERS
from tournaments.services.errors import UserError
from tournaments.views.manage_support import page
from tournaments.views.public_page import public_page, visible_tournament

A_PAGE = 50
TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json", "pdf": "application/pdf"}


@requires("cases.view")
@require_safe
def book(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All cases, or those that were looked for."""
    form = BookForm(request.GET, tournament=tournament)
    found = selectors.search(tournament, form.cleaned_data if form.is_valid() else {})
    return page(
        request,
        tournament,
        "judging/book/book.html",
        "cases",
        part="book",
        form=form,
        page_obj=Paginator(found, A_PAGE).get_page(request.GET.get("page")),
        kinds=dict(kind_choices(tournament.family)),
        records=selectors.records(tournament),
        query=request.GET.urlencode(),
    )


@requires("cases.view")
@require_safe
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A player's warnings and penalties through the event."""
    entry = get_object_or_404(tournament.entries, number=number)
    record = selectors.player_record(entry)
    return page(request, tournament, "judging/book/player.html", "cases", part="book", record=record)


@requires("cases.view")
@require_safe
def export(request: HttpRequest, tournament: Tournament, form: str) -> HttpResponse:
    """What the search shows, as a file: `form` is csv, json or pdf."""
    asked = BookForm(request.GET, tournament=tournament)
    found = selectors.search(tournament, asked.cleaned_data if asked.is_valid() else {}).order_by("number")
    if form == "csv":
        return _file(exports.as_csv(found), f"{tournament.slug}-cases.csv")
    if form == "json":
        return _file(exports.as_json(tournament, found), f"{tournament.slug}-cases.json")
    return _pdf(request, tournament, lambda: exports.book_pdf(tournament, list(found), _paper(request)), "cases")


@requires("cases.view")
@require_safe
def protocol(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The protocol of a case."""
    found = case_of(tournament, number)
    return _of_case(request, found, exports.protocol_pdf, f"case-{number}")


@requires("cases.view")
@require_safe
def slips(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The penalty slips of a case."""
    found = case_of(tournament, number)
    return _of_case(request, found, exports.slips_pdf, f"slips-{number}")


def _of_case(request: HttpRequest, found: Case, make: Callable[[Case, str], bytes], name: str) -> HttpResponse:
    return _pdf(request, found.tournament, lambda: make(found, _paper(request)), name)


def _paper(request: HttpRequest) -> str:
    asked = request.GET.get("paper", "a4")
    return asked if asked in PAPERS else "a4"


def _pdf(request: HttpRequest, tournament: Tournament, make: Callable[[], bytes], name: str) -> HttpResponse:
    try:
        return _file(make(), f"{tournament.slug}-{name}.pdf")
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_case_book", tournament.slug)


def _file(content: bytes, name: str) -> HttpResponse:
    kind = name.rpartition(".")[2]
    how = "inline" if kind == "pdf" else "attachment"
    headers = {"Content-Disposition": f'{how}; filename="{name}"'}
    return HttpResponse(content, content_type=TYPES[kind], headers=headers)


def digest(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Rulings without names, for everybody who may see the event."""
    tournament = visible_tournament(request, slug)

    def context() -> Mapping[str, Any]:
        return {
            "page_title": _("Rulings"),
            "lines": selectors.digest(tournament),
            "ruleset": tournament.ruleset.preset,
        }

    return public_page(request, tournament, "judging/book/digest.html", context, section="rulings")


BASE = "t/<slug:slug>/manage/cases/"
urlpatterns = [
    path(BASE + "book/", book, name="manage_case_book"),
    *(path(BASE + f"book/cases.{form}", export, {"form": form}, name=f"manage_case_book_{form}") for form in TYPES),
    path(BASE + "players/<int:number>/", player, name="manage_case_player"),
    path(BASE + "<int:number>/protocol.pdf", protocol, name="manage_case_protocol"),
    path(BASE + "<int:number>/slips.pdf", slips, name="manage_case_slips"),
    path("t/<slug:slug>/rulings/", digest, name="event_rulings"),
]
