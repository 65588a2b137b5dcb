"""The public page of a round's seating."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.core.views.public import public_page
from tournaments.events.models import Tournament
from tournaments.events.queries import current_of
from tournaments.rounds.queries import public_seatings
from tournaments.rounds.queries.field import resting
from tournaments.seating.queries.fixtures import fixtures_of
from tournaments.site.request_limits import expensive
from tournaments.standings.queries import public


@expensive
@public_page("seating")
def seating(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """The seating of a round (the current one where none is asked for), by table and by name."""
    rounds = public.schedule(tournament)
    seated = [row for row in rounds if row.seated]
    chosen = number
    if chosen is None:
        chosen = current_of(rounds).number
    found = public_seatings.seating(tournament, chosen) if chosen is not None else None
    if number is not None and found is None:
        raise Http404
    title = _("Seating of round %(number)s") % {"number": chosen} if found else _("Seating")
    tables = public_seatings.tables_of(found)
    by_name = public_seatings.by_name(tables)
    context = {
        "page_title": title,
        "rounds": seated,
        "seating": found,
        "tables": tables,
        "by_name": by_name,
        "rests": resting(found.round) if found else (),
        "fixtures": fixtures_of(found) if found is not None else None,
    }
    return TemplateResponse(request, "seating/public/seating.html", context)


urlpatterns = [
    path("t/<slug:slug>/seating/", seating, name="event_seating"),
    path("t/<slug:slug>/seating/<int:number>/", seating, name="event_round_seating"),
]
