"""Organiser's page of the players who may be known persons, and of those who are linked."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.accounts.models import User
from tournaments.core.views.manage import page
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.people.queries import list_linked_players, list_people_sitting_twice, suggest


def get_player(tournament: Tournament, number: int) -> Entry:
    rows = Entry.objects.select_related("tournament")
    return get_object_or_404(rows, tournament=tournament, number=number, filler=False)


def show_persons(request: HttpRequest, tournament: Tournament, *, status: int = 200, **context: Any) -> HttpResponse:
    user = cast(User, request.user)
    return page(
        request,
        tournament,
        "people/manage/persons.html",
        "entries",
        status=status,
        suggestions=suggest(user, tournament),
        linked=list_linked_players(user, tournament),
        twice=list_people_sitting_twice(tournament),
        **context,
    )
