"""The tables of the hall: dragged where they stand, or written as numbers, and saved together."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.hall_plan import HallPlanForm, RowsForm
from tournaments.models import Tournament
from tournaments.models.hall import MOST_IN_ROW, MOST_ROWS
from tournaments.permissions import requires
from tournaments.selectors import hall_plan
from tournaments.services import hall_plan as services
from tournaments.services.audit import Actor
from tournaments.views.manage_support import page, submit


@requires("tournament.edit")
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """GET shows the tables where they stand, with `in_row` in rows of that many, and stores nothing; POST saves."""
    tables = hall_plan.known_tables(tournament)
    stored = hall_plan.spots_of(tournament)
    status = 200
    rows = RowsForm(request.GET if "in_row" in request.GET else None)
    if request.method == "POST":
        form = HallPlanForm(request.POST, tables=tables)
        forget = "forget" in request.POST
        done = _("The tables stand in rows again.") if forget else _("The plan of the hall is saved.")
        saved = submit(
            request,
            form,
            lambda: services.arrange(
                Actor.of(request),
                tournament,
                spots={} if forget else form.spots,
                seen=form.cleaned_data["seen"],
            ),
            done,
        )
        if saved is not None:
            return redirect("manage_board", tournament.slug)
        form.seen_again(stored)
        status = 422
    else:
        if rows.is_bound and rows.is_valid():
            spots = hall_plan.in_rows(tables, rows.cleaned_data["in_row"])
        else:
            spots = hall_plan.with_places(tables, stored, hall_plan.row_of(tournament))
        form = HallPlanForm(tables=tables, spots=spots, seen=stored)
    return page(
        request,
        tournament,
        "manage/hall_plan.html",
        "board",
        status=status,
        form=form,
        rows_form=rows,
        arranged=bool(stored),
        most_rows=MOST_ROWS,
        most_in_row=MOST_IN_ROW,
    )


urlpatterns = [path("t/<slug:slug>/manage/board/hall/", show, name="manage_hall_plan")]
