from __future__ import annotations

import zoneinfo
from typing import Any, ClassVar

from django import forms
from django.forms.models import model_to_dict
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.accounts.models import Membership
from tournaments.accounts.services import accounts, roles
from tournaments.core import open_items as open_items
from tournaments.core.actions import Action, PageAction, register
from tournaments.core.api.base import reject_unknown_fields
from tournaments.core.errors import UserError
from tournaments.core.form_serializers import build_api_field
from tournaments.core.forms.buttons import AcceptForm, PublishForm, StateForm
from tournaments.core.forms.fields import TIME_FORMAT, ReasonField, continue_field
from tournaments.core.models.jobs import Job
from tournaments.core.open_items import OpenItemStep
from tournaments.core.permissions import can
from tournaments.core.printing.registry import find_paper
from tournaments.core.views.manage import page
from tournaments.core.views.undo import Undo
from tournaments.entries.queries import list_unknown_numbers
from tournaments.events import services
from tournaments.events.api.events import AnnouncementList, RoleList
from tournaments.events.api.serializers import EventFactsSerializer, RulesSerializer
from tournaments.events.forms import (
    AnnouncementForm,
    BasicsForm,
    PrintJobForm,
    RoleForm,
    RulesChangeForm,
    RulesForm,
    SettingsForm,
)
from tournaments.events.jobs import make_order, queue_print
from tournaments.events.models import Announcement, Tournament
from tournaments.events.pages import show_announcements
from tournaments.events.settings import FACTS
from tournaments.results.services import settings


@register
class EditEvent(PageAction):
    """Change facts of the event: name, place, days, time zone, minutes, confirmations, teams …

    `waiting` says what becomes of sheets that wait and have enough confirmations under a new number of confirmations:
    `count` or `leave`. `continue_anyway`: the reason to show hidden standings although results are open.
    """

    path, page_path = "edit", "settings"
    name = "manage_edit"
    permission = "tournament.edit"
    audit_codes = ("tournament.edit",)
    api_fields = {
        "facts": serializers.DictField(),
        "waiting": serializers.ChoiceField(["", settings.COUNT, settings.LEAVE], default=""),
        "reason": build_api_field(ReasonField(required=False)),
        "continue_anyway": build_api_field(continue_field()),
    }
    stored_fields = {"facts": EventFactsSerializer()}
    done = _("Saved.")
    success_page = "manage_edit"

    def get_stored(self) -> dict[str, Any]:
        return {"facts": self.tournament}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.values = values
        reject_unknown_fields(values["facts"], FACTS)
        return model_to_dict(self.tournament, FACTS) | values["facts"]

    def get_form_class(self) -> type[forms.BaseForm]:
        return BasicsForm if self.in_api else SettingsForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.tournament}

    def perform(self, data: dict[str, Any]) -> Tournament:
        # Validation has written the form's values into the row.
        self.tournament.refresh_from_db()
        values = self.values if self.in_api else data
        facts = {name: data[name] for name in (self.values["facts"] if self.in_api else FACTS) if name in data}
        how = {name: values[name] for name in ("waiting", "reason", "continue_anyway") if name in values}
        return settings.edit(self.by, self.tournament, facts=facts, **how)

    def page(self, **context: Any) -> HttpResponse:
        return page(
            self.request,
            # Validation of a rejected form has written its values into the row.
            Tournament.objects.get(pk=self.tournament.pk),
            "events/manage/edit.html",
            "settings",
            rules=self.tournament.ruleset,
            versions=self.tournament.rulesets.order_by("-number"),
            states=Tournament.State.choices,
            may_import=can(self.request.user, "site.events.import"),
            **context,
        )


@register
class PublishEvent(Action):
    """Open or close the public pages."""

    path = "publish"
    name = "manage_publish"
    permission = "tournament.publish"
    audit_codes = ("tournament.publish",)
    form_class = PublishForm
    success_page = "manage_edit"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return services.publish(self.by, self.tournament, **data)

    def get_message(self, result: Tournament) -> str:
        return gettext("The public pages are open.") if result.published else gettext("The public pages are closed.")

    def get_undo(self, result: Tournament) -> Undo:
        return Undo(self.name, self.permission, {}, {"published": "no" if result.published else "yes"})


