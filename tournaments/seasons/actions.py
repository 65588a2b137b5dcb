"""Actions of a season: name, rule, events, register, roles."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from tournaments.accounts.models import User
from tournaments.core.actions import Action, PageAction, make_blank_forms, register
from tournaments.core.errors import UserError
from tournaments.core.visibility import may_see_event
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.seasons import services
from tournaments.seasons.api import OfSeason, SeasonDoneSerializer, SeasonRoles
from tournaments.seasons.forms import (
    FactorForm,
    PositionForm,
    SeasonEventForm,
    SeasonForm,
    SeasonMergeForm,
    SeasonReasonForm,
    SeasonRoleForm,
    SeasonTeamMergeForm,
)
from tournaments.seasons.models import Season, SeasonMerge, SeasonTeamMerge
from tournaments.seasons.pages import query_events_to_add, show_events, show_register, show_settings
from tournaments.seasons.permissions import requires_in_season
from tournaments.seasons.queries import list_known_teams, list_spellings


class SeasonAction(Action):
    api_base = "seasons/<slug:season>"
    page_base = "seasons/<slug:season>/manage"
    guard = staticmethod(requires_in_season)  # type: ignore[assignment]
    endpoint = OfSeason
    permission = "season.edit"
    tag = "seasons"
    answer_serializer = SeasonDoneSerializer
    done = gettext_lazy("Saved.")

    @property
    def season(self) -> Season:
        season: Season = self.scope
        return season

    @property
    def time_zone(self) -> str:
        return timezone.get_current_timezone_name()

    def get_target(self) -> Any:
        return self.season

    def get_answer(self, result: Any) -> Any:
        return SeasonDoneSerializer({"version": self.season.version}).data


@register
class EditSeason(SeasonAction, PageAction):
    """Change the season's name and publication."""

    path, page_path = "edit", "settings"
    name = "manage_season_settings"
    audit_codes = ("seasons.edit",)
    form_class = SeasonForm
    api_fields = {"published": serializers.BooleanField()}
    success_page = "manage_season_settings"

    def get_form_kwargs(self) -> dict[str, Any]:
        # A model's form writes into its instance, and the page shows the name that the season has.
        return {"instance": Season.objects.get(pk=self.season.pk)}

    def perform(self, data: dict[str, Any]) -> object:
        return services.edit(self.by, self.season, **data)

    def page(self, **context: Any) -> HttpResponse:
        forms = make_blank_forms(self.season, EditSeason, GrantSeasonRole)
        return show_settings(self.request, self.season, **forms | context)


@register
class SetSeasonRule(SeasonAction):
    """Rank by another rule; parts left out take their defaults: docs/seasons.md."""

    path = "rule"
    audit_codes = ("seasons.rule",)
    form_class = SeasonReasonForm
    api_fields = {"rule": serializers.DictField()}
    rule: dict[str, Any]

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.rule = values.pop("rule")
        return super().form_data(values)

    def perform(self, data: dict[str, Any]) -> object:
        return services.set_rule(self.by, self.season, rule=self.rule, **data)


@register
class RemoveSeason(SeasonAction):
    """Delete the season; its events stay."""

    path = "remove"
    page_path = "settings/remove"
    name = "manage_season_remove"
    audit_codes = ("seasons.remove",)
    form_class = SeasonReasonForm
    done = gettext_lazy("The season is removed; its events stay.")

    def perform(self, data: dict[str, Any]) -> object:
        return services.remove(self.by, self.season, **data)

    def get_success_url(self) -> str:
        return reverse("seasons")


class EventAction(SeasonAction):
    permission = "season.events"
    api_fields = {"tournament": serializers.SlugField(max_length=60)}
    success_page = "manage_season"

    def get_target(self) -> Any:
        if "event" in self.parts:
            return get_object_or_404(Tournament, slug=self.parts["event"], seasons__season=self.season)
        return self.season

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.target = self.get_event(values.pop("tournament"))
        return super().form_data(values)

    def get_event(self, slug: str) -> Tournament:
        """Return the event with that short name. Raises UserError."""
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None or not may_see_event(self.request.user, tournament):
            raise UserError(_("There is no event “%(slug)s”.") % {"slug": slug}, field="tournament")
        return tournament


