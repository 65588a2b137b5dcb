from __future__ import annotations

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.results.queries.attendance import build_grid


@requires("entries.edit")
@require_safe
def manage(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_attendance(request, tournament, request.GET.get("column", ""))


def show_attendance(
    request: HttpRequest, tournament: Tournament, column: str, *, status: int = 200, form: BaseForm | None = None
) -> HttpResponse:
    grid = build_grid(tournament)
    context: dict[str, object] = {"grid": grid, "edited": grid.column(column), "form": form}
    return page(request, tournament, "results/manage/attendance.html", "entries", status=status, **context)


urlpatterns = [path("t/<slug:slug>/manage/attendance/", manage, name="manage_attendance")]
