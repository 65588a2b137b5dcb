from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.forms import BaseForm
from django.forms.models import model_to_dict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.core.actions import Action, register
from tournaments.core.api.base import reject_unknown_fields
from tournaments.core.errors import UserError
from tournaments.core.forms.fields import OptionalReasonForm
from tournaments.core.views.undo import Undo
from tournaments.entries.fields import OPTIONAL
from tournaments.entries.forms.registration import (
    JoinForm,
    PaidForm,
    RefuseForm,
    RegistrationDeskForm,
    TakeBackRegistrationForm,
    WithdrawForm,
)
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application, RegistrationDesk
from tournaments.entries.queries import find_registration_desk
from tournaments.entries.serializers import RegistrationFactsSerializer
from tournaments.entries.services import applications, confirmations
from tournaments.events.models import Tournament
from tournaments.events.settings import DESK_FACTS
from tournaments.exchange.services import privacy

REGISTRATION = "registrations/<number:number>"


@register
class SetRegistration(Action):
    """Set whether registration is open, until when, and for how many; `asks` is field -> asked or required."""

    path = "registration"
    permission = "entries.edit"
    audit_codes = ("registration.desk",)
    api_fields = {"facts": serializers.DictField()}
    stored_fields = {"facts": RegistrationFactsSerializer()}

    def get_target(self) -> RegistrationDesk:
        return find_registration_desk(self.tournament) or RegistrationDesk(tournament=self.tournament)

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        facts = dict(values["facts"])
        reject_unknown_fields(facts, DESK_FACTS)
        asks = facts.pop("asks", None)
        if asks is not None and not isinstance(asks, dict):
            raise UserError(gettext("Choose for each field: not asked, asked or required."), field="asks")
        stored: dict[str, Any] = model_to_dict(self.target, RegistrationDeskForm.Meta.fields)
        if asks is None and self.target.pk:
            asks = self.target.asks
        if asks is not None:
            reject_unknown_fields(asks, OPTIONAL)
            columns = {f"ask_{name}": how for name, how in asks.items()}
        else:
            fields = self.get_form().fields.items()
            columns = {name: field.initial for name, field in fields if name.startswith("ask_")}
        return stored | facts | columns

    def get_stored(self) -> dict[str, Any]:
        return {"facts": self.target}

    def get_form(self, form_class: type[BaseForm] | None = None) -> RegistrationDeskForm:
        return RegistrationDeskForm(self.data, instance=self.target)

    def perform(self, data: dict[str, Any]) -> object:
        return applications.set_desk(self.by, self.tournament, facts=self.form.facts)


def describe_players_without_team(admitted: Sequence[Application]) -> str:
    """Return a sentence about players whose team has no place for them or does not exist; empty without any."""
    alone = [
        registration.whole_name
        for registration in admitted
        if registration.team_name and registration.entry is not None and registration.entry.team is None
    ]
    if not alone:
        return ""
    sentence = gettext("Their team is full or does not exist, so choose one for: %(names)s.")
    return sentence % {"names": ", ".join(alone)}


class OfRegistration(Action):
    permission = "entries.edit"
    success_page = "manage_registrations"

    def get_target(self) -> Application:
        applications = self.tournament.applications.select_related("tournament", "entry")
        return get_object_or_404(applications, number=self.parts["number"])


@register
class AdmitRegistration(OfRegistration):
    """Admit a registration; `join`: the number of an entered player who is the same person."""

    path = f"{REGISTRATION}/admit"
    name = "manage_registration_admit"
    audit_codes = ("registration.admit",)
    form_class = JoinForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> object:
        self.waited = self.target.state != Application.State.ENTERED
        return applications.admit(self.by, self.target, **data)

    def get_undo(self, result: Any) -> Undo | None:
        joined = self.form.cleaned_data["join"] is not None
        return undo_approvals([result], keep_players=joined) if self.waited else None

    def get_message(self, result: Any) -> str:
        waits = result.entry is not None and result.entry.status == Entry.Status.WAITING
        sentence = gettext("%(name)s is entered.")
        if waits:
            sentence = gettext("All places are taken: %(name)s is on the waiting list.")
        return " ".join(filter(None, [sentence % {"name": result.whole_name}, describe_players_without_team([result])]))


