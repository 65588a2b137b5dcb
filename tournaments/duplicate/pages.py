"""Organiser's pages of duplicate boards, for views and actions."""

from __future__ import annotations

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse

from tournaments.core.printing.registry import DEALS, list_offered_papers
from tournaments.core.views.manage import page
from tournaments.duplicate.forms import BoardOnTableForm, PrintBoardsForm
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries import deals
from tournaments.duplicate.queries.sheets_of_boards import iterate_outdated_sheets, list_unruled_plays
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable, Round


def show_protocol(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **forms: BaseForm
) -> HttpResponse:
    board_set = deals.find_board_set(tournament)
    context: dict[str, object] = {
        "made": board_set,
        "steps": deals.list_protocol_steps(board_set),
        "due": board_set is not None and deals.is_value_due(board_set),
        "print_form": PrintBoardsForm(prefix="print"),
        "rounds": tournament.rounds.order_by("number"),
        "seated": Round.objects.filter(tournament=tournament, seatings__isnull=False).exists(),
        "papers": list_offered_papers(DEALS),
        "boards": list(board_set.all_boards.filter(retired_at=None)) if board_set else [],
        "flagged": list_unruled_plays(tournament),
        "zone": tournament.time_zone,
    }
    return page(request, tournament, "duplicate/manage.html", "deals", status=status, **(context | forms))


def show_session(request: HttpRequest, round_: Round, *, plan_form: BaseForm, status: int = 200) -> HttpResponse:
    """Show each table's next board; `?table=…&board=…` checks the board on a table."""
    plays = BoardPlay.objects.filter(table__round=round_).select_related("board", "table").order_by("order")
    tables = GameTable.objects.filter(round=round_).order_by("number")
    brought, answer = BoardOnTableForm(request.GET or None, tables=tables), None
    if brought.is_valid():
        answer = deals.list_reasons_against(brought.cleaned_data["table"], brought.cleaned_data["board"])
    return page(
        request,
        round_.tournament,
        "duplicate/session.html",
        "deals",
        status=status,
        round=round_,
        at_tables=deals.list_next_boards(round_),
        plays=sorted(plays, key=lambda play: (play.table.number, play.order)),
        all_done=bool(plays) and all(play.done for play in plays),
        outdated=list(iterate_outdated_sheets(round_.tournament, round_)),
        plan_form=plan_form,
        brought=brought,
        answer=answer,
    )


def show_play(
    request: HttpRequest, tournament: Tournament, play: BoardPlay, *, status: int = 200, **forms: BaseForm
) -> HttpResponse:
    context = {
        "play": play,
        "board": play.board,
        "shared": play.board.board_set.model == BoardSet.Model.SHARED,
        "seats": play.seats.select_related("entry"),
    }
    return page(request, tournament, "duplicate/play.html", "deals", status=status, **context, **forms)
