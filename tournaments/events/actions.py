"""Actions of an event as a whole: its pages, state, rules, people, copies, papers, archive and end."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.models import model_to_dict
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.accounts.models import Membership
from tournaments.accounts.services import accounts, roles
from tournaments.core import jobs
from tournaments.core import open_items_service as open_items
from tournaments.core.actions import Action, register
from tournaments.core.api.base import known_only
from tournaments.core.errors import UserError
from tournaments.core.forms.buttons import AcceptForm, ArchiveForm, PublishForm, RehearsalForm, StateForm
from tournaments.core.models.jobs import Job
from tournaments.core.open_items import OpenItemStep
from tournaments.core.printing.registry import Order, paper_of
from tournaments.events.forms.printing import PrintJobForm
from tournaments.events.forms.tournament import BasicsForm, RoleForm, RulesChangeForm, RulesForm
from tournaments.events.models import Tournament
from tournaments.events.services import tournaments
from tournaments.events.settings import FACTS
from tournaments.events.views.manage import show_rules
from tournaments.exchange.forms.events import CopyForm
from tournaments.exchange.forms.federation import MOST_COLUMNS, FederationChoiceForm, FederationForm, limits_in_a_line
from tournaments.exchange.forms.removal import RemovalForm
from tournaments.exchange.services import event_files, rehearsals, removal
from tournaments.exchange.views.events import show_copy
from tournaments.exchange.views.federation import show_federation
from tournaments.exchange.views.removal import show_removal
from tournaments.results.services import settings
from tournaments.standings.federations.forms import COUNTED
from tournaments.standings.queries import federation as selector
from tournaments.standings.services import federations

COLUMN = serializers.ListField(child=serializers.CharField(max_length=80), min_length=2, max_length=2)


@register
class EditEvent(Action):
    """Change facts of the event: name, place, days, time zone, minutes, confirmations, teams …

    `waiting` says what becomes of sheets that wait and have enough confirmations under a new number of confirmations:
    `count` or `leave`.
    """

    path = "edit"
    permission = "tournament.edit"
    logs = ("tournament.edit",)
    api_fields = {
        "facts": serializers.DictField(),
        "waiting": serializers.ChoiceField(["", settings.COUNT, settings.LEAVE], default=""),
        "reason": serializers.CharField(max_length=300, required=False, allow_blank=True, default=""),
    }

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return all facts, those of the request over the stored ones."""
        self.values = values
        known_only(values["facts"], FACTS)
        return model_to_dict(self.tournament, FACTS) | values["facts"]

    def get_form(self, data: Any = None, *, prefix: str | None = None) -> forms.BaseForm:
        return BasicsForm(data, instance=self.tournament)

    def perform(self, data: dict[str, Any]) -> Tournament:
        # The form has put its values into the row.
        self.tournament.refresh_from_db()
        facts = {name: data[name] for name in self.values["facts"]}
        how = {name: self.values[name] for name in ("waiting", "reason")}
        return settings.edit(self.by, self.tournament, facts=facts, **how)


@register
class PublishEvent(Action):
    """Open or close the public pages."""

    path = "publish"
    name = "manage_publish"
    permission = "tournament.publish"
    logs = ("tournament.publish",)
    form_class = PublishForm
    success_page = "manage_edit"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return tournaments.publish(self.by, self.tournament, **data)

    def get_success_message(self, result: Tournament) -> str:
        return gettext("The public pages are open.") if result.published else gettext("The public pages are closed.")


@register
class SetState(Action):
    """Set the state: planned, running or finished; `continue_anyway`: the reason to finish although items are open."""

    path = "state"
    name = "manage_state"
    permission = "tournament.edit"
    logs = ("tournament.state",)
    form_class = StateForm
    done = _("Saved.")
    success_page = "manage_edit"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return tournaments.set_state(self.by, self.tournament, **data)


@register
class ChangeRules(Action):
    """Change parameters, match scoring, order or substitutes; once play has begun as a new version with its reason."""

    path = "rules"
    page_path = None
    name = "manage_rules"
    permission = "rules.change"
    logs = ("rules.change",)
    form_class = RulesChangeForm
    page_form_class = RulesForm
    api_fields = {"rules": serializers.DictField()}
    done = _("The rules are saved.")
    success_page = "manage_edit"

    def get_initial(self) -> dict[str, Any]:
        return RulesForm.initial_of(self.tournament.ruleset)

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.rules = values.pop("rules")
        known_only(self.rules, tournaments.RULE_FACTS)
        return values

    def perform(self, data: dict[str, Any]) -> object:
        current = self.tournament.ruleset
        base = {name: getattr(current, name) for name in tournaments.RULE_FACTS}
        rules = base | self.rules if self.in_api else self.form.rules(base)
        return tournaments.change_rules(self.by, self.tournament, rules=rules, reason=data["reason"])

    def page(self, **context: Any) -> HttpResponse:
        return show_rules(self.request, self.tournament, **context)


