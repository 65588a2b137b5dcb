from __future__ import annotations

import datetime
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.models.columns import FIRST_DAY, LAST_DAY
from tournaments.core.views.manage import round_numbered
from tournaments.results.forms.attendance import AttendanceForm
from tournaments.results.views.attendance import show_attendance
from tournaments.rounds.models import Round
from tournaments.seating.models.attendance import Presence
from tournaments.seating.services import attendance


class OfAttendance(Action):
    permission = "entries.edit"
    form_class = AttendanceForm
    stored_fields = {"players": None}
    done = _("Saved.")
    success_page = "manage_attendance"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def page(self, **context: Any) -> HttpResponse:
        column = str(self.parts.get("number") or self.parts.get("day"))
        return show_attendance(self.request, self.tournament, column, **context)


@register
class SetAbsent(OfAttendance):
    """Set who is away in the round and does not play it, by number; the others are there."""

    path = "rounds/<number:number>/absent"
    page_path = "rounds/<int:number>/absent"
    name = "manage_absent"
    audit_codes = ("attendance.round",)

    def get_target(self) -> Round:
        return round_numbered(self.tournament, self.parts["number"])

    def get_stored(self) -> dict[str, Any]:
        return {"players": self.target.absences.order_by("entry__number").values_list("entry__number", flat=True)}

    def perform(self, data: dict[str, Any]) -> Round:
        return attendance.set_absent(self.by, self.target, players=list(data["players"]))

    def get_success_url(self) -> str:
        return reverse(self.success_page, args=[self.tournament.slug])


@register
class SetPresent(OfAttendance):
    """Set who is there on a day of open evenings (2026-05-02) besides those at its tables, by number."""

    path = "evenings/<str:day>/present"
    page_path = "evenings/<str:day>/present"
    name = "manage_present"
    audit_codes = ("attendance.day",)

    def get_target(self) -> datetime.date:
        try:
            day = datetime.date.fromisoformat(self.parts["day"])
        except ValueError:
            raise Http404 from None
        if not FIRST_DAY <= day <= LAST_DAY or day.isoformat() != self.parts["day"]:
            raise Http404
        return day

    def get_stored(self) -> dict[str, Any]:
        present = Presence.objects.filter(entry__tournament=self.tournament, day=self.target)
        return {"players": present.order_by("entry__number").values_list("entry__number", flat=True)}

    def perform(self, data: dict[str, Any]) -> object:
        return attendance.set_present(self.by, self.tournament, day=self.target, players=list(data["players"]))
