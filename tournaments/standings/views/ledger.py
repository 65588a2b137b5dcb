"""Ledger page: penalties, bonuses, corrections; added and voided with a reason."""

from __future__ import annotations

from typing import Final

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path

from tournaments.core.actions import submit_action
from tournaments.core.permissions import can, requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.standings.forms.standings import TypedLineForm
from tournaments.standings.models import Forfeit, ScoreLine

PENALTIES: Final = (ScoreLine.Kind.PENALTY.value,)
"""Kinds of lines of those who do not adjust."""


@requires("ledger.view")
def lines(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """List all lines except tables' results, newest first, with a form for a new one."""
    if request.method == "POST":
        return submit_action("manage_ledger", request, tournament)
    return show_ledger(request, tournament)


def show_ledger(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, form: BaseForm | None = None
) -> HttpResponse:
    """Show the page; `form` is one that was sent and refused."""
    may_adjust = can(request.user, "ledger.adjust", tournament)
    kinds = () if may_adjust else PENALTIES
    form = form or TypedLineForm(tournament=tournament, kinds=kinds, initial=usual_unit(tournament))
    rows = (
        ScoreLine.objects.filter(tournament=tournament)
        .exclude(kind=ScoreLine.Kind.RESULT)
        .select_related("entry", "team", "round", "table", "author", "voided_by")
        .order_by("-pk")
    )
    given = Forfeit.objects.filter(tournament=tournament).select_related("entry", "round", "author").order_by("-pk")
    return page(
        request,
        tournament,
        "standings/manage/ledger.html",
        "ledger",
        status=status,
        form=form,
        lines=rows,
        forfeits=given,
        may_add=can(request.user, "ledger.penalty", tournament),
        may_adjust=can(request.user, "ledger.adjust", tournament),
        may_judge=can(request.user, "cases.view", tournament),
    )


def usual_unit(tournament: Tournament) -> dict[str, str]:
    """Penalties after the places are in points of the score, those before them in points of the sheet."""
    after = tournament.ruleset.scoring.fines == "after"
    return {"unit": ScoreLine.Unit.SCORE if after else ScoreLine.Unit.POINTS}


urlpatterns = [
    path("t/<slug:slug>/manage/ledger/", lines, name="manage_ledger"),
]