@register
class AdmitAllRegistrations(Action):
    """Admit every waiting registration, except of people who may be entered already."""

    path = "registrations/admit-all"
    name = "manage_registrations_admit_all"
    permission = "entries.edit"
    audit_codes = ("registration.admit_all",)
    success_page = "manage_registrations"

    def perform(self, data: dict[str, Any]) -> Tournament:
        self.admitted = applications.admit_all(self.by, self.tournament)
        return self.tournament

    def get_message(self, result: Any) -> str:
        count = len(self.admitted)
        sentence = ngettext("%(count)d registration is taken.", "%(count)d registrations are taken.", count)
        return " ".join(filter(None, [sentence % {"count": count}, describe_players_without_team(self.admitted)]))

    def get_undo(self, result: Any) -> Undo | None:
        return undo_approvals(self.admitted) if self.admitted else None


@register
class SendConfirmations(Action):
    """Send the e-mails to confirm an address that the site did not send by itself, because too many registrations came
    from one network or for one event, or that failed.
    """

    path = "registrations/send-confirmations"
    name = "manage_registrations_send_mail"
    permission = "entries.edit"
    audit_codes = ("registration.send_confirmations",)
    success_page = "manage_registrations"

    def perform(self, data: dict[str, Any]) -> Tournament:
        self.sent = confirmations.send_withheld(self.by, self.tournament)
        return self.tournament

    def get_message(self, result: Any) -> str:
        sentence = ngettext("%(count)d confirmation is sent.", "%(count)d confirmations are sent.", self.sent)
        return sentence % {"count": self.sent}


@register
class TakeBackRegistrations(Action):
    """Let approved registrations wait for approval again, by their numbers with spaces between; `keep_players`: leave
    their players entered.
    """

    path = "registrations/take-back"
    name = "manage_registrations_take_back"
    permission = "entries.edit"
    audit_codes = ("registration.take_back",)
    form_class = TakeBackRegistrationForm
    success_page = "manage_registrations"

    def perform(self, data: dict[str, Any]) -> list[Application]:
        numbers = [int(number) for number in data["numbers"].split()]
        return applications.take_back(self.by, self.tournament, numbers=numbers, keep_players=data["keep_players"])

    def get_message(self, result: Any) -> str:
        sentence = ngettext(
            "%(count)d registration waits for approval again.",
            "%(count)d registrations wait for approval again.",
            len(result),
        )
        return sentence % {"count": len(result)}


def undo_approvals(approved: Sequence[Application], *, keep_players: bool = False) -> Undo:
    values = {
        "numbers": " ".join(str(registration.number) for registration in approved),
        "keep_players": "on" if keep_players else "",
    }
    return Undo("manage_registrations_take_back", "entries.edit", {}, values)


@register
class RefuseRegistration(OfRegistration):
    """Refuse a registration with a reason."""

    path = f"{REGISTRATION}/refuse"
    name = "manage_registration_refuse"
    audit_codes = ("registration.refuse",)
    form_class = RefuseForm
    done = _("The registration is refused.")

    def perform(self, data: dict[str, Any]) -> object:
        return applications.refuse(self.by, self.target, **data)


@register
class WithdrawRegistration(OfRegistration):
    """Withdraw a registration for the person."""

    path = f"{REGISTRATION}/withdraw"
    name = "manage_registration_withdraw"
    audit_codes = ("registration.withdraw",)
    form_class = WithdrawForm
    done = _("The registration is withdrawn.")

    def perform(self, data: dict[str, Any]) -> object:
        return applications.withdraw(self.by, self.target, **data)


@register
class EraseRegistration(OfRegistration):
    """Erase the registration of somebody who is not entered."""

    path = f"{REGISTRATION}/erase"
    name = "manage_registration_erase"
    audit_codes = ("registration.erase",)
    form_class = OptionalReasonForm
    done = _("The registration is erased.")

    def perform(self, data: dict[str, Any]) -> object:
        return privacy.erase_registration(self.by, self.target, **data)


@register
class MarkFeePaid(OfRegistration):
    """Mark the fee as paid, or unpaid again."""

    path = f"{REGISTRATION}/paid"
    name = "manage_registration_paid"
    permission = "entries.check_in"
    audit_codes = ("registration.fee",)
    form_class = PaidForm
    done = _("Saved.")

    def perform(self, data: dict[str, Any]) -> object:
        return applications.mark_paid(self.by, self.target, **data)

    def get_success_url(self) -> str:
        page = "manage_check_in" if self.request.POST.get("back") == "check-in" else self.success_page
        return reverse(page, args=[self.tournament.slug])
