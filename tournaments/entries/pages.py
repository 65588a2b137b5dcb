"""Organiser's pages of players, for views and actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.core.permissions import can
from tournaments.core.text import places
from tournaments.core.views.manage import page
from tournaments.core.visibility import Visitor, list_visible_questions
from tournaments.core.visibility import list_visible_entries as visible_entries
from tournaments.entries.forms.entries import PortraitForm
from tournaments.entries.models.entries import Entry, Portrait
from tournaments.entries.queries import list_unknown_countries, list_visible_private_facts, search_players
from tournaments.entries.reading.answers import list_answered_questions
from tournaments.events.models import Tournament
from tournaments.results.models.results import ResultSeat, TableResult
from tournaments.standings.queries.categories import list_used_categories

PLAYERS_PER_PAGE = 100


def get_entry_by_number(tournament: Tournament, number: int) -> Entry:
    return get_object_or_404(Entry.objects.select_related("team"), tournament=tournament, number=number)


def search_visible_players(viewer: Visitor, tournament: Tournament, words: str) -> list[Entry]:
    """Return the players whose number, names, club, country or team contain every word, by number."""
    players = visible_entries(viewer, tournament).select_related("team", "substitute_for", "application")
    return list(search_players(players, words, list_visible_private_facts(viewer, tournament)))


def show_entries(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, country_form: BaseForm | None = None
) -> HttpResponse:
    words = request.GET.get("q", "")
    players = search_visible_players(request.user, tournament, words)
    paginator = Paginator(players, PLAYERS_PER_PAGE)
    return page(
        request,
        tournament,
        "entries/manage/entries.html",
        "entries",
        has_attendance=tournament.lasts_weeks or Tournament.Feature.EVENINGS in tournament.enabled,
        status=status,
        page=paginator.get_page(request.GET.get("page")),
        unknown_countries=list_unknown_countries(tournament) if can(request.user, "entries.edit", tournament) else [],
        countries=places.list_coded_countries,
        country_form=country_form,
        shows_ema="ema_number" in list_visible_private_facts(request.user, tournament),
        questions=list_answered_questions(list_visible_questions(request.user, tournament), players),
        categories=list_used_categories(tournament),
        words=words,
    )


def show_entry(
    request: HttpRequest, tournament: Tournament, player: Entry, *, status: int = 200, **forms: BaseForm
) -> HttpResponse:
    seats = player.seats.filter(seating__state__in=("published", "playing")).select_related("seating__round")
    shows_results = can(request.user, "results.view", tournament)
    results = ResultSeat.objects.filter(entry=player, result__state=TableResult.State.CONFIRMED)
    points = dict(results.values_list("result__table__round", "points")) if shows_results else {}
    context: dict[str, object] = {
        "entry": player,
        "portrait_form": PortraitForm(),
        "has_portrait": Portrait.objects.filter(entry=player).exists(),
        "dropped": player.status == Entry.Status.DROPPED,
        "waiting": player.status == Entry.Status.WAITING,
        "substitutes": player.substitutes.order_by("from_round"),
        "forfeits": player.forfeits.filter(voided_at=None).select_related("round"),
        "places": [(seat, points.get(seat.seating.round_id)) for seat in seats.order_by("-seating__round__number")],
        "shows_results": shows_results,
        "questions": list_answered_questions(list_visible_questions(request.user, tournament), [player]),
    }
    return page(request, tournament, "entries/manage/entry.html", "entries", status=status, **(context | forms))


def show_categories(
    request: HttpRequest, tournament: Tournament, *, rows: Iterable[Any], status: int = 200, **forms: BaseForm
) -> HttpResponse:
    held = list(tournament.entries.values_list("categories", flat=True))
    rows = [(category, *forms, sum(category.number in numbers for numbers in held)) for category, *forms in rows]
    template = "entries/manage/categories.html"
    return page(request, tournament, template, "categories", status=status, rows=rows, **forms)


def show_questions(
    request: HttpRequest, tournament: Tournament, *, rows: Iterable[Any], status: int = 200, **forms: BaseForm
) -> HttpResponse:
    answers = list(tournament.entries.values_list("answers", flat=True))
    rows = [(question, form, sum(question.key in row for row in answers)) for question, form in rows]
    return page(request, tournament, "entries/manage/questions.html", "entries", status=status, rows=rows, **forms)
