from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.core.audit import log_head as chain
from tournaments.core.http.request_limits import expensive
from tournaments.core.views import long_lists
from tournaments.core.views.long_lists import LongList
from tournaments.core.views.public import public_page
from tournaments.events.models import Tournament
from tournaments.results.queries import result_columns
from tournaments.results.queries.public_results import (
    find_released_tables,
    list_sheets_at_tables,
    list_tables_with_players,
)
from tournaments.results.queries.table_logs import list_tables_with_logs
from tournaments.rounds.models import GameTable
from tournaments.standings.queries import public


@expensive
@public_page("results")
def results(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """Show the confirmed results of a released round, by default the latest."""
    released = [row for row in public.schedule(tournament) if row.released or row.annulled_at]
    last = public.last_released(released)
    chosen = number if number is not None else (last.number if last else None)
    tables = find_released_tables(tournament, chosen) if chosen is not None else None
    played = tournament.rounds.filter(number=chosen).first() if chosen is not None else None
    annulled = played is not None and played.annulled_at is not None
    if number is not None and tables is None and not annulled:
        raise Http404
    title = _("Results of round %(number)s") % {"number": chosen} if tables is not None else _("Results")
    logged = list_tables_with_logs(tournament, chosen) if chosen is not None else frozenset()
    listed = _list_tables_in_pages(request, tournament, tables or [])
    sheets = list_sheets_at_tables(chosen, listed.rows) if chosen is not None and tables is not None else None
    context = {
        "page_title": title,
        "rounds": released,
        "number": chosen,
        "list": listed,
        "sheets": sheets,
        "logged": logged,
        "annulled": annulled,
        "head": chain.head_at_release(played) if played is not None else None,
        "columns": result_columns.list_result_columns(tournament.ruleset.scoring),
    }
    return TemplateResponse(request, "results/public/results.html", context)


def _list_tables_in_pages(
    request: HttpRequest, tournament: Tournament, tables: Sequence[GameTable]
) -> LongList[GameTable]:
    wanted = public.find_searched_keys(tournament, long_lists.read_search_words(request))
    if wanted is not None:
        tables = list_tables_with_players(tables, wanted)
    return long_lists.in_pages(request, tables, long_lists.TABLES, lambda table: table.called)


urlpatterns = [
    path("t/<slug:slug>/results/", results, name="event_results"),
    path("t/<slug:slug>/results/<int:number>/", results, name="event_round"),
]
