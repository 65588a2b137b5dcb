from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.core.views.manage import round_numbered
from tournaments.events.models import Tournament
from tournaments.rounds.actions.rounds import PlanDates, build_round_forms
from tournaments.rounds.pages import show_round, show_rounds


@requires("seating.view")
@require_safe
def round_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_rounds(request, tournament, dates_form=PlanDates.make_blank_form(tournament))


@requires("seating.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = round_numbered(tournament, number)
    return show_round(request, tournament, round_, **build_round_forms(round_))


BASE = "t/<slug:slug>/manage/rounds"
urlpatterns = [
    path(f"{BASE}/", round_list, name="manage_rounds"),
    path(f"{BASE}/<int:number>/", show, name="manage_round"),
]
