from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from engine.exact import integer_or
from tournaments.core.permissions import requires
from tournaments.events.models import Tournament
from tournaments.standings.actions.standings import build_standings_forms
from tournaments.standings.pages import show_standings


@requires("standings.view")
@require_safe
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    after = integer_or(request.GET.get("after"), -1)
    chosen = after if 0 <= after <= tournament.rounds_planned else None
    return show_standings(request, tournament, chosen, **build_standings_forms(tournament))


urlpatterns = [path("t/<slug:slug>/manage/standings/", standings, name="manage_standings")]
