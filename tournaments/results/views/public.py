"""Public results of a round."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.core.audit import log_head as chain
from tournaments.core.views.public import public_page
from tournaments.events.models import Tournament
from tournaments.results.queries import result_columns
from tournaments.results.queries.public_results import round_results
from tournaments.results.queries.table_logs import tables_with_logs
from tournaments.site.request_limits import expensive
from tournaments.standings.queries import public


@expensive
@public_page("results")
def results(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    """Show the confirmed results of a released round, by default the latest."""
    released = [row for row in public.schedule(tournament) if row.released or row.annulled_at]
    last = public.last_released(released)
    chosen = number if number is not None else (last.number if last else None)
    sheets = round_results(tournament, chosen) if chosen is not None else None
    played = tournament.rounds.filter(number=chosen).first() if chosen is not None else None
    annulled = played is not None and played.annulled_at is not None
    if number is not None and sheets is None and not annulled:
        raise Http404
    title = _("Results of round %(number)s") % {"number": chosen} if sheets is not None else _("Results")
    logged = tables_with_logs(tournament, chosen) if chosen is not None else frozenset()
    shown = {"page_title": title, "rounds": released, "number": chosen, "sheets": sheets, "logged": logged}
    shown["annulled"] = annulled
    head = chain.head_at_release(played) if played is not None else None
    context = {**shown, "head": head, "columns": result_columns.of_results(tournament.ruleset.scoring)}
    return TemplateResponse(request, "results/public/results.html", context)


urlpatterns = [
    path("t/<slug:slug>/results/", results, name="event_results"),
    path("t/<slug:slug>/results/<int:number>/", results, name="event_round"),
]
