"""Boards of a table on a phone, under the table's printed code.

A result is typed once: repeated entries could probe the tiles of a board that others have still to play.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.core.audit import Actor
from tournaments.core.http.idempotency import HEADER, sent_once
from tournaments.core.views.manage import submit
from tournaments.duplicate.forms import BoardResultForm, OwnBoardForm
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.queries import deals as selected
from tournaments.duplicate.services import board_plays
from tournaments.results.queries.confirming import may_players_write
from tournaments.rounds.models import GameTable
from tournaments.rounds.phone import get_table_by_code


def _require_table(token: str) -> GameTable:
    table = get_table_by_code(token)
    if not table.plays.exists():
        raise Http404
    return table


@require_safe
@never_cache
def boards(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table's next board; `?board=…` checks the board on the table."""
    table = _require_table(token)
    brought = OwnBoardForm(request.GET or None)
    answer = (
        selected.list_reasons_against(table, brought.cleaned_data["board"])
        if request.GET and brought.is_valid()
        else None
    )
    plays = table.plays.select_related("board").order_by("order")
    context = {
        "tournament": table.round.tournament,
        "table": table,
        "at": next(at_table for at_table in selected.list_next_boards(table.round) if at_table.table.pk == table.pk),
        "plays": plays,
        "brought": brought,
        "answer": answer,
        "open": may_players_write(table),
    }
    return render(request, "duplicate/table_boards.html", context)


@sent_once
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def board(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    table = _require_table(token)
    play = get_object_or_404(BoardPlay.objects.select_related("board__board_set"), table=table, pk=pk)
    if play.done or not may_players_write(table):
        entered = _("This board is entered already; corrections are made at the desk.")
        refused = entered if play.done else _("Results are entered at the desk.")
        if HEADER in request.headers:
            return JsonResponse({"message": refused}, status=409)
        messages.error(request, refused)
        return redirect("table_boards", token)
    form = BoardResultForm(
        request.POST or None,
        seats=list(play.seats.select_related("entry").order_by("seat")),
        shared=play.board.board_set.model == BoardSet.Model.SHARED,
        at_table=True,
        initial={"based_on": play.version},
    )

    def call() -> BoardPlay:
        return board_plays.enter(
            Actor.of_table(table, request),
            play,
            seats=form.entries,
            based_on=form.cleaned_data["based_on"],
            reason=form.cleaned_data["reason"],
        )

    changed = submit(request, form, call, "") if request.method == "POST" else None
    if changed is None:
        context = {"tournament": table.round.tournament, "table": table, "play": play, "form": form}
        return render(request, "duplicate/table_board.html", context, status=422 if form.errors else 200)
    if changed.flag:
        messages.error(request, _("The walls do not match the deal. Leave everything as it lies and call the referee."))
    else:
        messages.success(request, _("Thank you. The board is saved."))
    # The script that sent it would use the message up, if it were led on to the page.
    address = reverse("table_boards", args=[token])
    return JsonResponse({"next": address}) if HEADER in request.headers else redirect(address)


urlpatterns = [
    path("e/<str:token>/boards/", boards, name="table_boards"),
    path("e/<str:token>/boards/<int:pk>/", board, name="table_board"),
]
