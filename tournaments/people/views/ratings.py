"""Public pages of the site's ratings: the list of each family, and its file."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.core.downloads import CONTENT_TYPES
from tournaments.core.http.request_limits import expensive
from tournaments.core.tabular.writing import SheetRows, as_csv
from tournaments.core.text.rules import format_game_title
from tournaments.core.views.public import set_cache_headers
from tournaments.people.ratings import SYSTEM, get_list, list_families, name_rows
from tournaments.seasons.logic.ratings import PROVISIONAL
from tournaments.seasons.rated import describe_system

PER_PAGE = 100


@require_safe
@expensive
def site_ratings(request: HttpRequest) -> HttpResponseBase:
    families = list_families()
    family = request.GET.get("family", "")
    if family not in families:
        family = next(iter(families), "")
    shown = get_list(family) if family else None
    page = Paginator(shown.rows if shown else (), PER_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "shown": shown,
        "families": [(name, format_game_title(name)) for name in families],
        "page": page,
        "rows": name_rows(list(page.object_list)),
        "title": format_game_title(family) if shown else "",
        "system": describe_system(SYSTEM),
        "provisional": PROVISIONAL,
    }
    return set_cache_headers(render(request, "people/ratings.html", context), request)


@require_safe
@expensive
def site_ratings_file(request: HttpRequest) -> HttpResponse:
    rows: SheetRows = [
        [gettext("Game"), gettext("Place"), gettext("Player"), gettext("Country"), gettext("Rating"), gettext("Games")]
    ]
    for family in list_families():
        rows += [
            [
                format_game_title(family),
                row.place or "",
                row.entry.name,
                str(row.entry.country),
                f"{row.rating.value:.2f}",
                row.rating.games,
            ]
            for row in name_rows(get_list(family).rows)
        ]
    answer = HttpResponse(as_csv(rows), content_type=CONTENT_TYPES["csv"])
    answer["Content-Disposition"] = 'attachment; filename="ratings.csv"'
    set_cache_headers(answer, request)
    return answer


urlpatterns = [
    path("ratings/", site_ratings, name="site_ratings"),
    path("ratings.csv", site_ratings_file, name="site_ratings_csv"),
]
