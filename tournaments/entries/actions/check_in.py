from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_htmx.http import HttpResponseClientRefresh

from tournaments.core.actions import Action, PageAction, register
from tournaments.core.errors import UserError
from tournaments.core.views.manage import page
from tournaments.entries.actions.players import ENTRY
from tournaments.entries.forms.entries import PresentForm
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application
from tournaments.entries.pages import get_entry_by_number
from tournaments.entries.services import check_in
from tournaments.entries.views.check_in import show_row
from tournaments.fees.models import Payment
from tournaments.fees.queries import get_account
from tournaments.templatetags.next_steps import next_step_url


class OfDesk(Action):
    permission = "entries.check_in"
    success_page = "manage_check_in"


@register
class CheckInEntry(OfDesk, PageAction):
    """The player is there, or is not after all."""

    path = f"{ENTRY}/check-in"
    page_path = "check-in/<int:number>"
    name = "manage_check_in_one"
    audit_codes = ("entries.check_in",)
    form_class = PresentForm

    def get_target(self) -> Entry:
        return get_entry_by_number(self.tournament, self.parts["number"])

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        to_come = self.tournament.entries.filter(status=Entry.Status.REGISTERED).count()
        sent = Application.objects.filter(entry=self.target).first()
        context: dict[str, Any] = {"entry": self.target, "to_come": to_come, "sent": sent, "open_fees": []}
        if self.tournament.fees.exists():
            context |= {"open_fees": get_account(self.target).open, "methods": Payment.Method.choices}
        return page(request, self.tournament, "entries/manage/check_in_one.html", "check_in", **context)

    def perform(self, data: dict[str, Any]) -> object:
        return check_in.check_in(self.by, self.target, **data)

    def get_message(self, result: Any) -> str:
        is_checked_in = result.status == Entry.Status.CHECKED_IN
        done = gettext("%(name)s is here.") if is_checked_in else gettext("%(name)s is not here.")
        return done % {"name": self.target}

    def respond_to_success(self, result: Any) -> HttpResponseBase:
        """Return only the row where the desk asks for it: a hall of 400 has a long page."""
        if "HX-Request" in self.request.headers:
            return show_row(self.request, self.tournament, result)
        return super().respond_to_success(result)

    def respond_to_refusal(self, error: UserError | None = None) -> HttpResponseBase:
        """Show the whole desk with the reason: another device has changed it."""
        response = super().respond_to_refusal(error)
        return HttpResponseClientRefresh() if "HX-Request" in self.request.headers else response


@register
class CheckInAll(OfDesk):
    """Everybody is there."""

    path = "check-in/all"
    name = "manage_check_in_all"
    audit_codes = ("entries.check_in_all",)
    done = _("Everybody is checked in.")

    def perform(self, data: dict[str, Any]) -> object:
        return check_in.check_in_all(self.by, self.tournament)


@register
class CloseCheckIn(OfDesk):
    """Close check-in; absent players do not play."""

    path = "check-in/close"
    name = "manage_check_in_close"
    permission = "entries.edit"
    audit_codes = ("entries.check_in_closed",)

    def perform(self, data: dict[str, Any]) -> object:
        return check_in.close(self.by, self.tournament)

    def get_message(self, result: Any) -> str:
        done = gettext("Check-in is closed. Draw with the players who are here.")
        out = gettext("Out: %(names)s.") % {"names": ", ".join(map(str, result))}
        return f"{done} {out}" if result else done

    def get_success_url(self) -> str:
        if self.result is None:
            return super().get_success_url()
        return next_step_url(self.tournament) or reverse("manage_home", args=[self.tournament.slug])
