"""The desk's first page: who is calling, and the cases that are not settled."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from judging.views.calls import queue_values
from tournaments.models import Tournament
from tournaments.permissions import requires
from tournaments.views.manage_support import page


@requires("cases.view")
@require_safe
@never_cache
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The queue, renewed by itself, and what is open."""
    return page(request, tournament, "judging/desk.html", "cases", part="desk", **queue_values(request, tournament))


urlpatterns = [path("t/<slug:slug>/manage/cases/", desk, name="manage_cases")]