@register
class AcceptOpenItems(Action):
    """Accept what is open before the federation's list or the certificates are taken, with the reason."""

    path = "open-items/accept"
    name = "manage_open_items_accept"
    permission = "tournament.edit"
    logs = ("open_items.accept",)
    form_class = AcceptForm
    api_names = {"continue_anyway": "reason"}
    done = _("Accepted. Take the file now.")

    def perform(self, data: dict[str, Any]) -> Tournament:
        step, reason = OpenItemStep(data["step"]), data["continue_anyway"]
        return open_items.accept(self.by, self.tournament, step=step, reason=reason)

    def get_success_url(self, result: Any) -> str:
        pages = {OpenItemStep.FEDERATION: "manage_federation", OpenItemStep.CERTIFICATES: "manage_print"}
        name = "manage_open_items" if result is None else pages[OpenItemStep(self.form.cleaned_data["step"])]
        return reverse(name, args=[self.tournament.slug])


@register
class ChooseFederation(Action):
    """Choose the federation of the results and their columns: [[heading, field], …]; limits of the event's weight of
    its own: {"players": [[1, "0"], [41, "0.5"]]}, likewise days and countries.
    """

    path = "federation"
    page_path = None
    name = "manage_federation"
    permission = "events.export"
    logs = ("tournament.federation",)
    form_class = FederationChoiceForm
    page_form_class = FederationForm
    api_fields = {
        "columns": serializers.ListField(child=COLUMN, required=False, default=list, max_length=MOST_COLUMNS),
        "limits": serializers.DictField(required=False, default=dict),
    }
    done = _("Saved.")
    success_page = "manage_federation"

    def get_initial(self) -> dict[str, Any]:
        federation = selector.federation_of(self.tournament)
        columns = selector.columns_for(self.tournament, federation)
        lines = "\n".join(f"{heading} = {name}" for heading, name in columns)
        rule = selector.weight_rule_for(self.tournament, federation)
        limits = {name: limits_in_a_line(getattr(rule, name)) for name in COUNTED} if rule is not None else {}
        return selector.chosen(self.tournament) | {"columns": lines} | limits

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.columns = [(heading, name) for heading, name in values.pop("columns")]
        self.limits = values.pop("limits")
        return values

    def perform(self, data: dict[str, Any]) -> Tournament:
        if self.in_api:
            return federations.choose(self.by, self.tournament, **data, columns=self.columns, limits=self.limits)
        limits = {name: data.pop(name) for name in COUNTED}
        if data["federation"] == selector.chosen(self.tournament)["federation"]:
            return federations.choose(self.by, self.tournament, **data, limits=limits)
        # Columns and limits in the form are those of the federation before.
        return federations.choose(self.by, self.tournament, **{**data, "columns": ()})

    def page(self, **context: Any) -> HttpResponse:
        return show_federation(self.request, self.tournament, **context)


@register
class CopyEvent(Action):
    """Copy the event, whole, under another short name."""

    path = "copy"
    page_path = None
    name = "event_copy"
    permission = "events.export"
    logs = ("events.copy",)
    form_class = CopyForm
    done = _("The event is copied. Its public pages are closed.")

    def get_initial(self) -> dict[str, Any]:
        name = gettext("%(name)s (copy)") % {"name": self.tournament.name}
        return {"slug": f"{self.tournament.slug[:54]}-copy", "name": name[:200]}

    def perform(self, data: dict[str, Any]) -> Tournament:
        return event_files.copy(self.by, tournament=self.tournament, **data)

    def get_success_url(self, result: Tournament) -> str:
        return reverse("manage_home", args=[result.slug])

    def page(self, **context: Any) -> HttpResponse:
        return show_copy(self.request, self.tournament, **context)


