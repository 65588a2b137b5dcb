from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires
from tournaments.core.printing.documents import PAPERS
from tournaments.core.printing.registry import DEALS, Order, find_paper
from tournaments.core.views.manage import round_numbered, submit
from tournaments.core.views.papers import make_paper_response
from tournaments.duplicate.actions.boards import PlanBoards, build_play_forms, get_play
from tournaments.duplicate.actions.deals import build_protocol_forms
from tournaments.duplicate.forms import PrintBoardsForm
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.pages import show_play, show_protocol, show_session
from tournaments.duplicate.papers import SHEETS
from tournaments.duplicate.services import deals
from tournaments.events.models import Tournament


@requires("results.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_protocol(request, tournament, **build_protocol_forms(tournament))


@requires("results.view")
@require_safe
def session(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    plan_form = PlanBoards.make_blank_form(tournament)
    return show_session(request, round_numbered(tournament, number), plan_form=plan_form)


@requires("results.view")
@require_safe
def play(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    board_play = get_play(tournament, pk=pk)
    return show_play(request, tournament, board_play, **build_play_forms(board_play))


def _require_board_set(tournament: Tournament) -> BoardSet:
    return get_object_or_404(tournament.board_sets.select_related("ruleset"), withdrawn_at=None)


@requires("deals.secret")
@require_POST
@never_cache
def sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open boards and return their sheets as PDF; the opening is logged before the file leaves."""
    board_set, form = _require_board_set(tournament), PrintBoardsForm(request.POST, prefix="print")
    size = form.cleaned_data.pop("paper", "") if form.is_valid() else ""
    opened = submit(request, form, lambda: deals.print_boards(Actor.of(request), board_set, **form.cleaned_data), "")
    if opened is None:
        return show_protocol(request, tournament, status=422, print_form=form, **build_protocol_forms(tournament))
    try:
        return _render_pdf(request, Order(tournament, subject=opened), SHEETS, size)
    except UserError as error:
        form.add_error(None, str(error))
        form.add_error(None, gettext("The opening is recorded; pressing again records another."))
        return show_protocol(request, tournament, status=422, print_form=form, **build_protocol_forms(tournament))


@requires("print")
@require_safe
def paper(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    board_set = _require_board_set(tournament)
    wanted = find_paper(request.GET.get("key", ""))
    session = request.GET.get("session", "0")
    if wanted is None or wanted.offered != DEALS or not session.isdecimal() or len(session) > 2:
        raise Http404
    try:
        order = Order(tournament, subject=board_set, session=int(session))
        return _render_pdf(request, order, wanted.key, request.GET.get("paper", "a4"))
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_deals", tournament.slug)


def _render_pdf(request: HttpRequest, order: Order, key: str, size: str) -> HttpResponse:
    wanted = find_paper(key)
    if wanted is None or size not in PAPERS:
        raise Http404
    return make_paper_response(request, wanted, order, size, f"{order.tournament.slug}-{key}.pdf")


OF = "t/<slug:slug>/manage/deals"

urlpatterns = [
    path(f"{OF}/", show, name="manage_deals"),
    path(f"{OF}/sessions/<int:number>/", session, name="manage_deals_session"),
    path(f"{OF}/plays/<int:pk>/", play, name="manage_deals_play"),
    path(f"{OF}/papers/", paper, name="manage_deals_paper"),
    path(f"{OF}/sheets/", sheets, name="manage_deals_sheets"),
]
