"""Public pages of seasons: list, ranking, a person's results with reasons, files."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.core.downloads import CONTENT_TYPES
from tournaments.core.http.request_limits import expensive
from tournaments.core.permissions import can
from tournaments.core.tabular.writing import as_csv, as_xlsx
from tournaments.core.text import names
from tournaments.core.text.rules import format_game_title
from tournaments.core.views.public import compute_json_etag, set_cache_headers
from tournaments.core.views.public_files import respond_with_public_file
from tournaments.seasons import queries as selector
from tournaments.seasons.files import WORKBOOK, build_ranking_rows
from tournaments.seasons.logic.ratings import draw_rating_chart, list_event_ends
from tournaments.seasons.models import Season
from tournaments.seasons.permissions import can_in_season, may_see_season, query_visible_seasons
from tournaments.seasons.rated import get_rating_lists
from tournaments.seasons.text import describe_reason, describe_rule, tie_break_in_words

FORMS = ("csv", "xlsx")
MAX_COLUMNS = 8
"""Events beside the total; each person's page has more."""
PER_PAGE = 100
FEW = 20
"""Maximum of people without a search, and of events that the page lists at once."""
MAX_WORDS = 100


def get_visible_season(request: HttpRequest, slug: str) -> Season:
    """Return the season in the URL, if visible. Raises Http404."""
    season = get_object_or_404(Season, slug=slug)
    if not may_see_season(request.user, season):
        raise Http404
    return season


@require_safe
def season_list(request: HttpRequest) -> HttpResponse:
    context = {"seasons": query_visible_seasons(request.user), "may_create": can(request.user, "seasons.create")}
    return render(request, "seasons/list.html", context)


@require_safe
@expensive
def season_page(request: HttpRequest, season: str) -> HttpResponseBase:
    visible = get_visible_season(request, season)
    reading = open_reading(request, visible)
    etag = _compute_etag(request, reading)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return set_cache_headers(unchanged, request)
    table = _get_table(request, reading)
    events = [event for event in table.events if event.state != selector.HIDDEN]
    columns = [event for event in events if event.state == selector.COUNTS]
    words = request.GET.get("q", "")[:MAX_WORDS]
    context: dict[str, Any] = {
        "season": visible,
        "table": table,
        "page": Paginator(selector.search_rows(table.rows, words), PER_PAGE).get_page(request.GET.get("page")),
        "words": words,
        "searchable": len(table.rows) > FEW,
        "events": events,
        "folded": len(events) > FEW,
        "columns": columns if len(columns) <= MAX_COLUMNS and table.rule.unit == "event" else [],
        "rule": describe_rule(table.rule),
        "inside": not visible.published,
        "may_manage": can_in_season(request.user, "season.view", visible),
    }
    answer = render(request, "seasons/page.html", context)
    answer["ETag"] = etag
    return set_cache_headers(answer, request)


@require_safe
@expensive
def season_person(request: HttpRequest, season: str, event: str, number: int) -> HttpResponse:
    """Show one person's results: values, and reasons for those that do not count."""
    visible = get_visible_season(request, season)
    reading = open_reading(request, visible)
    table = reading.ranking()
    standing = table.standing_of(event, number)
    if standing is None:
        raise Http404
    lines = [(event, day, line, describe_reason(line.why, line.top)) for (event, day), line in standing.lines]
    context = {
        "season": visible,
        "one": standing,
        "lines": lines,
        "parted": tie_break_in_words(standing.row.broken_by),
        "rule": describe_rule(table.rule),
        "name": names.choose_leading_name(standing.person),
        "ratings": _list_ratings(reading, event, number),
    }
    return render(request, "seasons/person.html", context)


@require_safe
@expensive
def season_file(request: HttpRequest, season: str, form: str) -> HttpResponseBase:
    """Return the ranking as CSV or XLSX; the workbook of a public season is made once for all."""
    visible = get_visible_season(request, season)
    reading, month = open_reading(request, visible), request.GET.get("month", "")
    name = f"{'-'.join(filter(None, (visible.slug, month)))}.{form}"
    if form == "xlsx" and visible.published:
        _refuse_unknown(reading, month)
        values = {"season": visible.pk, "month": month, "language": get_language()}
        key = compute_json_etag(WORKBOOK, settings.EDITION, reading.mark, month, get_language()).strip('"')
        return respond_with_public_file(
            request, key, WORKBOOK, lambda: values, tournament=None, name=name, content_type=CONTENT_TYPES[form],
            attachment=True,
        )  # fmt: skip
    rows = build_ranking_rows(_get_table(request, reading))
    content = as_csv(rows) if form == "csv" else as_xlsx(rows, visible.slug)
    answer = HttpResponse(content, content_type=CONTENT_TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    set_cache_headers(answer, request)
    return answer


def _list_ratings(reading: selector.SeasonView, slug: str, number: int) -> list[dict[str, Any]]:
    """Return the person's rating of each family, with its chart and the figures after each event."""
    return [
        {
            "title": format_game_title(rated.family),
            "row": row,
            "chart": draw_rating_chart(row.rating.history),
            "events": [
                (rated.events[event], games, value) for event, games, value in list_event_ends(row.rating.history)
            ],
        }
        for rated in get_rating_lists(reading)
        if (row := rated.rating_of(slug, number)) is not None
    ]


def open_reading(request: HttpRequest, season: Season) -> selector.SeasonView:
    return selector.SeasonView(season, selector.choose_viewer(season, request.user))


def _get_table(request: HttpRequest, reading: selector.SeasonView) -> selector.SeasonTable:
    """Return the ranking of the month in the URL, else of all. Raises Http404 for an unknown month."""
    month = request.GET.get("month", "")
    _refuse_unknown(reading, month)
    return reading.ranking(month)


def _refuse_unknown(reading: selector.SeasonView, month: str) -> None:
    if month and month not in reading.ranking().months:
        raise Http404


def _compute_etag(request: HttpRequest, reading: selector.SeasonView) -> str:
    person = (request.user.pk, request.user.get_username())
    return compute_json_etag(settings.EDITION, reading.mark, request.get_full_path(), get_language(), *person)


urlpatterns = [
    path("seasons/", season_list, name="seasons"),
    path("seasons/<slug:season>/", season_page, name="season"),
    path("seasons/<slug:season>/players/<slug:event>/<number:number>/", season_person, name="season_person"),
    *(
        path(f"seasons/<slug:season>/ranking.{form}", season_file, {"form": form}, name=f"season_{form}")
        for form in FORMS
    ),
]
