"""Pages of an event's and a season's webhooks, with the messages of the last days."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.events.models import Tournament
from tournaments.seasons.models import Season
from tournaments.seasons.permissions import requires_in_season
from tournaments.webhooks.actions import AddSeasonWebhook, AddWebhook, EditSeasonWebhook, EditWebhook
from tournaments.webhooks.pages import show_webhooks, show_webhooks_of_season


@requires("events.export")
@require_safe
def manage(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_webhooks(
        request,
        tournament,
        form=AddWebhook.make_blank_form(tournament),
        make_form=lambda webhook: EditWebhook.make_blank_form(tournament, webhook),
    )


@requires_in_season("season.edit")
@require_safe
def manage_of_season(request: HttpRequest, season: Season) -> HttpResponse:
    return show_webhooks_of_season(
        request,
        season,
        form=AddSeasonWebhook.make_blank_form(season),
        make_form=lambda webhook: EditSeasonWebhook.make_blank_form(season, webhook),
    )


urlpatterns = [
    path("t/<slug:slug>/manage/webhooks/", manage, name="manage_webhooks"),
    path("seasons/<slug:season>/manage/webhooks/", manage_of_season, name="manage_season_webhooks"),
]
