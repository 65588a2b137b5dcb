"""Organiser's page of duplicate boards: protocol, sheets with tiles, reserves."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.actions import blank_form
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires
from tournaments.core.printing.documents import PAPERS
from tournaments.core.printing.registry import DEALS, Order, offered, paper_of
from tournaments.core.views.manage import page, submit
from tournaments.core.views.papers import paper_response
from tournaments.duplicate.forms import PrintBoardsForm
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.papers import SHEETS
from tournaments.duplicate.queries import deals as selected
from tournaments.duplicate.services import deals
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round


@requires("results.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the protocol with its next step, the sessions, boards to print, and flagged boards."""
    return show_protocol(request, tournament)


def show_protocol(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    """Show the page; `bound`: forms by context name that replace the empty ones."""
    made = selected.board_set(tournament)
    plays = BoardPlay.objects.filter(board__board_set=made) if made else BoardPlay.objects.none()
    flagged = plays.exclude(flag="").filter(ruling="").select_related("board", "table__round")
    context: dict[str, object] = {
        "made": made,
        "steps": selected.protocol(made),
        "due": made is not None and selected.value_is_due(made),
        "commit_form": blank_form("manage_deals_commit", tournament),
        "value_form": blank_form("manage_deals_value", tournament),
        "correction_form": blank_form("manage_deals_correct", tournament),
        "withdraw_form": blank_form("manage_deals_withdraw", tournament),
        "why_form": blank_form("manage_deals_replace", tournament),
        "print_form": PrintBoardsForm(prefix="print"),
        "movement_form": blank_form("manage_deals_movement", tournament),
        "rounds": tournament.rounds.order_by("number"),
        "seated": Round.objects.filter(tournament=tournament, seatings__isnull=False).exists(),
        "papers": offered(DEALS),
        "boards": list(made.all_boards.filter(retired_at=None)) if made else [],
        "flagged": flagged,
        "zone": tournament.time_zone,
    }
    return page(request, tournament, "duplicate/manage.html", "deals", status=status, **(context | bound))


def _set(tournament: Tournament) -> BoardSet:
    return get_object_or_404(tournament.board_sets.select_related("ruleset"), withdrawn_at=None)


@requires("deals.secret")
@require_POST
@never_cache
def sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open boards and return their sheets as PDF; the opening is logged before the file leaves."""
    made, form = _set(tournament), PrintBoardsForm(request.POST, prefix="print")
    size = form.cleaned_data.pop("paper", "") if form.is_valid() else ""
    opened = submit(request, form, lambda: deals.print_boards(Actor.of(request), made, **form.cleaned_data), "")
    if opened is None:
        return show_protocol(request, tournament, status=422, print_form=form)
    try:
        return _pdf(request, Order(tournament, subject=opened), SHEETS, size)
    except UserError as error:
        form.add_error(None, str(error))
        form.add_error(None, gettext("The opening is recorded; pressing again records another."))
        return show_protocol(request, tournament, status=422, print_form=form)


@requires("print")
@require_safe
def paper(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return cards and instructions, which show no tile: ?key=…&session=…&paper=…"""
    made = _set(tournament)
    wanted = paper_of(request.GET.get("key", ""))
    session = request.GET.get("session", "0")
    if wanted is None or wanted.offered != DEALS or not session.isdecimal() or len(session) > 2:
        raise Http404
    try:
        order = Order(tournament, subject=made, session=int(session))
        return _pdf(request, order, wanted.key, request.GET.get("paper", "a4"))
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_deals", tournament.slug)


def _pdf(request: HttpRequest, order: Order, key: str, size: str) -> HttpResponse:
    wanted = paper_of(key)
    if wanted is None or size not in PAPERS:
        raise Http404
    return paper_response(request, wanted, order, size, f"{order.tournament.slug}-{key}.pdf")


OF = "t/<slug:slug>/manage/deals"

urlpatterns = [
    path(f"{OF}/", show, name="manage_deals"),
    path(f"{OF}/papers/", paper, name="manage_deals_paper"),
    path(f"{OF}/sheets/", sheets, name="manage_deals_sheets"),
]
