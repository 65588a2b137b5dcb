"""The page for a changed field: replace one player, or redraw the remaining rounds."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path
from django.views.decorators.http import require_http_methods

from tournaments.core.actions import blank_form, submit_action
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.seating.queries.draw_inputs import coming_rounds, unsettled


@requires("entries.edit")
@require_http_methods(["GET", "HEAD", "POST"])
def redraw(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the form; a post drafts the remaining rounds anew."""
    if request.method == "POST":
        return submit_action("manage_redraw", request, tournament)
    return show_redraw(request, tournament, form=blank_form("manage_redraw", tournament))


def show_redraw(
    request: HttpRequest, tournament: Tournament, *, form: forms.BaseForm, status: int = 200
) -> HttpResponse:
    """Show the form beside those who left or have no chair."""
    gone, chairless = unsettled(tournament)
    return page(
        request,
        tournament,
        "seating/manage/redraw.html",
        "rounds",
        status=status,
        form=form,
        coming=[round_.number for round_ in coming_rounds(tournament)],
        gone=gone,
        chairless=chairless,
    )


urlpatterns = [
    path("t/<slug:slug>/manage/redraw/", redraw, name="manage_redraw"),
]
