"""Player's schedule, to read, to print and for the calendar. No sign-in needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path, reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.views.public import json_etag, public_page, visible_tournament
from tournaments.events import hall_address
from tournaments.rounds.files import calendar_of
from tournaments.rounds.queries.schedule import schedule_of


@require_safe
def show(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Show the published rounds of one player in order."""
    tournament = visible_tournament(request, slug)
    feed = hall_address.absolute(request, reverse("event_player_calendar", args=[slug, number]))

    def context() -> Mapping[str, Any]:
        found = schedule_of(tournament, number)
        if found is None:
            raise Http404
        return {
            "page_title": _("Schedule of %(name)s") % {"name": found.player.name},
            "schedule": found,
            "feed": feed,
            "request": request,
        }

    return public_page(
        request, tournament, "rounds/public/schedule.html", context, section="players", same_for_all=False
    )


@require_safe
def calendar(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Return the schedule as a calendar file, which calendars may subscribe to."""
    tournament = visible_tournament(request, slug)
    page = hall_address.absolute(request, reverse("event_player_schedule", args=[slug, number]))
    etag = json_etag("calendar", tournament.pk, tournament.version, get_language(), page, number)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    found = schedule_of(tournament, number)
    if found is None:
        raise Http404
    content = calendar_of(tournament, found, host=request.get_host().partition(":")[0], url=page)
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-player-{number}.ics"'
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return response


urlpatterns = [
    path("t/<slug:slug>/players/<int:number>/schedule/", show, name="event_player_schedule"),
    path("t/<slug:slug>/players/<int:number>/schedule.ics", calendar, name="event_player_calendar"),
]
