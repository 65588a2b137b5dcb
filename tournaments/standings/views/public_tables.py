"""Public standings and results as CSV and XLSX, cached by version of the event."""

from __future__ import annotations

from collections.abc import Callable

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.downloads import CONTENT_TYPES
from tournaments.core.http.request_limits import expensive
from tournaments.core.tabular.writing import SheetRows, as_csv, as_xlsx
from tournaments.core.views.public import KEEP_SECONDS, get_visible_tournament, page_key, set_cache_headers
from tournaments.events.models import Tournament
from tournaments.standings import files as public_tables

FORMS = ("csv", "xlsx")


def build_table_file(
    tournament: Tournament, name: str, form: str, make: Callable[..., SheetRows | None], *args: int
) -> bytes:
    """Return a table as CSV or XLSX. Raises Http404 while it is hidden."""
    key = f"table/{page_key(tournament, name, form, *args)}"
    content: bytes | None = cache.get(key)
    if content is None:
        rows = make(tournament, *args)
        if rows is None:
            raise Http404
        content = as_csv(rows) if form == "csv" else as_xlsx(rows, name)
        cache.set(key, content, KEEP_SECONDS)
    return content


def _answer(
    request: HttpRequest, slug: str, name: str, form: str, make: Callable[..., SheetRows | None], *args: int
) -> HttpResponse:
    content = build_table_file(get_visible_tournament(request, slug), name, form, make, *args)
    last = "-".join([slug, name, *map(str, args)])
    response = HttpResponse(content, content_type=CONTENT_TYPES[form])
    response["Content-Disposition"] = f'attachment; filename="{last}.{form}"'
    set_cache_headers(response, request)
    return response


@require_safe
def standings(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    return _answer(request, slug, "standings", form, public_tables.build_standings_rows)


@require_safe
@expensive
def results(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    return _answer(request, slug, "results", form, public_tables.build_result_rows)


@require_safe
def player(request: HttpRequest, slug: str, number: int, form: str) -> HttpResponse:
    return _answer(request, slug, "player", form, public_tables.build_player_rows, number)


urlpatterns = [
    address
    for form in FORMS
    for address in (
        path(f"t/<slug:slug>/standings.{form}", standings, {"form": form}, name=f"event_standings_{form}"),
        path(f"t/<slug:slug>/results.{form}", results, {"form": form}, name=f"event_results_{form}"),
        path(f"t/<slug:slug>/players/<int:number>/results.{form}", player, {"form": form}, name=f"event_player_{form}"),
    )
]