@register
class SetState(Action):
    """Set the state: planned, running or finished; `continue_anyway`: the reason to finish despite open items."""

    path = "state"
    name = "manage_state"
    permission = "tournament.edit"
    audit_codes = ("tournament.state",)
    form_class = StateForm
    done = _("Saved.")
    success_page = "manage_edit"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return services.set_state(self.by, self.tournament, **data)


@register
class ChangeRules(PageAction):
    """Change parameters, match scoring, tie-breaks or substitutes

    After play has begun as a new version with a reason.
    """

    path = "rules"
    name = "manage_rules"
    permission = "rules.change"
    audit_codes = ("rules.change",)
    form_class = RulesChangeForm
    page_form_class = RulesForm
    api_fields = {"rules": serializers.DictField()}
    stored_fields = {"rules": RulesSerializer()}
    done = _("The rules are saved.")
    success_page = "manage_edit"

    def get_initial(self) -> dict[str, Any]:
        return RulesForm.initial_of(self.tournament.ruleset)

    def get_stored(self) -> dict[str, Any]:
        return {"rules": self.tournament.ruleset}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.rules = values.pop("rules")
        reject_unknown_fields(self.rules, services.RULE_FACTS)
        return values

    def perform(self, data: dict[str, Any]) -> object:
        current = self.tournament.ruleset
        base = {name: getattr(current, name) for name in services.RULE_FACTS}
        rules = base | self.rules if self.in_api else self.form.rules(base)
        return services.change_rules(self.by, self.tournament, rules=rules, reason=data["reason"])

    def page(self, **context: Any) -> HttpResponse:
        values = {"rules": self.tournament.ruleset, **context}
        return page(self.request, self.tournament, "events/manage/rules.html", "settings", **values)


