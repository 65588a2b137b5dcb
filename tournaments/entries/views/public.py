from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.http.request_limits import expensive
from tournaments.core.permissions import can
from tournaments.core.views import long_lists
from tournaments.core.views.public import get_visible_tournament, public_page
from tournaments.entries.reading.answers import list_answered_questions
from tournaments.events.models import Tournament
from tournaments.standings.queries import public
from tournaments.standings.queries.categories import list_used_categories


@expensive
@public_page("players")
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the players, with `?q=` those found; redirect to the page of a single one."""
    query = long_lists.read_search_words(request)
    players = public.search_listed_players(tournament, query)
    if query and len(players) == 1:
        return redirect("event_player", tournament.slug, players[0].number)

    listed = long_lists.in_pages(request, players, long_lists.PLAYERS, lambda player: player.number)
    questions = list_answered_questions(tournament.questions.filter(public=True), listed.rows)
    values = {"list": listed, "query": query, "questions": questions}
    context = {"page_title": _("Players"), **values, "categories": list_used_categories(tournament)}
    return TemplateResponse(request, "entries/public/players.html", context)


@require_safe
def player_code(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Redirect from a badge's QR code to the player's page, or before play to check-in for the desk."""
    tournament = get_visible_tournament(request, slug)
    before = tournament.state == Tournament.State.PLANNED
    if before and can(request.user, "entries.check_in", tournament):
        return redirect("manage_check_in_one", slug, number)
    return redirect("event_player", slug, number)


urlpatterns = [
    path("t/<slug:slug>/players/", players, name="event_players"),
    path("t/<slug:slug>/n/<int:number>/", player_code, name="player_code"),
]
