"""Boards at the tables: next boards, results, walls, flags and rulings."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.actions import blank_form
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page, round_numbered
from tournaments.duplicate.forms import BoardOnTableForm
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries import deals as selected
from tournaments.duplicate.queries.sheets_of_boards import outdated_sheets
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable, Round


@requires("results.view")
@require_safe
def session(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show each table's next board; `?table=…&board=…` checks the board on a table."""
    round_ = round_numbered(tournament, number)
    tables = GameTable.objects.filter(round=round_).order_by("number")
    brought = BoardOnTableForm(request.GET or None, tables=tables)
    answer = None
    if request.GET and brought.is_valid():
        answer = selected.reasons_against(brought.cleaned_data["table"], brought.cleaned_data["board"])
    return show_session(request, tournament, round_, brought=brought, answer=answer)


def show_session(
    request: HttpRequest, tournament: Tournament, round_: Round, *, status: int = 200, **more: object
) -> HttpResponse:
    plays = BoardPlay.objects.filter(table__round=round_).select_related("board", "table").order_by("order")
    tables = GameTable.objects.filter(round=round_).order_by("number")
    context: dict[str, object] = {
        "round": round_,
        "at_tables": selected.at_tables(round_),
        "plays": sorted(plays, key=lambda play: (play.table.number, play.order)),
        "all_done": bool(plays) and all(play.done for play in plays),
        "outdated": list(outdated_sheets(tournament, round_)),
        "plan_form": blank_form("manage_deals_plan", tournament),
        "brought": BoardOnTableForm(tables=tables),
        "answer": None,
    }
    return page(request, tournament, "duplicate/session.html", "deals", status=status, **(context | more))


def _play(tournament: Tournament, pk: int) -> BoardPlay:
    plays = BoardPlay.objects.select_related("board__board_set", "table__round")
    return get_object_or_404(plays, pk=pk, board__board_set__tournament=tournament)


@requires("results.view")
@require_safe
def play(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Show a board at a table: result, walls, flag."""
    return show_play(request, tournament, _play(tournament, pk))


def seats_of(found: BoardPlay) -> list[PlaySeat]:
    return list(found.seats.select_related("entry"))


def show_play(
    request: HttpRequest, tournament: Tournament, found: BoardPlay, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    context: dict[str, object] = {
        "play": found,
        "board": found.board,
        "shared": found.board.board_set.model == BoardSet.Model.SHARED,
        "seats": seats_of(found),
        "form": blank_form("manage_deals_enter", tournament, found),
        "flag_form": blank_form("manage_deals_flag", tournament),
        "ruling_form": blank_form("manage_deals_rule", tournament, found),
    }
    return page(request, tournament, "duplicate/play.html", "deals", status=status, **(context | bound))


OF = "t/<slug:slug>/manage/deals"

urlpatterns = [
    path(f"{OF}/sessions/<int:number>/", session, name="manage_deals_session"),
    path(f"{OF}/plays/<int:pk>/", play, name="manage_deals_play"),
]