@register
class AddSeasonEvent(EventAction, PageAction):
    """Add an event at the end."""

    path = "events/add"
    page_base, page_path = "seasons/<slug:season>", "manage"
    name = "manage_season"
    audit_codes = ("seasons.add_event",)
    form_class = SeasonEventForm
    done = gettext_lazy("The event is in the season.")

    def get_form_kwargs(self) -> dict[str, Any]:
        if self.in_api:
            return {"events": Tournament.objects.filter(pk=self.target.pk)}
        return {"events": query_events_to_add(self.request, self.season)}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.target = self.get_event(values["tournament"])
        return values

    def perform(self, data: dict[str, Any]) -> object:
        return services.add_event(self.by, self.season, tournament=data["tournament"], factor=data["factor"] or "1")

    def page(self, **context: Any) -> HttpResponse:
        return show_events(self.request, self.season, **context)


@register
class RemoveSeasonEvent(EventAction):
    """Remove an event."""

    path = "events/remove"
    page_path = "events/<slug:event>/out"
    name = "manage_season_event_out"
    audit_codes = ("seasons.remove_event",)

    def perform(self, data: dict[str, Any]) -> object:
        return services.remove_event(self.by, self.season, tournament=self.target)


@register
class MoveSeasonEvent(EventAction):
    """Move an event to a position, from 1."""

    path = "events/move"
    page_path = "events/<slug:event>/move"
    name = "manage_season_event_move"
    audit_codes = ("seasons.move_event",)
    form_class = PositionForm

    def perform(self, data: dict[str, Any]) -> object:
        return services.move_event(self.by, self.season, tournament=self.target, **data)


@register
class WeighSeasonEvent(EventAction):
    """Set the factor of an event's results, such as 1.5 or 2/3."""

    path = "events/weigh"
    page_path = "events/<slug:event>"
    name = "manage_season_event"
    audit_codes = ("seasons.weigh_event",)
    form_class = FactorForm

    def perform(self, data: dict[str, Any]) -> object:
        return services.weigh_event(self.by, self.season, tournament=self.target, **data)


class PeopleAction(SeasonAction):
    permission = "season.people"
    success_page = "manage_season_register"

    def get_player(self, name: str, field: str) -> Entry:
        """Return a player of the season by event and number: `spring-open/12`. Raises UserError."""
        slug, _stroke, number = name.partition("/")
        entries = Entry.objects.filter(tournament__seasons__season=self.season, tournament__slug=slug)
        player = entries.filter(number=int(number)).first() if number.isdecimal() and len(number) < 10 else None
        if player is None or not may_see_event(self.request.user, player.tournament):
            refusal = _("“%(found)s” is not a player of the season; write the event and the number: spring-open/12.")
            raise UserError(refusal % {"found": name}, field=field)
        return player


