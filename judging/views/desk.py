"""The desk's first page: who is calling, and the cases that are not settled."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.family import ruleset
from judging.forms.cases import DeskForm
from judging.forms.facts import kind_choices
from judging.models import Desk
from judging.selectors import cases, times
from judging.selectors.appeals import usual_minutes
from judging.services.cases import set_desk
from judging.views.calls import queue_values
from tournaments.models import Tournament
from tournaments.permissions import can, requires
from tournaments.services.audit import Actor
from tournaments.views.manage_support import page, submit


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
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is head referee, and how long a ruling may be appealed against."""
    version = tournament.ruleset
    usual = Desk(tournament=tournament, appeal_minutes=usual_minutes(ruleset(version.preset, version.parameters)))
    desk = Desk.objects.filter(tournament=tournament).first() or usual
    initial = {name: getattr(desk, name) for name in ("head_referee", "appeal_minutes", "appeals_from")}
    form = DeskForm(request.POST or None, tournament=tournament, initial=initial)
    done = submit(request, form, lambda: set_desk(Actor.of(request), tournament, **form.cleaned_data), str(_("Saved.")))
    if done is not None:
        return redirect("manage_cases", tournament.slug)
    status = 422 if form.is_bound else 200
    return page(request, tournament, "judging/settings.html", "cases", status=status, form=form)


urlpatterns = [
    path("t/<slug:slug>/manage/cases/", desk, name="manage_cases"),
    path("t/<slug:slug>/manage/cases/settings/", settings, name="manage_case_settings"),
]
