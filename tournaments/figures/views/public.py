"""Public pages of figures: of an event, one of its players, a season."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache, caches
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.downloads import CONTENT_TYPES
from tournaments.core.http.request_limits import expensive
from tournaments.core.tabular.writing import as_csv
from tournaments.core.text import names
from tournaments.core.views.public import (
    KEEP_SECONDS,
    compute_json_etag,
    get_visible_tournament,
    page_key,
    public_page,
    set_cache_headers,
)
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.figures import pages
from tournaments.figures.files import build_figure_rows, build_season_figure_rows
from tournaments.figures.logic.charts import compute_trail_width, draw_trails
from tournaments.figures.models import StoredFigures
from tournaments.figures.queries import Numbers, read_event_numbers
from tournaments.seasons import queries as seasons
from tournaments.seasons.models import Season
from tournaments.seasons.numbers import list_stored_figures, read_season_numbers
from tournaments.seasons.permissions import may_see_season


@require_safe
@expensive
@public_page("numbers")
def numbers(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show leaderboards and charts of an event; `figure` chooses a whole leaderboard."""
    stored, read = read_event_numbers(tournament, request.GET.get("family", ""))
    people = Entry.objects.select_related("team").in_bulk(read.sums)
    trails = [(trail, people[trail.key]) for trail in draw_trails(stored.progress) if trail.key in people]
    context = {
        "page_title": _("Numbers"),
        "stored": stored,
        "trails": trails,
        "rounds": range(1, stored.after + 1),
        "trail_width": compute_trail_width(stored.after),
        **_build_values(request, read, people),
    }
    return TemplateResponse(request, "figures/public/event.html", context)


def _build_values(request: HttpRequest, read: Numbers, people: dict[int, Any]) -> dict[str, Any]:
    least, chosen = pages.read_minimum(request.GET), request.GET.get("figure", "")
    boards = pages.build_leaderboards(read, people, least, chosen)
    if chosen and not boards:
        raise Http404
    return {
        "least": least,
        "chosen": chosen,
        "boards": boards,
        "families": pages.list_families(read),
        "family": read.family,
        "figures": pages.list_figure_choices(read, chosen),
        **read.coverage._asdict(),
        **({} if chosen else pages.build_charts(read, people)),
    }


@require_safe
@public_page("players")
def player_numbers(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the figures of one player, with those against each opponent."""
    entry = get_object_or_404(tournament.entries.select_related("team"), number=number)
    _stored, read = read_event_numbers(tournament, request.GET.get("family", ""), with_opponents=True)
    if entry.pk not in read.sums:
        raise Http404
    met = read.opponents.get(entry.pk, {})
    opponents = Entry.objects.select_related("team").in_bulk(met)
    context = {
        "page_title": names.choose_leading_name(entry),
        "player": entry,
        "families": pages.list_families(read),
        "lines": pages.build_player_figures(read, entry.pk),
        "coverage": read.coverage_of(entry.pk),
        "played": sorted(read.games.get(entry.pk, ())),
        "opponents": sorted(
            ((opponents[key], counts) for key, counts in met.items() if key in opponents),
            key=lambda pair: (-pair[1].games, pair[0].number),
        ),
        "with_points": any(counts.points_from or counts.points_to for counts in met.values()),
    }
    return TemplateResponse(request, "figures/public/player.html", context)


@require_safe
@expensive
def numbers_csv(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_visible_tournament(request, slug)
    key = f"table/{page_key(tournament, 'numbers')}"
    content: bytes | None = cache.get(key)
    if content is None:
        content = as_csv(build_figure_rows(tournament))
        cache.set(key, content, KEEP_SECONDS)
    response = HttpResponse(content, content_type=CONTENT_TYPES["csv"])
    response["Content-Disposition"] = f'attachment; filename="{slug}-numbers.csv"'
    set_cache_headers(response, request)
    return response


def _open_season(request: HttpRequest, slug: str) -> seasons.SeasonView:
    season = get_object_or_404(Season, slug=slug)
    if not may_see_season(request.user, season):
        raise Http404
    return seasons.SeasonView(season, seasons.choose_viewer(season, request.user))


@require_safe
@expensive
def season_numbers(request: HttpRequest, season: str) -> HttpResponseBase:
    """Show the leaderboards of a season: the sums of its events, under the rules of one family."""
    reading = _open_season(request, season)
    stored = list_stored_figures(reading)
    visitor = (request.user.pk, request.user.get_username())
    facts = (settings.EDITION, reading.mark, [(row.pk, row.made_at) for row in stored], visitor, get_language())
    etag = compute_json_etag("season numbers", facts, request.get_full_path())
    answer: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = _find_or_render(request, etag, lambda: _build_season_values(request, reading, stored))
        answer["ETag"] = etag
    return set_cache_headers(answer, request)


def _find_or_render(request: HttpRequest, key: str, build_values: Callable[[], dict[str, Any]]) -> HttpResponse:
    """Return the page as it was made for another visitor without an account, or make it."""
    shared = not request.user.is_authenticated and len(get_messages(request)) == 0
    content: bytes | None = caches["pages"].get(key) if shared else None
    if content is not None:
        return HttpResponse(content)
    answer = render(request, "figures/public/season.html", build_values())
    if shared and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META:
        caches["pages"].set(key, answer.content, KEEP_SECONDS)
    return answer


def _build_season_values(
    request: HttpRequest, reading: seasons.SeasonView, stored: list[StoredFigures]
) -> dict[str, Any]:
    read, people = read_season_numbers(reading, stored, request.GET.get("family", ""))
    season = reading.season
    return {"season": season, "inside": not season.published, **_build_values(request, read, people)}


@require_safe
@expensive
def season_numbers_csv(request: HttpRequest, season: str) -> HttpResponse:
    content = as_csv(build_season_figure_rows(_open_season(request, season)))
    answer = HttpResponse(content, content_type=CONTENT_TYPES["csv"])
    answer["Content-Disposition"] = f'attachment; filename="{season}-numbers.csv"'
    set_cache_headers(answer, request)
    return answer


urlpatterns = [
    path("t/<slug:slug>/numbers/", numbers, name="event_numbers"),
    path("t/<slug:slug>/numbers.csv", numbers_csv, name="event_numbers_csv"),
    path("t/<slug:slug>/players/<int:number>/numbers/", player_numbers, name="event_player_numbers"),
    path("seasons/<slug:season>/numbers/", season_numbers, name="season_numbers"),
    path("seasons/<slug:season>/numbers.csv", season_numbers_csv, name="season_numbers_csv"),
]
