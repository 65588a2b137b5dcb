"""Actions of the registration desk."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.forms.registration import JoinForm, PaidForm, RefuseForm, WithdrawForm
from tournaments.models import Application, Entry
from tournaments.services import applications

REGISTRATION = "registrations/<number:number>"


class OfRegistration(Action):
    """A button of a registration, one of many on the page."""

    permission = "entries.edit"
    success_page = "manage_registrations"

    def get_target(self) -> Application:
        found = self.tournament.applications.select_related("tournament", "entry")
        return get_object_or_404(found, number=self.parts["number"])


@register
class AdmitRegistration(OfRegistration):
    """Enter who has registered; `join`: the number of the player who is entered already and is the same person."""

    path = f"{REGISTRATION}/admit"
    name = "manage_registration_admit"
    logs = ("registration.admit",)
    form_class = JoinForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> object:
        return applications.admit(self.by, self.target, **data)

    def get_success_message(self, result: Any) -> str:
        waits = result.entry is not None and result.entry.status == Entry.Status.WAITING
        told = gettext("%(name)s is entered.")
        if waits:
            told = gettext("All places are taken: %(name)s is on the waiting list.")
        return told % {"name": result.whole_name}


@register
class RefuseRegistration(OfRegistration):
    """Do not enter them, and say why."""

    path = f"{REGISTRATION}/refuse"
    name = "manage_registration_refuse"
    logs = ("registration.refuse",)
    form_class = RefuseForm
    done = _("The registration is refused.")

    def perform(self, data: dict[str, Any]) -> object:
        return applications.refuse(self.by, self.target, **data)


@register
class WithdrawRegistration(OfRegistration):
    """They do not come after all."""

    path = f"{REGISTRATION}/withdraw"
    name = "manage_registration_withdraw"
    logs = ("registration.withdraw",)
    form_class = WithdrawForm
    done = _("The registration is withdrawn.")

    def perform(self, data: dict[str, Any]) -> object:
        return applications.withdraw(self.by, self.target, **data)


@register
class MarkFeePaid(OfRegistration):
    """The fee is paid, or is not after all."""

    path = f"{REGISTRATION}/paid"
    name = "manage_registration_paid"
    permission = "entries.check_in"
    logs = ("registration.fee",)
    form_class = PaidForm
    done = _("Saved.")

    def perform(self, data: dict[str, Any]) -> object:
        return applications.mark_paid(self.by, self.target, **data)

    def get_success_url(self, result: Any) -> str:
        """Return the address of the list, or of the check-in desk where the button was."""
        page = "manage_check_in" if self.request.POST.get("back") == "check-in" else self.success_page
        return reverse(page, args=[self.tournament.slug])