@register
class PlayRehearsal(Action):
    """Let robots play the next round of a rehearsal, or all that is left; the job's id leads to `/jobs/<id>/`."""

    path = "rehearsal/play"
    name = "manage_rehearsal_play"
    permission = "events.export"
    logs = ()
    form_class = RehearsalForm

    def perform(self, data: dict[str, Any]) -> Job:
        return rehearsals.play(self.by, self.tournament, **data)

    def get_success_url(self, result: Job | None) -> str:
        return result.get_absolute_url() if result else reverse("manage_home", args=[self.tournament.slug])


@register
class RemoveRehearsal(Action):
    """Delete a rehearsal with everything in it."""

    path = "rehearsal/remove"
    name = "manage_rehearsal_remove"
    permission = "events.export"
    logs = ("rehearsal.remove",)
    done = _("The rehearsal is deleted.")

    def perform(self, data: dict[str, Any]) -> None:
        rehearsals.remove(self.by, tournament=self.tournament)

    def get_success_url(self, result: None) -> str:
        return reverse("manage_home", args=[self.tournament.slug]) if self.form.errors else reverse("manage")


@register
class ArchiveEvent(Action):
    """Put the event away, out of the lists and closed to changes, or bring it back."""

    path = "archive"
    name = "manage_archive"
    permission = "tournament.edit"
    logs = ("tournament.archive",)
    form_class = ArchiveForm
    success_page = "manage_home"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return removal.archive(self.by, self.tournament, **data)

    def get_success_message(self, result: Tournament) -> str:
        return gettext("The event is archived.") if result.archived_at else gettext("The event is back in the lists.")


@register
class BackUpEvent(Action):
    """Make the event's file before it is deleted, as a job; its id leads to `/jobs/<id>/`."""

    path = "remove/backup"
    name = "manage_remove_backup"
    permission = "events.remove"
    logs = ()

    def perform(self, data: dict[str, Any]) -> Job:
        return removal.make_backup(self.by, self.tournament)

    def get_success_url(self, result: Job | None) -> str:
        return result.get_absolute_url() if result else reverse("manage_remove", args=[self.tournament.slug])


@register
class RemoveEvent(Action):
    """Delete the event, by its name, with everything in it; its backup has to be made first. Once results are confirmed
    only an administrator may. The job with the backup stays for 14 days.
    """

    path = "remove"
    page_path = None
    name = "manage_remove"
    permission = "events.remove"
    logs = ("events.remove",)
    form_class = RemovalForm
    done = _("The event is deleted. Its backup stays here for 14 days; take it now.")

    def perform(self, data: dict[str, Any]) -> Job:
        return removal.remove(self.by, tournament=self.tournament, **data)

    def get_success_url(self, result: Job) -> str:
        return result.get_absolute_url()

    def page(self, **context: Any) -> HttpResponse:
        return show_removal(self.request, self.tournament, **context)


@register
class GrantRole(Action):
    """Give an account a role."""

    path = "roles"
    permission = "roles.edit"
    logs = ("roles.grant",)
    form_class = RoleForm
    api_names = {"username": "user"}

    def perform(self, data: dict[str, Any]) -> Membership:
        user = accounts.named(data["username"])
        return roles.grant(self.by, self.tournament, user=user, role=data["role"])


@register
class RevokeRole(Action):
    """Take a role away."""

    path = "roles/revoke"
    page_path = "people/<int:membership>/remove"
    name = "manage_role_revoke"
    permission = "roles.edit"
    logs = ("roles.revoke",)
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
    """Make a document as a job; its id leads to `/jobs/<id>/`."""

    path = "prints"
    permission = "print"
    logs = ()
    form_class = PrintJobForm
    api_fields = {
        "document": serializers.CharField(max_length=40),
        "round": serializers.IntegerField(
            min_value=1, max_value=2**31 - 1, required=False, allow_null=True, default=None
        ),
    }

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.document, self.round = values.pop("document"), values.pop("round")
        return values

    def perform(self, data: dict[str, Any]) -> Job:
        paper = paper_of(self.document)
        if paper is None:
            raise UserError(gettext("There is no such document."), field="document")
        played = self.tournament.rounds.filter(number=self.round or 0).first()
        paper.refuse_early(Order(self.tournament, round=played))
        number = data["player"]
        if number is not None and not self.tournament.entries.filter(number=number).exists():
            raise UserError(gettext("There is no player %(number)s here.") % {"number": number}, field="player")
        params = {
            **data,
            "document": paper.key,
            "round": self.round,
            "base_url": self.request.build_absolute_uri("/").rstrip("/"),
        }
        return jobs.create("print", created_by=self.by.user, tournament=self.tournament, params=params)
