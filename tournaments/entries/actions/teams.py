"""Actions of teams, and of seating requests."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.exact import integer_or
from tournaments.core.actions import Action, register
from tournaments.entries.forms.entries import ConstraintForm, FromRoundForm, TeamEditForm, TeamForm, TeamOfPlayerForm
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.services import players, teams
from tournaments.entries.views.players import entry_numbered
from tournaments.entries.views.teams import show_constraints, show_team, show_teams
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.services import wishes


def team_of(action: Action) -> Team:
    """Return the team in the URL, named by its code in the API. Raises Http404."""
    parts = action.parts
    named = {"code": parts["code"]} if action.in_api else {"pk": parts["team"]}
    return get_object_or_404(action.tournament.teams, **named)


@register
class AddTeam(Action):
    """Add a team."""

    path = "teams/add"
    page_path = None
    name = "manage_teams"
    permission = "teams.edit"
    logs = ("teams.add",)
    form_class = TeamForm
    done = _("The team is created.")
    success_page = "manage_teams"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": Team(tournament=self.tournament)}

    def perform(self, data: dict[str, Any]) -> Team:
        return teams.add(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse:
        return show_teams(self.request, self.tournament, **context)


@register
class EditTeam(Action):
    """Change name, code or country."""

    path = "teams/<str:code>/edit"
    page_path = None
    name = "manage_team"
    permission = "teams.edit"
    logs = ("teams.edit",)
    form_class = TeamEditForm
    done = _("Saved.")

    def get_target(self) -> Team:
        return team_of(self)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.target}

    def perform(self, data: dict[str, Any]) -> Team:
        # The form has put its values into the row.
        self.target.refresh_from_db()
        return teams.edit(self.by, self.target, **{**data, "code": data["code"] or self.target.code})

    def page(self, **context: Any) -> HttpResponse:
        return show_team(self.request, self.tournament, self.target, **context)

    def get_success_url(self, result: Any) -> str:
        return reverse("manage_team", args=[self.tournament.slug, self.target.pk])


@register
class AssignTeam(Action):
    """Put the player into a team by its code; empty for none."""

    path = "entries/<number:number>/team"
    page_path = "teams/<int:team>/assign"
    name = "manage_team_assign"
    permission = "teams.edit"
    logs = ("teams.assign",)
    form_class = TeamOfPlayerForm
    api_fields = {
        "team": serializers.CharField(
            max_length=20, required=False, allow_blank=True, default="", help_text="The team's code."
        )
    }
    done = _("Saved.")

    def get_target(self) -> Entry:
        """Return the player in the URL, or the one chosen on the page of a team."""
        if self.in_api:
            return entry_numbered(self.tournament, self.parts["number"])
        self.team = get_object_or_404(self.tournament.teams, pk=self.parts["team"])
        return entry_numbered(self.tournament, integer_or(self.request.POST.get("number", "")))

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def get_form(self, data: Any = None, *, prefix: str | None = None) -> Any:
        """Return the form; the page's buttons put the player into its team, or out of it."""
        if not self.in_api:
            data = {"team": "" if self.request.POST.get("leave") == "yes" else self.team.code}
        return super().get_form(data, prefix=prefix)

    def perform(self, data: dict[str, Any]) -> object:
        return teams.assign(self.by, self.target, **data)

    def get_success_url(self, result: Any) -> str:
        return reverse("manage_team", args=[self.tournament.slug, self.team.pk])


@register
class DropTeam(Action):
    """Withdraw the team: none of its members plays from this round on."""

    path = "teams/<str:code>/drop"
    page_path = "teams/<int:team>/drop"
    name = "manage_team_drop"
    permission = "entries.edit"
    logs = ("teams.drop", "entries.drop")
    form_class = FromRoundForm
    form_name, prefix = "drop_form", "drop"
    done = _("The team is withdrawn. Repeat the cut, or seat the open rounds anew.")

    def get_target(self) -> Team:
        return team_of(self)

    def get_initial(self) -> dict[str, Any]:
        return {"from_round": players.first_open_round(self.tournament)}

    def perform(self, data: dict[str, Any]) -> object:
        return teams.drop(self.by, self.target, **data)

    def page(self, **context: Any) -> HttpResponse:
        return show_team(self.request, self.tournament, self.target, **context)

    def get_success_url(self, result: Any) -> str:
        return reverse("manage_team", args=[self.tournament.slug, self.target.pk])


@register
class RemoveTeam(Action):
    """Delete the team; its players stay."""

    path = "teams/<str:code>/remove"
    page_path = "teams/<int:team>/remove"
    name = "manage_team_remove"
    permission = "teams.edit"
    logs = ("teams.remove",)
    done = _("The team is removed.")
    success_page = "manage_teams"

    def get_target(self) -> Team:
        return team_of(self)

    def perform(self, data: dict[str, Any]) -> object:
        return teams.remove(self.by, self.target)


class OfConstraints(Action):
    """Base of actions on seating requests."""

    permission = "entries.edit"
    success_page = "manage_constraints"


@register
class AddConstraint(OfConstraints):
    """Add a request or a ban for every seating."""

    path = "constraints/add"
    page_path = None
    name = "manage_constraints"
    logs = ("constraints.add",)
    form_class = ConstraintForm
    done = _("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> object:
        return wishes.add_constraint(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse | None:
        return show_constraints(self.request, self.tournament, **context)


@register
class RemoveConstraint(OfConstraints):
    """Delete a request."""

    path = "constraints/<number:pk>/remove"
    page_path = "wishes/<int:pk>/remove"
    name = "manage_constraint_remove"
    logs = ("constraints.remove",)
    done = _("Removed.")

    def get_target(self) -> SeatingConstraint:
        return get_object_or_404(self.tournament.seating_constraints, pk=self.parts["pk"])

    def perform(self, data: dict[str, Any]) -> object:
        return wishes.remove_constraint(self.by, self.target)
