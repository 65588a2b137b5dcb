"""Schedules as pages and calendar files, without sign-in."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.views.public import compute_json_etag, get_visible_team, get_visible_tournament, public_page
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.rounds.files import build_event_calendar, build_player_calendar, build_team_calendar
from tournaments.rounds.queries.schedule import find_player_schedule
from tournaments.rounds.queries.team_schedule import build_team_schedule, list_rounds


@require_safe
@public_page("players", same_for_all=False)
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    feed = hall_address.make_absolute(request, reverse("event_player_calendar", args=[tournament.slug, number]))
    lines = find_player_schedule(tournament, number)
    if lines is None:
        raise Http404
    context = {
        "page_title": _("Schedule of %(name)s") % {"name": lines.player.name},
        "schedule": lines,
        "feed": feed,
    }
    return TemplateResponse(request, "rounds/public/schedule.html", context)


@require_safe
def calendar(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Return the schedule as a calendar file to download or subscribe to."""
    tournament = get_visible_tournament(request, slug)

    def make_content(url: str) -> bytes:
        lines = find_player_schedule(tournament, number)
        if lines is None:
            raise Http404
        return build_player_calendar(tournament, lines, url=url)

    page = reverse("event_player_schedule", args=[slug, number])
    return _respond_with_calendar(request, tournament, f"{slug}-player-{number}", page, make_content)


@require_safe
def calendar_of_a_team(request: HttpRequest, slug: str, code: str) -> HttpResponseBase:
    tournament = get_visible_tournament(request, slug)
    team = get_visible_team(tournament, code)

    def make_content(url: str) -> bytes:
        return build_team_calendar(tournament, team, build_team_schedule(team), url=url)

    page = reverse("event_team", args=[slug, code])
    return _respond_with_calendar(request, tournament, f"{slug}-team-{team.pk}", page, make_content)


@require_safe
def calendar_of_all(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = get_visible_tournament(request, slug)

    def make_content(url: str) -> bytes:
        rounds = [round_ for round_ in list_rounds(tournament) if not round_.alone]
        return build_event_calendar(tournament, rounds, url=url)

    return _respond_with_calendar(request, tournament, slug, reverse("event", args=[slug]), make_content)


def _respond_with_calendar(
    request: HttpRequest, tournament: Tournament, name: str, page: str, content: Callable[[str], bytes]
) -> HttpResponseBase:
    """Return the file, or "not modified"; `content` makes it with the page's address."""
    url = hall_address.make_absolute(request, page)
    etag = compute_json_etag("calendar", tournament.pk, tournament.version, get_language(), url, name)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    response = HttpResponse(content(url), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.ics"'
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


urlpatterns = [
    path("t/<slug:slug>/players/<int:number>/schedule/", show, name="event_player_schedule"),
    path("t/<slug:slug>/players/<int:number>/schedule.ics", calendar, name="event_player_calendar"),
    path("t/<slug:slug>/teams/<path:code>/calendar.ics", calendar_of_a_team, name="event_team_calendar"),
    path("t/<slug:slug>/calendar.ics", calendar_of_all, name="event_calendar"),
]
