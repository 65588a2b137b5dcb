from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST

from tournaments.core.audit import Actor
from tournaments.core.errors import StaleSheetError, UserError
from tournaments.core.permissions import requires
from tournaments.events.models import Tournament
from tournaments.repairs.queries.effects import compute_effects
from tournaments.results.actions.sheets import build_table_forms
from tournaments.results.forms.results import SheetForm
from tournaments.results.pages import show_table
from tournaments.results.services import corrections
from tournaments.results.views.manage import get_table_or_404


@require_POST
@requires("results.correct")
def preview(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show the effects of the typed numbers, as if they counted at once; change nothing."""
    game_table = get_table_or_404(tournament, number, table)
    form, by = SheetForm.of_table(game_table, request.POST), Actor.of(request)
    forms = build_table_forms(tournament)
    if not form.is_valid():
        return show_table(request, game_table, form, status=422, **forms)
    tried = get_table_or_404(tournament, number, table)
    try:
        effects = compute_effects(tournament, lambda: corrections.submit_counted(by, tried, **form.sheet))
    except StaleSheetError as error:
        return show_table(request, game_table, form, status=409, stale=error.current, **forms)
    except UserError as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
        return show_table(request, game_table, form, status=422, problems=error.problems, **forms)
    return show_table(request, game_table, form, effects=effects, **forms)


urlpatterns = [
    path("t/<slug:slug>/manage/results/<int:number>/table/<int:table>/preview/", preview, name="manage_table_preview"),
]
