from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.events.actions import build_announcement_forms
from tournaments.events.models import Announcement, Tournament
from tournaments.events.pages import show_announcements
from tournaments.rounds.phone import get_table_by_code


@requires("tournament.edit")
@require_safe
def announcements(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_announcements(request, tournament, **build_announcement_forms(tournament))


@require_safe
def at_table(request: HttpRequest, token: str) -> HttpResponse:
    event = get_table_by_code(token).round.tournament
    values = {"announcements": Announcement.current(event.pk)}
    return render(request, "events/public/_announcements.html", values)


urlpatterns = [
    path("t/<slug:slug>/manage/announcements/", announcements, name="manage_announcements"),
    path("e/<str:token>/announcements/", at_table, name="table_announcements"),
]
