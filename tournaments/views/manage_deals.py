"""Duplicate boards for the organiser: the protocol step by step, sheets with tiles, and reserves."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.walls.public_value import ValueName
from tournaments.core.actions import blank_form
from tournaments.forms.deals import CommitForm, MovementForm, OpenShareForm, PrintBoardsForm
from tournaments.forms.public_values import CorrectionForm
from tournaments.models import Board, BoardPlay, BoardSet, BoardShare, Round, Tournament
from tournaments.papers import boards
from tournaments.papers.registry import DEALS, Order, offered, paper_of
from tournaments.permissions import requires
from tournaments.printing.papers import PAPERS
from tournaments.selectors import deals as selected
from tournaments.services import board_plays, board_shares, deals
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.views.manage_support import button, page, submit


@requires("results.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the protocol with its next step, the sessions, boards to print, and what a referee has to rule on."""
    return show_protocol(request, tournament)


def show_protocol(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    """Show the page; `bound`: forms by their names in its context that replace the empty ones."""
    made = selected.board_set(tournament)
    plays = BoardPlay.objects.filter(board__board_set=made) if made else BoardPlay.objects.none()
    flagged = plays.exclude(flag="").filter(ruling="").select_related("board", "table__round")
    context: dict[str, object] = {
        "made": made,
        "steps": selected.protocol(made),
        "due": made is not None and selected.value_is_due(made),
        "commit_form": CommitForm(initial={"sessions": tournament.rounds.count()}),
        "value_form": blank_form("manage_deals_value", tournament),
        "correction_form": CorrectionForm(prefix="correct"),
        "open_share_form": OpenShareForm(prefix="open-share"),
        "shares": _pending_shares(made),
        "withdraw_form": blank_form("manage_deals_withdraw", tournament),
        "print_form": PrintBoardsForm(prefix="print"),
        "movement_form": MovementForm(),
        "rounds": tournament.rounds.order_by("number"),
        "seated": Round.objects.filter(tournament=tournament, seatings__isnull=False).exists(),
        "papers": offered(DEALS),
        "boards": list(made.all_boards.filter(retired_at=None)) if made else [],
        "flagged": flagged,
        "zone": tournament.time_zone,
    }
    return page(request, tournament, "deals/manage.html", "deals", status=status, **(context | bound))


def _pending_shares(made: BoardSet | None) -> list[BoardShare]:
    """Return the shares that an earlier release committed to and that are still to come before the boards are dealt."""
    if made is None or made.made_at is not None:
        return []
    return list(made.shares.filter(dropped_at=None, handed_in_at=None))


def _set(tournament: Tournament) -> BoardSet:
    made = selected.board_set(tournament)
    if made is None:
        raise Http404
    return made


def _done(
    request: HttpRequest,
    tournament: Tournament,
    name: str,
    form: forms.BaseForm,
    call: Callable[[], object],
    done: str,
) -> HttpResponse:
    """A form's post: back to the page, or the page again with the form's errors."""
    if submit(request, form, call, done) is None:
        return show_protocol(request, tournament, status=422, **{name: form})
    return redirect("manage_deals", tournament.slug)


@requires("deals.manage")
@require_POST
def commit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Commit to a seed; its digest is public at once."""
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        form = CommitForm(request.POST)
        form.is_valid()
    return _done(
        request,
        tournament,
        "commit_form",
        form,
        lambda: deals.commit(
            Actor.of(request),
            tournament,
            value=ValueName(*(form.cleaned_data.pop(name) for name in ("kind", "source", "which"))),
            **form.cleaned_data,
        ),
        _("Committed. The digest is public; send it to all players too."),
    )


@requires("deals.manage")
@require_POST
def correct(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Put a slip of the public value right."""
    made, form = _set(tournament), CorrectionForm(request.POST, prefix="correct")
    return _done(
        request,
        tournament,
        "correction_form",
        form,
        lambda: deals.correct_value(Actor.of(request), made, **form.cleaned_data),
        _("Corrected; the public page shows what stood there before."),
    )


@requires("deals.manage")
@require_POST
def share_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take a share that its holder hands in."""
    found = get_object_or_404(BoardShare, board_set=_set(tournament), number=number)
    form = OpenShareForm(request.POST, prefix="open-share")
    return _done(
        request,
        tournament,
        "open_share_form",
        form,
        lambda: board_shares.hand_in(Actor.of(request), found, text=form.cleaned_data["share"]),
        _("The share is in, sealed with the others."),
    )


@requires("deals.manage")
@require_POST
def share_out(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Go on without a share, openly."""
    found = get_object_or_404(BoardShare, board_set=_set(tournament), number=number)
    return button(
        request,
        lambda: board_shares.leave_out(Actor.of(request), found, reason=request.POST.get("reason", "")),
        _("Left out; the public page says why."),
        "manage_deals",
        tournament.slug,
    )


@requires("deals.manage")
@require_POST
def open_seed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Publish the seed."""
    made = _set(tournament)
    return button(
        request,
        lambda: deals.publish_seed(Actor.of(request), made),
        _("The seed is public. Everybody can check every board now."),
        "manage_deals",
        tournament.slug,
    )


@requires("deals.manage")
@require_POST
def replace(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Put the next reserve in the place of a board that somebody may have seen."""
    board = get_object_or_404(Board, pk=pk, board_set__tournament=tournament)
    return button(
        request,
        lambda: deals.take_reserve(Actor.of(request), board, reason=request.POST.get("reason", "")),
        _("The reserve is in its place."),
        "manage_deals",
        tournament.slug,
    )


@requires("deals.manage")
@require_POST
def movement(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Seat all rounds by a movement."""
    form = MovementForm(request.POST)
    return _done(
        request,
        tournament,
        "movement_form",
        form,
        lambda: board_plays.seat_movement(Actor.of(request), tournament, **form.cleaned_data),
        _("All rounds have a draft of their seating; publish them round by round."),
    )


@requires("deals.secret")
@require_POST
@never_cache
def sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open boards and answer with their sheets as PDF; the opening is in the log before the file leaves."""
    made, form = _set(tournament), PrintBoardsForm(request.POST, prefix="print")
    size = form.cleaned_data.pop("paper", "") if form.is_valid() else ""
    opened = submit(request, form, lambda: deals.print_boards(Actor.of(request), made, **form.cleaned_data), "")
    if opened is None:
        return show_protocol(request, tournament, status=422, print_form=form)
    return _pdf(Order(tournament, subject=opened), boards.SHEETS, size)


@requires("print")
@require_safe
def paper(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Cards and instructions, which show no tile: ?key=…&session=…&paper=…"""
    made = _set(tournament)
    wanted = paper_of(request.GET.get("key", ""))
    session = request.GET.get("session", "0")
    if wanted is None or wanted.offered != DEALS or not session.isdecimal() or len(session) > 2:
        raise Http404
    try:
        order = Order(tournament, subject=made, session=int(session))
        return _pdf(order, wanted.key, request.GET.get("paper", "a4"))
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_deals", tournament.slug)


def _pdf(order: Order, key: str, size: str) -> HttpResponse:
    wanted = paper_of(key)
    if wanted is None or size not in PAPERS:
        raise Http404
    disposition = f'inline; filename="{order.tournament.slug}-{key}.pdf"'
    content = wanted.made(order, size)
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": disposition})


OF = "t/<slug:slug>/manage/deals"

urlpatterns = [
    path(f"{OF}/", show, name="manage_deals"),
    path(f"{OF}/commit/", commit, name="manage_deals_commit"),
    path(f"{OF}/value/correct/", correct, name="manage_deals_correct"),
    path(f"{OF}/shares/<int:number>/in/", share_in, name="manage_deals_share_in"),
    path(f"{OF}/shares/<int:number>/out/", share_out, name="manage_deals_share_out"),
    path(f"{OF}/open/", open_seed, name="manage_deals_open"),
    path(f"{OF}/movement/", movement, name="manage_deals_movement"),
    path(f"{OF}/papers/", paper, name="manage_deals_paper"),
    path(f"{OF}/sheets/", sheets, name="manage_deals_sheets"),
    path(f"{OF}/boards/<int:pk>/replace/", replace, name="manage_deals_replace"),
]
