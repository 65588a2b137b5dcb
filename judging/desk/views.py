"""The table's button (its code is the key, without an account), the referees' queue, and the desk."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from judging.cases.queries import pages, times
from judging.desk import queries, services
from judging.desk.models import Call, Desk
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import can, requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.rounds.phone import get_table_by_code


@never_cache
def call(request: HttpRequest, token: str) -> HttpResponse:
    """Call the referee; a GET shows the state of the call and is polled by the table's page."""
    table = get_table_by_code(token)
    if request.method == "POST":
        try:
            services.make(Actor.of_table(table, request), table, about=request.POST.get("about", ""))
            messages.success(request, _("The referee has been called. Stop playing and touch no tile."))
        except UserError as error:
            messages.error(request, str(error))
        return redirect("table_code", token)
    values = {"table": table, "call": queries.find_open_call(table), "abouts": Call.About.choices}
    return render(request, "desk/_button.html", values)


@require_POST
@never_cache
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    table = get_table_by_code(token)
    open_call = queries.find_open_call(table)
    if open_call is not None:
        services.withdraw(Actor.of_table(table, request), open_call)
    messages.success(request, _("The call is withdrawn."))
    return redirect("table_code", token)


@requires("cases.view")
@require_safe
@never_cache
def queue(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return page(request, tournament, "desk/_queue.html", "cases", **get_queue_values(request, tournament))


@requires("cases.view")
@require_safe
@never_cache
def watch(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    calls, overdue = queries.list_open_calls(tournament), times.list_overdue(tournament)
    return page(request, tournament, "desk/_watch.html", "cases", calls=calls, overdue=overdue)


def get_queue_values(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {"calls": queries.list_open_calls(tournament), "may_take": can(request.user, "cases.rule", tournament)}


@requires("cases.view")
@require_safe
@never_cache
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return page(
        request,
        tournament,
        "desk/desk.html",
        "cases",
        unsettled=pages.filter_unsettled(pages.list_cases(tournament)),
        may_set=can(request.user, "cases.desk", tournament),
        times=times.measure_ruling_times(tournament) if _leads(request, tournament) else None,
        **get_queue_values(request, tournament),
    )


def _leads(request: HttpRequest, tournament: Tournament) -> bool:
    head = Desk.objects.filter(tournament=tournament, head_referee=request.user.pk)
    # Nothing is kept from the others: each case shows them when it was called and ruled.
    may_name_one = can(request.user, "cases.desk", tournament)
    return may_name_one or head.exists()
