"""Promises of draws: the public list with all that was drawn under each, and the organiser's page that makes them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.actions import blank_form
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.core.views.public import public_page
from tournaments.events.models import Tournament
from tournaments.seating.models.draws import SeedCommitment
from tournaments.seating.queries import draws


@require_safe
@public_page("seating")
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every promise with its hash and time, every draw under it, and the draws that nobody promised."""
    context = {
        "page_title": _("Draws"),
        "promises": draws.promises(tournament),
        "without": draws.without_promise(tournament),
    }
    return TemplateResponse(request, "seating/public/draws.html", context)


@requires("seating.draft")
@require_safe
def manage(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the promises, what each waits for, and a form for another one."""
    return show_promises(request, tournament)


def show_promises(
    request: HttpRequest,
    tournament: Tournament,
    *,
    of: SeedCommitment | None = None,
    status: int = 200,
    **bound: object,
) -> HttpResponse:
    """Show the page with a form that was refused, `of` this promise, in place of a fresh one."""
    promises = []
    for found in draws.promises(tournament):
        promise = found.promise
        steps = {"value_form": "value", "correction_form": "correct", "withdraw_form": "withdraw"}
        forms = {name: blank_form(f"manage_draw_{step}", tournament, promise) for name, step in steps.items()}
        due = promise.value_known_at is not None and promise.value_known_at <= timezone.now()
        promises.append({"found": found, "due": due, **forms, **(bound if promise == of else {})})
    context = {
        "promises": promises,
        "promise_form": blank_form("manage_draw_seal", tournament),
        "zone": tournament.time_zone,
    }
    return page(request, tournament, "seating/manage/draws.html", "rounds", status=status, **(context | bound))


OF = "t/<slug:slug>/manage/draws"
urlpatterns = [
    path("t/<slug:slug>/draws/", show, name="event_draws"),
    path(f"{OF}/", manage, name="manage_draws"),
]
