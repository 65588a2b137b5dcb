from __future__ import annotations

from typing import Any

from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.exact import integer_or
from tournaments.core.actions import Action, PageAction, make_blank_forms, register
from tournaments.core.views.manage import page
from tournaments.entries.forms.entries import ConstraintForm, FromRoundForm, TeamEditForm, TeamForm, TeamOfPlayerForm
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.pages import get_entry_by_number
from tournaments.entries.services import players, teams
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.queries.line_ups import list_rounds_with_line_ups
from tournaments.seating.queries.team_link import is_in_use
from tournaments.seating.services import wishes


class OfTeam(Action):
    permission = "teams.edit"

    def get_target(self) -> Team:
        named = {"code": self.parts["code"]} if self.in_api else {"pk": self.parts["team"]}
        return get_object_or_404(self.tournament.teams, **named)

    def get_success_url(self) -> str:
        return reverse("manage_team", args=[self.tournament.slug, self.target.pk])

    def page(self, **context: Any) -> HttpResponse:
        # A form with errors has put its values into the target.
        team = self.get_target()
        values = make_blank_forms(self.tournament, EditTeam, DropTeam, target=team) | context
        return page(
            self.request,
            self.tournament,
            "entries/manage/team.html",
            "teams",
            team=team,
            members=team.members.all(),
            plays=team.members.exclude(status__in=(Entry.Status.WAITING, Entry.Status.DROPPED)).exists(),
            others=self.tournament.entries.exclude(team=team),
            has_link=is_in_use(self.tournament),
            **values,
        )


@register
class AddTeam(PageAction):
    """Add a team."""

    path, page_path = "teams/add", "teams"
    name = "manage_teams"
    permission = "teams.edit"
    audit_codes = ("teams.add",)
    form_class = TeamForm
    done = _("The team is created.")
    success_page = "manage_teams"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": Team(tournament=self.tournament)}

    def perform(self, data: dict[str, Any]) -> Team:
        return teams.add(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse:
        coming = list_rounds_with_line_ups(self.tournament)
        return page(
            self.request,
            self.tournament,
            "entries/manage/teams.html",
            "teams",
            teams=self.tournament.teams.prefetch_related("members"),
            line_ups_of=coming[0].number if coming else None,
            without=self.tournament.entries.filter(team=None).exclude(status=Entry.Status.WAITING),
            **context,
        )


@register
class EditTeam(OfTeam, PageAction):
    """Change name, code or country."""

    path = "teams/<str:code>/edit"
    page_path = "teams/<int:team>"
    name = "manage_team"
    audit_codes = ("teams.edit",)
    form_class = TeamEditForm
    stored_fields = dict.fromkeys(TeamEditForm.Meta.fields)
    done = _("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.target}

    def perform(self, data: dict[str, Any]) -> Team:
        # The form has put its values into the row.
        self.target.refresh_from_db()
        return teams.edit(self.by, self.target, **{**data, "code": data["code"] or self.target.code})


@register
class AssignTeam(Action):
    """Put the player into a team by its code; empty for none."""

    path = "entries/<number:number>/team"
    page_path = "teams/<int:team>/assign"
    name = "manage_team_assign"
    permission = "teams.edit"
    audit_codes = ("teams.assign",)
    form_class = TeamOfPlayerForm
    api_fields = {
        "team": serializers.CharField(
            max_length=20, required=False, allow_blank=True, default="", help_text="The team's code."
        )
    }
    done = _("Saved.")

    def get_target(self) -> Entry:
        if self.in_api:
            return get_entry_by_number(self.tournament, self.parts["number"])
        self.team = get_object_or_404(self.tournament.teams, pk=self.parts["team"])
        return get_entry_by_number(self.tournament, integer_or(self.request.POST.get("number", "")))

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def get_form(self, form_class: type[BaseForm] | None = None) -> BaseForm:
        if not self.in_api:
            self.data = {"team": "" if self.request.POST.get("leave") == "yes" else self.team.code}
        return super().get_form(form_class)

    def perform(self, data: dict[str, Any]) -> object:
        return teams.assign(self.by, self.target, **data)

    def get_success_url(self) -> str:
        return reverse("manage_team", args=[self.tournament.slug, self.team.pk])


@register
class DropTeam(OfTeam):
    """Withdraw the team: none of its members plays from this round on."""

    path = "teams/<str:code>/drop"
    page_path = "teams/<int:team>/drop"
    name = "manage_team_drop"
    permission = "entries.edit"
    audit_codes = ("teams.drop", "entries.drop")
    form_class = FromRoundForm
    form_name, prefix = "drop_form", "drop"
    done = _("The team is withdrawn. Repeat the cut, or seat the open rounds anew.")

    def get_initial(self) -> dict[str, Any]:
        return {"from_round": players.get_first_open_round(self.tournament)}

    def perform(self, data: dict[str, Any]) -> object:
        return teams.drop(self.by, self.target, **data)


@register
class RemoveTeam(OfTeam):
    """Delete the team; its players stay."""

    path = "teams/<str:code>/remove"
    page_path = "teams/<int:team>/remove"
    name = "manage_team_remove"
    audit_codes = ("teams.remove",)
    done = _("The team is removed.")

    def perform(self, data: dict[str, Any]) -> object:
        return teams.remove(self.by, self.target)

    def get_success_url(self) -> str:
        return reverse("manage_teams", args=[self.tournament.slug])


class OfConstraints(Action):
    permission = "entries.edit"
    success_page = "manage_constraints"


@register
class AddConstraint(OfConstraints, PageAction):
    """Add a request or a ban for every seating."""

    path, page_path = "constraints/add", "wishes"
    name = "manage_constraints"
    audit_codes = ("constraints.add",)
    form_class = ConstraintForm
    done = _("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> object:
        return wishes.add_constraint(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse:
        constraints = self.tournament.seating_constraints.select_related("entry", "other")
        template = "seating/manage/constraints.html"
        return page(self.request, self.tournament, template, "entries", constraints=constraints, **context)


@register
class RemoveConstraint(OfConstraints):
    """Delete a request."""

    path = "constraints/<number:pk>/remove"
    page_path = "wishes/<int:pk>/remove"
    name = "manage_constraint_remove"
    audit_codes = ("constraints.remove",)
    done = _("Removed.")

    def get_target(self) -> SeatingConstraint:
        return get_object_or_404(self.tournament.seating_constraints, pk=self.parts["pk"])

    def perform(self, data: dict[str, Any]) -> object:
        return wishes.remove_constraint(self.by, self.target)
