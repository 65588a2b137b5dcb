"""Teams and their members; wishes to the seating."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.core.actions import blank_form, submit_action
from tournaments.forms.entries import TeamForm
from tournaments.models import Entry, Team, Tournament
from tournaments.permissions import requires
from tournaments.services import teams
from tournaments.services.audit import Actor
from tournaments.views.manage_support import page, submit


@requires("teams.edit")
def team_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Teams with their members, and a new one."""
    form = TeamForm(request.POST or None, instance=Team(tournament=tournament))
    made = submit(
        request,
        form,
        lambda: teams.add(Actor.of(request), tournament, **form.cleaned_data),
        _("The team is made."),
    )
    if made is not None:
        return redirect("manage_teams", tournament.slug)
    return page(
        request,
        tournament,
        "manage/teams.html",
        "teams",
        status=422 if form.is_bound else 200,
        form=form,
        teams=tournament.teams.prefetch_related("members"),
        without=tournament.entries.filter(team=None).exclude(status=Entry.Status.WAITING),
    )


@requires("teams.edit")
def team(request: HttpRequest, tournament: Tournament, team: int) -> HttpResponse:
    """Rename a team, put players in and out."""
    found = get_object_or_404(Team, pk=team, tournament=tournament)
    form = TeamForm(request.POST or None, instance=found)
    done = submit(request, form, lambda: teams.edit(Actor.of(request), found, **form.cleaned_data), _("Saved."))
    if done is not None:
        return redirect("manage_team", tournament.slug, found.pk)
    return page(
        request,
        tournament,
        "manage/team.html",
        "teams",
        status=422 if form.is_bound else 200,
        form=form,
        team=Team.objects.get(pk=found.pk),
        members=found.members.all(),
        others=tournament.entries.exclude(team=found),
    )


@requires("entries.edit")
def constraints(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Wishes and bans that every seating is measured against."""
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
    return page(request, tournament, "manage/constraints.html", "entries", status=status, **(context | bound))


BASE = "t/<slug:slug>/manage"
urlpatterns = [
    path(f"{BASE}/teams/", team_list, name="manage_teams"),
    path(f"{BASE}/teams/<int:team>/", team, name="manage_team"),
    path(f"{BASE}/wishes/", constraints, name="manage_constraints"),
]
