"""Awards on pages of other subjects: the ceremony, a player's page, the page of a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.template.loader import render_to_string

from tournaments.awards.pages import describe_published
from tournaments.awards.queries import list_awards_of, list_published_awards
from tournaments.awards.text import format_title
from tournaments.core.extensions import extends
from tournaments.core.shared_answers import share_answer
from tournaments.core.visibility import build_name_marks
from tournaments.entries.models.entries import Entry


@extends("ceremony")
def render_steps(page: Mapping[str, Any]) -> str:
    if page.get("category"):
        return ""
    tournament = page["tournament"]
    awards = describe_published(list_published_awards(tournament))
    values = {"awards": awards, "marks": build_name_marks(tournament)}
    return render_to_string("awards/_ceremony.html", values) if awards else ""


@extends("public_player")
def render_player(page: Mapping[str, Any]) -> str:
    player = page["player"]
    published = player.tournament.awards.filter(published_at__isnull=False)
    if not share_answer(("published awards", player.tournament_id), published.exists):
        return ""
    return _render_won([player], several=False)


@extends("person")
def render_person(page: Mapping[str, Any]) -> str:
    return _render_won([event.entry for event in page["career"].events], several=True)


def _render_won(entries: Iterable[Entry], *, several: bool) -> str:
    won = [(format_title(row.award), row.award.tournament) for row in list_awards_of(entries)]
    return render_to_string("awards/_won.html", {"won": won, "several": several}) if won else ""
