"""Organiser's pages of rounds and their clock."""

from __future__ import annotations

import zoneinfo

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.core.actions import blank_form
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page, round_numbered
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, RoundClock
from tournaments.rounds.queries.postponed import tables_to_come
from tournaments.rounds.services import rounds


@requires("seating.view")
@require_safe
def round_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List all rounds by stage, each with its next step."""
    return show_rounds(request, tournament)


def show_rounds(request: HttpRequest, tournament: Tournament, *, status: int = 200, **bound: object) -> HttpResponse:
    context: dict[str, object] = {
        "stages": tournament.stages.all(),
        "zone": zoneinfo.ZoneInfo(tournament.time_zone),
        "to_come": tables_to_come(tournament),
        "dates_form": blank_form("manage_rounds_dates", tournament),
    }
    return page(request, tournament, "rounds/manage/rounds.html", "rounds", status=status, **(context | bound))


@requires("seating.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a round: start, clock, extra time, finish."""
    return show_round(request, tournament, round_numbered(tournament, number))


def show_round(
    request: HttpRequest, tournament: Tournament, round_: Round, *, status: int = 200, **bound: object
) -> HttpResponse:
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        context: dict[str, object] = {
            "round": round_,
            "zone": tournament.time_zone,
            "clock": RoundClock.objects.filter(round=round_).first(),
            "unconfirmed": rounds.unconfirmed_tables(round_),
            "tables": round_.tables.order_by("number"),
            "form": blank_form("manage_round_edit", tournament, round_),
            "finish_form": blank_form("manage_round_finish", tournament),
            "reopen_form": blank_form("manage_round_reopen", tournament),
            "postpone_form": blank_form("manage_table_postpone", tournament),
            "name_form": blank_form("manage_table_name", tournament),
            "extra_form": blank_form("manage_clock_extra", tournament),
            "last": not tournament.rounds.filter(number__gt=round_.number).exists(),
        }
        return page(request, tournament, "rounds/manage/round.html", "rounds", status=status, **(context | bound))


BASE = "t/<slug:slug>/manage/rounds"
urlpatterns = [
    path(f"{BASE}/", round_list, name="manage_rounds"),
    path(f"{BASE}/<int:number>/", show, name="manage_round"),
]
