"""Calls: the button at the table (no account, the table's code is the key) and the referees' queue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from judging.models import Call
from judging.selectors import calls as selectors
from judging.selectors import times
from judging.services import calls
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import can, requires
from tournaments.core.views.manage import button, page
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import GameTable


def _table(token: str) -> GameTable:
    return get_object_or_404(GameTable.objects.select_related("round__tournament"), token=token)


@never_cache
def call(request: HttpRequest, token: str) -> HttpResponse:
    """Press the button; a GET says where the call stands and is what the table's page asks again and again."""
    table = _table(token)
    if request.method == "POST":
        try:
            calls.make(Actor.of_table(table, request), table, about=request.POST.get("about", ""))
            messages.success(request, _("The referee has been called. Stop playing and touch no tile."))
        except UserError as error:
            messages.error(request, str(error))
        return redirect("table_code", token)
    values = {"table": table, "line": selectors.open_call(table), "abouts": Call.About.choices}
    return render(request, "judging/calls/_button.html", values)


@require_POST
@never_cache
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Nobody is needed any more."""
    table = _table(token)
    line = selectors.open_call(table)
    if line is not None:
        calls.withdraw(Actor.of_table(table, request), line.call)
    messages.success(request, _("The call is withdrawn."))
    return redirect("table_code", token)


@requires("cases.view")
@require_safe
@never_cache
def queue(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The queue alone, for the page that renews itself."""
    return page(request, tournament, "judging/calls/_queue.html", "cases", **queue_values(request, tournament))


@requires("cases.view")
@require_safe
@never_cache
def watch(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How many tables wait and which open cases wait too long, for the badges that every page of the desk carries."""
    lines, overdue = selectors.queue(tournament), times.overdue(tournament)
    return page(request, tournament, "judging/calls/_watch.html", "cases", lines=lines, overdue=overdue)


def queue_values(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the queue shows."""
    return {"lines": selectors.queue(tournament), "may_take": can(request.user, "cases.rule", tournament)}


def _step(service: Callable[[Actor, Call], Call], done: str | Promise) -> Callable[..., HttpResponse]:
    @require_POST
    def step(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
        found = get_object_or_404(Call, tournament=tournament, pk=pk)
        return button(request, lambda: service(Actor.of(request), found), str(done), "manage_cases", tournament.slug)

    return step


take = requires("cases.rule")(_step(calls.take, gettext_lazy("You go to the table.")))
release = requires("cases.rule")(_step(calls.release, gettext_lazy("The call is back in the queue.")))
arrive = requires("cases.rule")(_step(calls.arrive, gettext_lazy("You are at the table.")))
close = requires("cases.rule")(_step(calls.close, gettext_lazy("The call is closed.")))

urlpatterns = [
    path("e/<str:token>/call/", call, name="table_call"),
    path("e/<str:token>/call/withdraw/", withdraw, name="table_call_withdraw"),
    path("t/<slug:slug>/manage/cases/calls/", queue, name="manage_case_calls"),
    path("t/<slug:slug>/manage/cases/calls/watch/", watch, name="manage_case_watch"),
    path("t/<slug:slug>/manage/cases/calls/<int:pk>/take/", take, name="manage_call_take"),
    path("t/<slug:slug>/manage/cases/calls/<int:pk>/release/", release, name="manage_call_release"),
    path("t/<slug:slug>/manage/cases/calls/<int:pk>/arrive/", arrive, name="manage_call_arrive"),
    path("t/<slug:slug>/manage/cases/calls/<int:pk>/close/", close, name="manage_call_close"),
]
