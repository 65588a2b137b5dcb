"""The page for a changed field: replace one player, or redraw the remaining rounds."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.redraw import RedrawForm
from tournaments.models import Tournament
from tournaments.permissions import requires
from tournaments.services import redraws
from tournaments.services.audit import Actor
from tournaments.views.manage_support import page, submit


@requires("entries.edit")
@require_http_methods(["GET", "HEAD", "POST"])
def redraw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the form; a post drafts the remaining rounds anew."""
    form = RedrawForm(request.POST if request.method == "POST" else None, tournament=tournament)
    if request.method == "POST":
        draw = submit(
            request,
            form,
            lambda: redraws.redraw(Actor.of(request), tournament, **form.cleaned_data),
            _("The remaining rounds are drafted; look at them, then publish."),
        )
        if draw is not None:
            return redirect(draw)
    gone, chairless = redraws.unsettled(tournament)
    return page(
        request,
        tournament,
        "manage/redraw.html",
        "rounds",
        status=422 if form.errors else 200,
        form=form,
        coming=[round_.number for round_ in redraws.coming_rounds(tournament)],
        gone=gone,
        chairless=chairless,
    )


urlpatterns = [
    path("t/<slug:slug>/manage/redraw/", redraw, name="manage_redraw"),
]
