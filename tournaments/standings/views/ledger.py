"""The ledger's page: penalties, bonuses, corrections; added with a reason, voided with a reason."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.core.audit import Actor
from tournaments.core.permissions import can, requires
from tournaments.core.views.manage import page, submit
from tournaments.events.models import Tournament
from tournaments.results.services import ledger
from tournaments.standings.forms.standings import LineForm
from tournaments.standings.models import Forfeit, ScoreLine


@requires("ledger.view")
def lines(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All lines that are not a table's result, the newest first, and the form for another."""
    penalties = can(request.user, "ledger.penalty", tournament)
    adjusts = can(request.user, "ledger.adjust", tournament)
    kinds = [] if adjusts else [ScoreLine.Kind.PENALTY.value]
    form = LineForm(request.POST or None, tournament=tournament, kinds=kinds, initial=_initial(tournament))
    if request.method == "POST":
        if not (penalties or adjusts):
            raise PermissionDenied
        names = ("kind", "entry", "team", "amount", "unit", "scope", "round_", "table", "hand", "reason", "clause")
        done = submit(
            request,
            form,
            lambda: ledger.add(
                Actor.of(request),
                tournament,
                **{name: form.cleaned_data[name] for name in names if name in form.cleaned_data},
            ),
            _("The line is in the ledger."),
        )
        if done is not None:
            return redirect("manage_ledger", tournament.slug)
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
        status=422 if form.is_bound else 200,
        form=form,
        lines=rows,
        forfeits=given,
        may_add=penalties or adjusts,
        may_adjust=adjusts,
        may_judge=can(request.user, "cases.view", tournament),
    )


def _initial(tournament: Tournament) -> dict[str, str]:
    """Penalties after the places are in points of the score, those before them in points of the sheet."""
    after = tournament.ruleset.scoring.fines == "after"
    return {"unit": ScoreLine.Unit.SCORE if after else ScoreLine.Unit.POINTS}


urlpatterns = [
    path("t/<slug:slug>/manage/ledger/", lines, name="manage_ledger"),
]
