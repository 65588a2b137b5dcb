"""Page of an event's personal data with purposes and periods."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.exchange import personal_data


@requires("entries.edit")
@require_safe
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return page(
        request,
        tournament,
        "exchange/manage/personal_data.html",
        "personal_data",
        players=personal_data.of_players(),
        registrations=personal_data.of_registrations(),
        beside=personal_data.beside(),
    )


urlpatterns = [path("t/<slug:slug>/manage/personal-data/", overview, name="manage_personal_data")]
