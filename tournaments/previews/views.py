"""Pictures of public pages, 1200 by 630, for previews of links; nobody sees more in them than a visitor does."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.core.http.request_limits import expensive
from tournaments.core.text.names import reading_names
from tournaments.core.views.public import compute_json_etag, page_key
from tournaments.events.models import Tournament
from tournaments.game.logic.hand_input import HandInput
from tournaments.previews import cards
from tournaments.previews.logic import Card
from tournaments.previews.pictures import respond_with_picture
from tournaments.seasons.models import Season
from tournaments.seasons.queries import SeasonView


def _respond_of_event(
    request: HttpRequest, slug: str, build: Callable[..., Card | None], *arguments: int
) -> HttpResponseBase:
    tournament = get_object_or_404(Tournament, slug=slug, published=True)
    key = page_key(tournament, "picture", build.__name__, *arguments)
    with timezone.override(ZoneInfo(tournament.time_zone)), reading_names(full=False):
        return respond_with_picture(request, key, lambda: build(tournament, *arguments))


@require_safe
@expensive
def event(request: HttpRequest, slug: str) -> HttpResponseBase:
    return _respond_of_event(request, slug, cards.build_event_card)


@require_safe
@expensive
def standings(request: HttpRequest, slug: str) -> HttpResponseBase:
    return _respond_of_event(request, slug, cards.build_standings_card)


@require_safe
@expensive
def player(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    return _respond_of_event(request, slug, cards.build_player_card, number)


@require_safe
@expensive
def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponseBase:
    return _respond_of_event(request, slug, cards.build_table_card, number, table)


@require_safe
@expensive
def board(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponseBase:
    return _respond_of_event(request, slug, cards.build_board_card, session, number)


@require_safe
@expensive
def season(request: HttpRequest, season: str) -> HttpResponseBase:
    reading = SeasonView(get_object_or_404(Season, slug=season, published=True))
    key = compute_json_etag("picture", settings.EDITION, reading.mark, get_language()).strip('"')
    return respond_with_picture(request, key, lambda: cards.build_season_card(reading))


@require_safe
@expensive
def hand(request: HttpRequest) -> HttpResponseBase:
    question = HandInput.read(request.GET.dict())
    key = compute_json_etag("picture", settings.EDITION, question.query(), get_language()).strip('"')
    return respond_with_picture(request, key, lambda: cards.build_hand_card(question))


PICTURE = "preview.png"

urlpatterns = [
    path(f"t/<slug:slug>/{PICTURE}", event, name="event_preview"),
    path(f"t/<slug:slug>/standings/{PICTURE}", standings, name="event_standings_preview"),
    path(f"t/<slug:slug>/players/<int:number>/{PICTURE}", player, name="event_player_preview"),
    path(f"t/<slug:slug>/results/<int:number>/table/<int:table>/{PICTURE}", table, name="event_table_preview"),
    path(f"t/<slug:slug>/deals/<int:session>/<int:number>/{PICTURE}", board, name="event_board_preview"),
    path(f"seasons/<slug:season>/{PICTURE}", season, name="season_preview"),
    path(f"hand/{PICTURE}", hand, name="hand_preview"),
]
