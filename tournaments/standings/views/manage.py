"""Organiser's standings, with the forms of the ceremony."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from engine.exact import integer_or
from tournaments.core.actions import blank_form
from tournaments.core.permissions import can, requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.seating.queries.outdated import outdated
from tournaments.seating.queries.unknown import unknown
from tournaments.standings.models import InputRecord
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.categories import with_categories
from tournaments.standings.views.player import selected_player


@requires("standings.view")
@require_safe
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings with all confirmed results, before the public sees them; `?player=` as on the public page."""
    after = integer_or(request.GET.get("after"), -1)
    return show_standings(request, tournament, after if 0 <= after <= tournament.rounds_planned else None)


def show_standings(
    request: HttpRequest, tournament: Tournament, after: int | None = None, *, status: int = 200, **bound: Any
) -> HttpResponse:
    """Show the standings after a round."""
    found = ranking.table(tournament, ranking.standings(tournament, after))
    context = {
        "standings": with_categories(tournament, found),
        **selected_player(request, tournament, found, released=False),
        "rounds": tournament.rounds.order_by("number"),
        "chosen": after,
        "may_release": can(request.user, "results.release", tournament),
        "outdated": next((one for one in outdated(tournament) if one.kind == InputRecord.Kind.CEREMONY), None),
        "unknown": next((one for one in unknown(tournament) if one.kind == InputRecord.Kind.CEREMONY), None),
        "hide_form": blank_form("manage_hide_standings", tournament),
        "ceremony_form": blank_form("manage_ceremony_start", tournament),
    }
    return page(request, tournament, "standings/manage/standings.html", "standings", status=status, **context | bound)


urlpatterns = [path("t/<slug:slug>/manage/standings/", standings, name="manage_standings")]
