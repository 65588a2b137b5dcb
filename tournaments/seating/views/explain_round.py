"""How a round was seated, for players: the words, what they are worth, and who met again and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.views.public import public_page, visible_tournament
from tournaments.seating.views.explain_draw import explain_round, explained_rounds


@require_safe
def show(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The explanation of a published round, whatever way it was seated."""
    tournament = visible_tournament(request, slug)

    def context() -> Mapping[str, Any]:
        found = explain_round(tournament, number)
        if found is None:
            raise Http404
        return {
            "page_title": _("How round %(number)s was seated") % {"number": number},
            "told": found,
            "rounds": [{"number": each} for each in explained_rounds(tournament)],
        }

    return public_page(request, tournament, "seating/public/explain_round.html", context, section="seating")


urlpatterns = [path("t/<slug:slug>/seating/<int:number>/explained/", show, name="event_round_explained")]