@register
class AcceptOpenItems(Action):
    """Accept open items before the federation list or the certificates are made, with a reason."""

    path = "open-items/accept"
    name = "manage_open_items_accept"
    permission = "tournament.edit"
    audit_codes = ("open_items.accept",)
    form_class = AcceptForm
    api_names = {"continue_anyway": "reason"}
    done = _("Accepted. Take the file now.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        step, reason = OpenItemStep(data["step"]), data["continue_anyway"]
        return open_items.accept(self.by, self.tournament, step=step, reason=reason)

    def get_success_url(self) -> str:
        pages = {OpenItemStep.FEDERATION: "manage_federation", OpenItemStep.CERTIFICATES: "manage_print"}
        name = "manage_open_items" if self.result is None else pages[OpenItemStep(self.form.cleaned_data["step"])]
        return reverse(name, args=[self.tournament.slug])


@register
class GrantRole(Action):
    """Give an account a role."""

    path = "roles"
    permission = "roles.edit"
    audit_codes = ("roles.grant",)
    form_class = RoleForm
    api_names = {"username": "user"}
    endpoint, endpoint_name, operation_id = RoleList, "api-roles", "grant_role"

    def perform(self, data: dict[str, Any]) -> Membership:
        user = accounts.get_active_account(data["username"])
        return roles.grant(self.by, self.tournament, user=user, role=data["role"])


@register
class RevokeRole(Action):
    """Take a role away."""

    path = "roles/revoke"
    page_path = "people/<int:membership>/remove"
    name = "manage_role_revoke"
    permission = "roles.edit"
    audit_codes = ("roles.revoke",)
    form_class = RoleForm
    page_form_class = forms.Form
    api_names = {"username": "user"}
    done = _("The role is taken away.")
    success_page = "manage_roles"

    def get_target(self) -> Membership | None:
        if self.in_api:
            return None
        return get_object_or_404(self.tournament.memberships, pk=self.parts["membership"])

    def perform(self, data: dict[str, Any]) -> None:
        held = self.tournament.memberships
        if self.in_api:
            self.target = get_object_or_404(held, user__username__iexact=data["username"], role=data["role"])
        roles.revoke(self.by, self.target)


@register
class PrintDocument(Action):
    """Make a document in a background job; its id leads to `/jobs/<id>/`."""

    path = "prints"
    permission = "print"
    audit_codes = ()
    form_class = PrintJobForm
    api_fields = {
        "round": serializers.IntegerField(
            min_value=1, max_value=2**31 - 1, required=False, allow_null=True, default=None
        ),
    }

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.round = values.pop("round")
        return values

    def perform(self, data: dict[str, Any]) -> Job:
        paper = find_paper(data["document"])
        if paper is None:
            raise Http404
        order = make_order(
            self.request, self.tournament, paper, number=self.round, tables=data["tables"], players=data["players"]
        )
        paper.refuse_early(order)
        if missing := list_unknown_numbers(self.tournament, data["players"]):
            raise UserError(gettext("Player %(number)s does not exist.") % {"number": missing[0]}, field="players")
        return queue_print(self.by.user, paper, order, data["paper"])


class OnAnnouncements(Action):
    permission = "tournament.edit"
    success_page = "manage_announcements"
    form_class: ClassVar[type[forms.BaseForm]] = AnnouncementForm

    def page(self, **context: Any) -> HttpResponse | None:
        forms = build_announcement_forms(self.tournament, context.get("edit_form"))
        return show_announcements(self.request, self.tournament, **forms | context)

    def values_of(self, announcement: Announcement) -> dict[str, Any]:
        zone = zoneinfo.ZoneInfo(self.time_zone)
        times = {"starts_at": announcement.starts_at, "ends_at": announcement.ends_at}
        typed = {name: f"{time.astimezone(zone):{TIME_FORMAT}}" if time else "" for name, time in times.items()}
        return {"text": announcement.text, "level": announcement.level} | typed


class OfAnnouncement(OnAnnouncements):
    def get_target(self) -> Announcement:
        return get_object_or_404(self.tournament.announcements, number=self.parts["number"])

    def get_prefix(self) -> str | None:
        return f"a{self.target.number}"


@register
class AddAnnouncement(OnAnnouncements):
    """Add an announcement to the event's pages and the tables' phones."""

    path = "announcements"
    page_path = "announcements/add"
    name = "manage_announcement_add"
    audit_codes = ("announcements.add",)
    endpoint, endpoint_name, status = AnnouncementList, "api-announcements", 201
    operation_id, request_name = "tournaments_announcements_create", "AnnouncementWrite"
    done = _("The announcement is shown within five seconds.")

    def perform(self, data: dict[str, Any]) -> Announcement:
        return services.announce(self.by, self.tournament, **data)

    def get_undo(self, result: Announcement) -> Undo:
        return Undo("manage_announcement_remove", self.permission, {"number": result.number}, {})


@register
class EditAnnouncement(OfAnnouncement):
    """Change an announcement; devices that dismissed it show a changed text again."""

    path = "announcements/<number:number>"
    page_path = "announcements/<number:number>/edit"
    name = "manage_announcement_edit"
    audit_codes = ("announcements.edit",)
    form_name = "edit_form"
    method, request_name = "patch", "AnnouncementWrite"
    done = _("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        self.former = self.values_of(self.target)
        return {"instance": self.target}

    def perform(self, data: dict[str, Any]) -> Announcement:
        return services.edit_announcement(self.by, self.target, **data)

    def get_undo(self, result: Announcement) -> Undo:
        values = {f"{self.get_prefix()}-{name}": value for name, value in self.former.items()}
        return Undo(self.name, self.permission, self.parts, values)


@register
class RemoveAnnouncement(OfAnnouncement):
    """Remove an announcement."""

    path = "announcements/<number:number>/remove"
    name = "manage_announcement_remove"
    audit_codes = ("announcements.remove",)
    form_class = forms.Form
    done = _("The announcement is removed.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        self.former = self.values_of(self.target)
        services.remove_announcement(self.by, self.target)
        return self.tournament

    def get_undo(self, result: Tournament) -> Undo:
        return Undo("manage_announcement_add", self.permission, {}, self.former)


def build_announcement_forms(tournament: Tournament, sent: forms.BaseForm | None = None) -> dict[str, Any]:
    """Return the forms of a new announcement and of each stored one; `sent`: one that was refused."""
    rows = [(row, EditAnnouncement.choose_row_form(tournament, row, sent)) for row in tournament.announcements.all()]
    return {"form": AddAnnouncement.make_blank_form(tournament), "rows": rows}
