from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.core.http.request_limits import expensive
from tournaments.core.views import long_lists
from tournaments.core.views.public import public_page
from tournaments.events.models import Tournament
from tournaments.events.queries import choose_current_round
from tournaments.rounds.queries import public_seatings
from tournaments.rounds.queries.participants import list_resting_players
from tournaments.seating.queries.fixtures import find_fixtures
from tournaments.standings.queries import public

BY_NAME: Final = "name"
"""Value of `?by=` that lists a large hall by name, else by table."""


@expensive
@public_page("seating")
def seating(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    rounds = public.schedule(tournament)
    seated = [row for row in rounds if row.seated]
    chosen = number
    if chosen is None:
        chosen = choose_current_round(rounds).number
    seating = public_seatings.find_public_seating(tournament, chosen) if chosen is not None else None
    if number is not None and seating is None:
        raise Http404
    title = _("Seating of round %(number)s") % {"number": chosen} if seating else _("Seating")
    tables = public_seatings.list_seated_tables(seating)
    context = {
        "page_title": title,
        "rounds": seated,
        "seating": seating,
        "count": len(tables),
        **_build_list_context(request, tournament, tables),
        "rests": list_resting_players(seating.round) if seating else (),
        "fixtures": find_fixtures(seating) if seating is not None else None,
    }
    return TemplateResponse(request, "seating/public/seating.html", context)


def _build_list_context(
    request: HttpRequest, tournament: Tournament, tables: Sequence[public_seatings.SeatedTable]
) -> Mapping[str, Any]:
    """Return all tables and names; of a large hall a page of one of them, or the matches of a search."""
    if len(tables) <= long_lists.TABLES.most:
        return {"tables": tables, "by_name": public_seatings.sort_seats_by_name(tables), "list": None}
    wanted = public.find_searched_keys(tournament, long_lists.read_search_words(request))
    if request.GET.get("by") == BY_NAME:
        seats = public_seatings.sort_seats_by_name(tables)
        seats = [seat for seat in seats if wanted is None or seat[1].entry_id in wanted]
        names = long_lists.paginate_by_letter(
            request, seats, long_lists.PLAYERS, lambda seat: public_seatings.build_name_key(seat[1].entry)
        )
        return {"tables": None, "by_name": names.rows, "list": names}
    if wanted is not None:
        tables = [table for table in tables if any(seat.entry_id in wanted for seat in table.seats)]
    listed = long_lists.in_pages(request, tables, long_lists.TABLES, lambda table: table.label)
    return {"tables": listed.rows, "by_name": None, "list": listed}


urlpatterns = [
    path("t/<slug:slug>/seating/", seating, name="event_seating"),
    path("t/<slug:slug>/seating/<int:number>/", seating, name="event_round_seating"),
]
