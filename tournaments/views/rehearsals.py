"""A rehearsal's controls: robots play on, and the whole of it is deleted."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Tournament
from tournaments.permissions import requires
from tournaments.services import rehearsals
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.views.manage_support import attempt


@requires("events.export")
@require_POST
def play(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The next round, or with `whole` all that is left; the job's page shows how far the robots are."""
    try:
        return redirect(rehearsals.play(Actor.of(request), tournament, whole="whole" in request.POST))
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_home", tournament.slug)


@requires("events.export")
@require_POST
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Delete it."""
    slug, gone = tournament.slug, _("The rehearsal is deleted.")
    done = attempt(request, lambda: rehearsals.remove(Actor.of(request), tournament=tournament), gone)
    return redirect("manage") if done else redirect("manage_home", slug)


urlpatterns = [
    path("t/<slug:slug>/manage/rehearsal/play/", play, name="manage_rehearsal_play"),
    path("t/<slug:slug>/manage/rehearsal/remove/", remove, name="manage_rehearsal_remove"),
]
