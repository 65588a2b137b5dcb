"""Teams and their members; wishes to the seating."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine.exact import whole_or
from tournaments.forms.entries import ConstraintForm, TeamForm
from tournaments.models import Entry, SeatingConstraint, Team, Tournament
from tournaments.permissions import requires
from tournaments.services import registration, teams
from tournaments.services.audit import Actor
from tournaments.views.manage_support import button, page, submit


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


@requires("teams.edit")
@require_POST
def assign(request: HttpRequest, tournament: Tournament, team: int) -> HttpResponse:
    """Put a player into the team, or (leave=yes) out of it."""
    found = get_object_or_404(Team, pk=team, tournament=tournament)
    player = get_object_or_404(Entry, tournament=tournament, number=whole_or(request.POST.get("number", "")))
    leave = request.POST.get("leave") == "yes"
    return button(
        request,
        lambda: teams.assign(Actor.of(request), player, team=None if leave else found),
        _("Saved."),
        "manage_team",
        tournament.slug,
        team,
    )


@requires("teams.edit")
@require_POST
def remove_team(request: HttpRequest, tournament: Tournament, team: int) -> HttpResponse:
    """Remove an empty team."""
    found = get_object_or_404(Team, pk=team, tournament=tournament)
    return button(
        request,
        lambda: teams.remove(Actor.of(request), found),
        _("The team is removed."),
        "manage_teams",
        tournament.slug,
    )


@requires("entries.edit")
def constraints(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Wishes and bans that every seating is measured against."""
    form = ConstraintForm(request.POST or None, tournament=tournament)
    made = submit(
        request,
        form,
        lambda: registration.add_constraint(Actor.of(request), tournament, **form.cleaned_data),
        _("Saved."),
    )
    if made is not None:
        return redirect("manage_constraints", tournament.slug)
    return page(
        request,
        tournament,
        "manage/constraints.html",
        "entries",
        status=422 if form.is_bound else 200,
        form=form,
        constraints=tournament.seating_constraints.select_related("entry", "other"),
    )


@requires("entries.edit")
@require_POST
def remove_constraint(request: HttpRequest, tournament: Tournament, constraint: int) -> HttpResponse:
    """Take a wish back."""
    found = get_object_or_404(SeatingConstraint, pk=constraint, tournament=tournament)
    return button(
        request,
        lambda: registration.remove_constraint(Actor.of(request), found),
        _("Removed."),
        "manage_constraints",
        tournament.slug,
    )


BASE = "t/<slug:slug>/manage"
urlpatterns = [
    path(f"{BASE}/teams/", team_list, name="manage_teams"),
    path(f"{BASE}/teams/<int:team>/", team, name="manage_team"),
    path(f"{BASE}/teams/<int:team>/assign/", assign, name="manage_team_assign"),
    path(f"{BASE}/teams/<int:team>/remove/", remove_team, name="manage_team_remove"),
    path(f"{BASE}/wishes/", constraints, name="manage_constraints"),
    path(f"{BASE}/wishes/<int:constraint>/remove/", remove_constraint, name="manage_constraint_remove"),
]
