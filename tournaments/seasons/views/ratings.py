"""Public pages of a season's ratings: the list of each family, and its file."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.downloads import CONTENT_TYPES
from tournaments.core.http.request_limits import expensive
from tournaments.core.tabular.writing import as_csv
from tournaments.core.text.rules import format_game_title
from tournaments.core.views.public import set_cache_headers
from tournaments.seasons.files import build_rating_rows
from tournaments.seasons.logic.ratings import PROVISIONAL
from tournaments.seasons.rated import describe_system, get_rating_lists
from tournaments.seasons.views.public import PER_PAGE, get_visible_season, open_reading


@require_safe
@expensive
def season_ratings(request: HttpRequest, season: str) -> HttpResponse:
    visible = get_visible_season(request, season)
    lists = get_rating_lists(open_reading(request, visible))
    families = {rated.family: rated for rated in lists}
    shown = families.get(request.GET.get("family", "")) or next(iter(lists), None)
    context: dict[str, Any] = {
        "season": visible,
        "shown": shown,
        "families": [(family, format_game_title(family)) for family in families],
        "page": Paginator(shown.rows if shown else (), PER_PAGE).get_page(request.GET.get("page")),
        "title": format_game_title(shown.family) if shown else "",
        "system": describe_system(shown.system) if shown else "",
        "provisional": PROVISIONAL,
    }
    answer = render(request, "seasons/ratings.html", context)
    set_cache_headers(answer, request)
    return answer


@require_safe
@expensive
def season_ratings_file(request: HttpRequest, season: str) -> HttpResponse:
    visible = get_visible_season(request, season)
    rows = build_rating_rows(get_rating_lists(open_reading(request, visible)))
    answer = HttpResponse(as_csv(rows), content_type=CONTENT_TYPES["csv"])
    answer["Content-Disposition"] = f'attachment; filename="{visible.slug}-ratings.csv"'
    set_cache_headers(answer, request)
    return answer


urlpatterns = [
    path("seasons/<slug:season>/ratings/", season_ratings, name="season_ratings"),
    path("seasons/<slug:season>/ratings.csv", season_ratings_file, name="season_ratings_csv"),
]
