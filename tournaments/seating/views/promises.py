from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.core.views.public import public_page
from tournaments.events.models import Tournament
from tournaments.seating.actions.draws import build_promise_forms
from tournaments.seating.pages import show_promises
from tournaments.seating.queries import draws


@require_safe
@public_page("seating")
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "page_title": _("Draws"),
        "promises": draws.list_promises(tournament),
        "without": draws.list_draws_without_promise(tournament),
    }
    return TemplateResponse(request, "seating/public/draws.html", context)


@requires("seating.draft")
@require_safe
def manage(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_promises(request, tournament, **build_promise_forms(tournament))


OF = "t/<slug:slug>/manage/draws"
urlpatterns = [
    path("t/<slug:slug>/draws/", show, name="event_draws"),
    path(f"{OF}/", manage, name="manage_draws"),
]
