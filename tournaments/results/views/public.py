"""Public results of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.core.audit import log_head as chain
from tournaments.core.views.public import public_page, visible_tournament
from tournaments.results.queries import result_columns
from tournaments.results.queries.public_results import round_results
from tournaments.results.queries.table_logs import tables_with_logs
from tournaments.site.request_limits import expensive
from tournaments.standings.queries import public


@expensive
def results(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponseBase:
    """Show the confirmed results of a released round, by default the latest."""
    tournament = visible_tournament(request, slug)

    def context() -> Mapping[str, Any]:
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
        return {**shown, "head": head, "columns": result_columns.of_results(tournament.ruleset.scoring)}

    return public_page(request, tournament, "results/public/results.html", context, section="results")


urlpatterns = [
    path("t/<slug:slug>/results/", results, name="event_results"),
    path("t/<slug:slug>/results/<int:number>/", results, name="event_round"),
]
