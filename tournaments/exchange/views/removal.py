"""Deletion of an event: backup first, then the name as confirmation."""

from __future__ import annotations

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path

from tournaments.core.actions import blank_form, submit_action
from tournaments.core.permissions import can, requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.exchange.services import removal


@requires("events.remove")
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Make the backup, download it, then delete the event by its name."""
    if request.method == "POST":
        return submit_action("manage_remove", request, tournament)
    return show_removal(request, tournament)


def show_removal(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, form: BaseForm | None = None
) -> HttpResponse:
    confirmed = removal.has_confirmed_results(tournament)
    return page(
        request,
        tournament,
        "exchange/manage/remove.html",
        "settings",
        status=status,
        form=form or blank_form("manage_remove", tournament),
        backup=removal.backup_of(tournament),
        confirmed=confirmed,
        may_remove=not confirmed or can(request.user, "site.events.remove"),
    )


urlpatterns = [path("t/<slug:slug>/manage/remove/", remove, name="manage_remove")]
