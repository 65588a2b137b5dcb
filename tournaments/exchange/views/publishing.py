"""Page of an event that is published to another site, or that another computer publishes here."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.events.models import Tournament
from tournaments.exchange.actions.publishing import KeepSealedBackup, StartPublishing
from tournaments.exchange.pages import show_publishing


@requires("events.export")
@require_safe
def publishing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_publishing(
        request,
        tournament,
        form=StartPublishing.make_blank_form(tournament),
        passphrase_form=KeepSealedBackup.make_blank_form(tournament),
    )


urlpatterns = [path("t/<slug:slug>/manage/publishing/", publishing, name="manage_publishing")]
