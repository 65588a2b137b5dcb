"""Boards at the tables: what comes next, results, what the walls showed, flags and rulings."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.deals import BoardResultForm, BoardRulingForm, BroughtForm, FlagForm, PlanForm
from tournaments.models import BoardPlay, BoardSet, GameTable, PlaySeat, Round, Tournament
from tournaments.permissions import requires
from tournaments.selectors import deals as selected
from tournaments.services import board_plays
from tournaments.services.audit import Actor
from tournaments.views.manage_support import button, page, submit


def _round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("tournament"), tournament=tournament, number=number)


@requires("results.view")
@require_safe
def session(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What each table plays next; `?table=…&board=…` says whether the board that lies there is the right one."""
    round_ = _round(tournament, number)
    tables = GameTable.objects.filter(round=round_).order_by("number")
    brought = BroughtForm(request.GET or None, tables=tables)
    answer = None
    if request.GET and brought.is_valid():
        answer = selected.stopped(brought.cleaned_data["table"], brought.cleaned_data["board"])
    return _session(request, tournament, round_, brought=brought, answer=answer, asked=answer is not None)


def _session(
    request: HttpRequest, tournament: Tournament, round_: Round, *, status: int = 200, **more: object
) -> HttpResponse:
    plays = BoardPlay.objects.filter(table__round=round_).select_related("board", "table").order_by("order")
    tables = GameTable.objects.filter(round=round_).order_by("number")
    context: dict[str, object] = {
        "round": round_,
        "at_tables": selected.at_tables(round_),
        "plays": sorted(plays, key=lambda play: (play.table.number, play.order)),
        "all_done": bool(plays) and all(play.done for play in plays),
        "plan_form": PlanForm(),
        "brought": BroughtForm(tables=tables),
    }
    return page(request, tournament, "deals/session.html", "deals", status=status, **(context | more))


@requires("deals.manage")
@require_POST
def plan(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Give the tables their boards."""
    round_, form = _round(tournament, number), PlanForm(request.POST)
    done = submit(
        request,
        form,
        lambda: board_plays.plan_session(Actor.of(request), round_, copies=form.cleaned_data["copies"]),
        _("Every table knows its boards."),
    )
    if done is None:
        return _session(request, tournament, round_, status=422, plan_form=form)
    return redirect("manage_deals_session", tournament.slug, number)


@requires("results.enter")
@require_POST
def hand_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The round's sheets from its boards."""
    round_ = _round(tournament, number)
    return button(
        request,
        lambda: board_plays.hand_in(Actor.of(request), round_),
        _("The tables' sheets are entered from the boards; confirm them as usual."),
        "manage_deals_session",
        tournament.slug,
        number,
    )


def _play(tournament: Tournament, pk: int) -> BoardPlay:
    plays = BoardPlay.objects.select_related("board__board_set", "table__round")
    return get_object_or_404(plays, pk=pk, board__board_set__tournament=tournament)


@requires("results.view")
@require_safe
def play(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A board at a table: its result, its walls, its flag."""
    return _page(request, tournament, _play(tournament, pk))


def _seats(found: BoardPlay) -> list[PlaySeat]:
    return list(found.seats.select_related("entry").order_by("seat"))


def _page(
    request: HttpRequest, tournament: Tournament, found: BoardPlay, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    context: dict[str, object] = {
        "play": found,
        "board": found.board,
        "shared": found.board.board_set.model == BoardSet.Model.SHARED,
        "seats": _seats(found),
        "form": _form(found),
        "flag_form": FlagForm(prefix="flag"),
        "ruling_form": BoardRulingForm(prefix="ruling", seats=_seats(found)),
    }
    return page(request, tournament, "deals/play.html", "deals", status=status, **(context | bound))


def _form(found: BoardPlay, data: object = None) -> BoardResultForm:
    return BoardResultForm(
        data,
        seats=_seats(found),
        shared=found.board.board_set.model == BoardSet.Model.SHARED,
        initial={"based_on": found.version},
    )


@requires("results.enter")
@require_http_methods(["POST"])
def enter(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Write the result down."""
    found = _play(tournament, pk)
    form = _form(found, request.POST)
    done = submit(
        request,
        form,
        lambda: board_plays.enter(
            Actor.of(request),
            found,
            seats=form.entries,
            based_on=form.cleaned_data["based_on"],
            reason=form.cleaned_data["reason"],
        ),
        _("The result is saved."),
    )
    if done is None:
        return _page(request, tournament, _play(tournament, pk), status=422, form=form)
    return redirect("manage_deals_session", tournament.slug, found.board.session)


@requires("results.enter")
@require_POST
def flag(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Report a fouled or unplayable board."""
    found, form = _play(tournament, pk), FlagForm(request.POST, prefix="flag")
    done = submit(
        request,
        form,
        lambda: board_plays.flag(Actor.of(request), found, **form.cleaned_data),
        _("Reported; the referee rules on it."),
    )
    if done is None:
        return _page(request, tournament, _play(tournament, pk), status=422, flag_form=form)
    return redirect("manage_deals_play", tournament.slug, pk)


@requires("results.correct")
@require_POST
def rule(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """The referee's ruling on a flagged board."""
    found = _play(tournament, pk)
    form = BoardRulingForm(request.POST, prefix="ruling", seats=_seats(found))

    def call() -> BoardPlay:
        return board_plays.rule(
            Actor.of(request),
            found,
            ruling=form.cleaned_data["ruling"],
            reason=form.cleaned_data["reason"],
            awards=form.awards,
            foul=form.cleaned_data["foul"],
        )

    if submit(request, form, call, _("Ruled.")) is None:
        return _page(request, tournament, _play(tournament, pk), status=422, ruling_form=form)
    return redirect("manage_deals_play", tournament.slug, pk)


OF = "t/<slug:slug>/manage/deals"

urlpatterns = [
    path(f"{OF}/sessions/<int:number>/", session, name="manage_deals_session"),
    path(f"{OF}/sessions/<int:number>/plan/", plan, name="manage_deals_plan"),
    path(f"{OF}/sessions/<int:number>/hand-in/", hand_in, name="manage_deals_hand_in"),
    path(f"{OF}/plays/<int:pk>/", play, name="manage_deals_play"),
    path(f"{OF}/plays/<int:pk>/enter/", enter, name="manage_deals_enter"),
    path(f"{OF}/plays/<int:pk>/flag/", flag, name="manage_deals_flag"),
    path(f"{OF}/plays/<int:pk>/rule/", rule, name="manage_deals_rule"),
]