@register
class MergeSeasonPeople(PeopleAction, PageAction):
    """Merge two spellings of one person, each named by event and number: spring-open/12."""

    path, page_path = "people/merge", "players"
    name = "manage_season_register"
    audit_codes = ("seasons.merge",)
    form_class = SeasonMergeForm
    done = gettext_lazy("Merged into one person for this season.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {} if self.in_api else {"register": list_spellings(self.season, self.request.user)}

    def perform(self, data: dict[str, Any]) -> object:
        players = {field: self.get_player(name, field) for field, name in data.items()}
        return services.merge_people(self.by, self.season, **players)

    def page(self, **context: Any) -> HttpResponse:
        return show_register(self.request, self.season, **context)


@register
class SplitSeasonPeople(PeopleAction):
    """Separate a merged spelling again."""

    path = "people/split"
    page_path = "players/<int:pk>/part"
    name = "manage_season_split"
    audit_codes = ("seasons.split",)
    api_fields = {"entry": serializers.CharField(max_length=80)}
    done = gettext_lazy("Split into two people again.")

    def get_target(self) -> Any:
        return get_object_or_404(self.season.merges, pk=self.parts["pk"]) if "pk" in self.parts else self.season

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.target = get_object_or_404(
            SeasonMerge, season=self.season, entry=self.get_player(values["entry"], "entry")
        )
        return {}

    def perform(self, data: dict[str, Any]) -> object:
        return services.split_people(self.by, self.season, merge=self.target)


class TeamsAction(SeasonAction):
    permission = "season.people"
    success_page = "manage_season_register"

    def get_team(self, name: str, field: str) -> Team:
        """Return a team of the season by event and code: `spring-open/T01`. Raises UserError."""
        slug, _stroke, code = name.partition("/")
        rows = Team.objects.filter(tournament__seasons__season=self.season, tournament__slug=slug, code=code)
        team = rows.select_related("tournament").first()
        if team is None or not may_see_event(self.request.user, team.tournament):
            message = _("“%(found)s” is not a team of the season; write the event and the code: spring-open/T01.")
            raise UserError(message % {"found": name}, field=field)
        return team


@register
class MergeSeasonTeams(TeamsAction):
    """Count two teams of other names as one, each named by event and code: spring-open/T01."""

    path = "teams/merge"
    name = "manage_season_teams"
    audit_codes = ("seasons.merge_teams",)
    form_class = SeasonTeamMergeForm
    form_name, prefix = "team_form", "teams"
    done = gettext_lazy("Merged into one team for this season.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {} if self.in_api else {"teams": list_known_teams(self.season, self.request.user)}

    def perform(self, data: dict[str, Any]) -> object:
        teams = {field: self.get_team(name, field) for field, name in data.items()}
        return services.merge_teams(self.by, self.season, **teams)

    def page(self, **context: Any) -> HttpResponse:
        return show_register(self.request, self.season, **context)


@register
class SplitSeasonTeams(TeamsAction):
    """Separate a merged team again."""

    path = "teams/split"
    page_path = "teams/<int:pk>/part"
    name = "manage_season_teams_split"
    audit_codes = ("seasons.split_teams",)
    api_fields = {"team": serializers.CharField(max_length=90)}
    done = gettext_lazy("Split into two teams again.")

    def get_target(self) -> Any:
        rows = self.season.team_merges
        return get_object_or_404(rows, pk=self.parts["pk"]) if "pk" in self.parts else self.season

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        team = self.get_team(values["team"], "team")
        self.target = get_object_or_404(SeasonTeamMerge, season=self.season, team=team)
        return {}

    def perform(self, data: dict[str, Any]) -> object:
        return services.split_teams(self.by, self.season, merge=self.target)


class RoleAction(SeasonAction):
    success_page = "manage_season_settings"

    def get_account(self, name: str, field: str) -> User:
        """Return the account with that name. Raises UserError."""
        user = User.objects.filter(username__iexact=name, acted_at=None).first()
        if user is None:
            raise UserError(_("There is no account “%(name)s”.") % {"name": name}, field=field)
        return user


@register
class GrantSeasonRole(RoleAction):
    """Give an account a role in the season, replacing its present one."""

    path = "roles"
    name = "manage_season_role"
    audit_codes = ("seasons.grant",)
    form_class = SeasonRoleForm
    form_name = "role"
    api_names = {"username": "user"}
    endpoint, endpoint_name, operation_id = SeasonRoles, "api-season-roles", "grant_season_role"

    def perform(self, data: dict[str, Any]) -> object:
        user = self.get_account(data["username"], "username")
        return services.grant(self.by, self.season, user=user, kind=data["kind"])

    def page(self, **context: Any) -> HttpResponse:
        forms = make_blank_forms(self.season, EditSeason, GrantSeasonRole)
        return show_settings(self.request, self.season, **forms | context)


@register
class RevokeSeasonRole(RoleAction):
    """Take an account's role away."""

    path = "roles/revoke"
    page_path = "roles/<int:pk>/revoke"
    name = "manage_season_role_revoke"
    audit_codes = ("seasons.revoke",)
    api_fields = {"user": serializers.CharField(max_length=150)}
    done = gettext_lazy("The role is taken away.")

    def get_target(self) -> Any:
        return get_object_or_404(self.season.roles, pk=self.parts["pk"]).user if "pk" in self.parts else self.season

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.target = self.get_account(values["user"], "user")
        return {}

    def perform(self, data: dict[str, Any]) -> object:
        return services.revoke(self.by, self.season, user=self.target)
