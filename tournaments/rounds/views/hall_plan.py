"""Hall plan page: drag the tables or enter numbers, and save them together."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path
from django.views.decorators.http import require_http_methods

from tournaments.core.actions import submit_action
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.rounds.forms.hall_plan import HallPlanForm, RowsForm
from tournaments.rounds.models import MAX_IN_ROW, MAX_ROWS
from tournaments.rounds.queries import hall_plan


@requires("tournament.edit")
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the tables in place (GET), with `in_row` in rows of that many; save them (POST)."""
    if request.method == "POST":
        return submit_action("manage_hall_plan", request, tournament)
    return show_plan(request, tournament)


def show_plan(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, form: HallPlanForm | None = None
) -> HttpResponse:
    """Show the plan. The values of a bound form may be saved over the stored ones."""
    tables = hall_plan.known_tables(tournament)
    stored = hall_plan.spots_of(tournament)
    rows = RowsForm(request.GET if "in_row" in request.GET else None)
    if form is not None:
        form.seen_again(stored)
    else:
        if rows.is_bound and rows.is_valid():
            spots = hall_plan.in_rows(tables, rows.cleaned_data["in_row"])
        else:
            spots = hall_plan.with_places(tables, stored, hall_plan.row_of(tournament))
        form = HallPlanForm(tables=tables, spots=spots, seen=stored)
    return page(
        request,
        tournament,
        "rounds/manage/hall_plan.html",
        "board",
        status=status,
        form=form,
        rows_form=rows,
        arranged=bool(stored),
        most_rows=MAX_ROWS,
        most_in_row=MAX_IN_ROW,
    )


urlpatterns = [path("t/<slug:slug>/manage/board/hall/", show, name="manage_hall_plan")]
