"""Awards of an event for organisers, and for everybody once their winners are published."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournaments.awards.actions import build_award_forms
from tournaments.awards.pages import describe_hand, describe_published, show_awards
from tournaments.awards.queries import list_public_awards, query_public_hands
from tournaments.core.permissions import requires
from tournaments.core.views.public import public_page
from tournaments.events.models import Tournament

MOST_HANDS = 10


@requires("results.release")
@require_safe
def manage(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_awards(request, tournament, **build_award_forms(tournament))


@require_safe
@public_page("awards")
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the published awards, and the largest hands that were declared in released rounds."""
    hands = [hand for hand in query_public_hands(tournament)[:MOST_HANDS] if not hand.winner.is_erased]
    context = {
        "page_title": pgettext("prizes", "Awards"),
        "awards": describe_published(list_public_awards(tournament)),
        "hands": [describe_hand(hand) for hand in hands],
    }
    return TemplateResponse(request, "awards/public/awards.html", context)


urlpatterns = [
    path("t/<slug:slug>/manage/awards/", manage, name="manage_awards"),
    path("t/<slug:slug>/awards/", show, name="event_awards"),
]
