"""The desk's first page: who is calling, and the cases that are not settled."""

from __future__ import annotations

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from judging.forms.facts import kind_choices
from judging.models import Desk
from judging.selectors import cases, times
from judging.selectors.appeals import usual_minutes
from judging.views.calls import queue_values
from tournaments.core.actions import blank_form, submit_action
from tournaments.core.permissions import can, requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament


@requires("cases.view")
@require_safe
@never_cache
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The queue, renewed by itself, and what is open."""
    return page(
        request,
        tournament,
        "judging/desk.html",
        "cases",
        unsettled=cases.unsettled(tournament),
        kinds=dict(kind_choices(tournament.family)),
        may_set=can(request.user, "cases.desk", tournament),
        times=times.ruling_times(tournament) if _leads(request, tournament) else None,
        **queue_values(request, tournament),
    )


def _leads(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether it is the head referee who asks, or somebody who names one."""
    head = Desk.objects.filter(tournament=tournament, head_referee=request.user.pk)
    # Nothing is kept from the others: each case shows them when it was called and ruled.
    may_name_one = can(request.user, "cases.desk", tournament)
    return may_name_one or head.exists()


@requires("cases.desk")
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Who is head referee, and how long a ruling may be appealed against."""
    if request.method == "POST":
        return submit_action("manage_case_settings", request, tournament)
    return show_settings(request, tournament)


def desk_of(tournament: Tournament) -> Desk:
    """Return the settings of the event's desk; the usual ones while nobody has changed them."""
    version = tournament.ruleset
    usual = Desk(tournament=tournament, appeal_minutes=usual_minutes(version.rules))
    return Desk.objects.filter(tournament=tournament).first() or usual


def show_settings(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, form: BaseForm | None = None
) -> HttpResponse:
    """Show the settings; `form` is one that was sent and refused."""
    form = form or blank_form("manage_case_settings", tournament)
    return page(request, tournament, "judging/settings.html", "cases", status=status, form=form)


urlpatterns = [
    path("t/<slug:slug>/manage/cases/", desk, name="manage_cases"),
    path("t/<slug:slug>/manage/cases/settings/", settings, name="manage_case_settings"),
]
