"""Actions of events that travel: taken to a hall, and taken back without the file."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.forms.fields import ReasonForm
from tournaments.events.models import Tournament
from tournaments.exchange.pages import show_loan
from tournaments.exchange.services import loans


@register
class LendEvent(Action):
    """Take the event to the hall: it changes nowhere but there until it is brought back. `loan/file/` is its file."""

    path = "loan/take"
    name = "manage_loan_take"
    permission = "events.export"
    audit_codes = ("events.lend",)
    done = _("The event is played in the hall now. Download its file.")
    success_page = "manage_loan"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return loans.lend(self.by, self.tournament)


@register
class TakeBackEvent(Action):
    """Take the event back without the file: what was done in the hall is not brought back."""

    path = "loan/cancel"
    name = "manage_loan_cancel"
    permission = "events.import"
    audit_codes = ("events.take_back",)
    form_class = ReasonForm
    form_name, prefix = "take_back_form", "take-back"
    done = _("The event is taken back. The file from the hall is not accepted any more.")
    success_page = "manage_loan"

    def perform(self, data: dict[str, Any]) -> Tournament:
        return loans.take_back(self.by, self.tournament, reason=data["reason"])

    def page(self, **context: Any) -> HttpResponse:
        return show_loan(self.request, self.tournament, **context)
