"""Organiser's pages of a season, which views and actions show with their forms."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.core.models.log import AuditEntry
from tournaments.core.visibility import list_visible_events
from tournaments.events.models import Tournament
from tournaments.seasons import queries as selector
from tournaments.seasons import text as words
from tournaments.seasons.forms import SeasonMergeForm, SeasonTeamMergeForm
from tournaments.seasons.models import Season
from tournaments.seasons.permissions import list_season_actions
from tournaments.webhooks.queries import list_failing

LAST_ENTRIES = 30


def render_season_page(
    request: HttpRequest, season: Season, template: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    frame = {"season": season, "allowed": list_season_actions(request.user, season)}
    return render(request, f"seasons/{template}.html", frame | context, status=status)


def query_events_to_add(request: HttpRequest, season: Season) -> QuerySet[Tournament]:
    """Return the events that the account may add, latest first."""
    listed = season.events.values("tournament")
    return list_visible_events(request.user).exclude(pk__in=listed).distinct().order_by("-starts_on", "name")


def show_events(request: HttpRequest, season: Season, *, form: BaseForm, status: int = 200) -> HttpResponse:
    table = selector.compute_ranking(season, request.user)
    logged = AuditEntry.objects.filter(tournament=None, object_type="season", object_id=str(season.pk))
    return render_season_page(
        request,
        season,
        "manage",
        status=status,
        form=form,
        webhooks=list_failing(season) if "season.edit" in list_season_actions(request.user, season) else [],
        events=[(event, words.describe_state(event.state)) for event in table.events],
        rule=words.describe_rule(table.rule),
        log=[
            (entry, words.change_in_words(entry.action, entry.before, entry.after))
            for entry in logged.select_related("actor").order_by("-sequence")[:LAST_ENTRIES]
        ],
    )


def show_settings(request: HttpRequest, season: Season, *, status: int = 200, **forms: BaseForm) -> HttpResponse:
    held = season.roles.select_related("user")
    return render_season_page(request, season, "settings", status=status, held=held, **forms)


def show_register(
    request: HttpRequest,
    season: Season,
    *,
    status: int = 200,
    form: BaseForm | None = None,
    team_form: BaseForm | None = None,
) -> HttpResponse:
    people = selector.list_spellings(season, request.user)
    merges = season.merges.select_related("entry__tournament", "same_as__tournament")
    form = form or SeasonMergeForm(register=people)
    teams = selector.list_known_teams(season, request.user)
    return render_season_page(
        request,
        season,
        "register",
        status=status,
        form=form,
        found=people,
        merges=merges,
        teams=teams,
        team_form=team_form or SeasonTeamMergeForm(teams=teams, prefix="teams"),
        team_merges=season.team_merges.select_related("team__tournament", "same_as__tournament"),
    )
