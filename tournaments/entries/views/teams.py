"""Pages of teams and their members, and of seating requests."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import path

from tournaments.core.actions import blank_form, submit_action
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.seating.queries.line_ups import coming_line_ups
from tournaments.seating.queries.team_link import is_in_use


@requires("teams.edit")
def team_list(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """List teams with their members, and a form for a new one."""
    if request.method == "POST":
        return submit_action("manage_teams", request, tournament)
    return show_teams(request, tournament)


def show_teams(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    """Show the page; `bound`: the form with its errors."""
    context: dict[str, object] = {
        "form": blank_form("manage_teams", tournament),
        "teams": tournament.teams.prefetch_related("members"),
        "line_ups_of": coming[0].number if (coming := coming_line_ups(tournament)) else None,
        "without": tournament.entries.filter(team=None).exclude(status=Entry.Status.WAITING),
    }
    return page(request, tournament, "entries/manage/teams.html", "teams", status=status, **(context | bound))


@requires("teams.edit")
def team(request: HttpRequest, tournament: Tournament, team: int) -> HttpResponseBase:
    """Rename a team, and change its members."""
    if request.method == "POST":
        return submit_action("manage_team", request, tournament, team=team)
    return show_team(request, tournament, get_object_or_404(tournament.teams, pk=team))


def show_team(
    request: HttpRequest, tournament: Tournament, team: Team, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    """Show the page; `bound`: the form with its errors."""
    context: dict[str, object] = {
        "form": blank_form("manage_team", tournament, team),
        "drop_form": blank_form("manage_team_drop", tournament, team),
        # A form with errors has put its values into the row that it was given.
        "team": tournament.teams.get(pk=team.pk),
        "members": team.members.all(),
        "plays": team.members.exclude(status__in=(Entry.Status.WAITING, Entry.Status.DROPPED)).exists(),
        "others": tournament.entries.exclude(team=team),
        "has_link": is_in_use(tournament),
    }
    return page(request, tournament, "entries/manage/team.html", "teams", status=status, **(context | bound))


@requires("entries.edit")
def constraints(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """List requests and bans, against which every seating is measured."""
    if request.method == "POST":
        return submit_action("manage_constraints", request, tournament)
    return show_constraints(request, tournament)


def show_constraints(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    """Show the page; `bound`: the form with its errors."""
    context: dict[str, object] = {
        "form": blank_form("manage_constraints", tournament),
        "constraints": tournament.seating_constraints.select_related("entry", "other"),
    }
    return page(request, tournament, "seating/manage/constraints.html", "entries", status=status, **(context | bound))


BASE = "t/<slug:slug>/manage"
urlpatterns = [
    path(f"{BASE}/teams/", team_list, name="manage_teams"),
    path(f"{BASE}/teams/<int:team>/", team, name="manage_team"),
    path(f"{BASE}/wishes/", constraints, name="manage_constraints"),
]
