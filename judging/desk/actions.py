from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from judging.desk import services
from judging.desk.api import CallSerializer
from judging.desk.forms import DeskForm
from judging.desk.models import Call, Desk
from judging.desk.queries import get_desk
from tournaments.core.actions import Action, PageAction, register
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.views.manage import page


class DeskAction(Action):
    api_base = "judging/tournaments/<slug:slug>"


STEPS: Final[Mapping[str, tuple[Callable[[Actor, Call], Call], Any]]] = {
    "take": (services.take, gettext_lazy("The table sees that you are on your way.")),
    "arrive": (services.record_referee_arrival, gettext_lazy("The table sees that you have arrived.")),
    "close": (services.close, gettext_lazy("The call is closed.")),
    "release": (services.release, gettext_lazy("The call is back in the queue.")),
}


@register
class CallStep(DeskAction):
    """Take the call, arrive at the table, close it, or put it back into the queue."""

    path = "calls/<number:pk>/<slug:step>"
    page_path = "cases/calls/<int:pk>/<slug:step>"
    part_choices = {"step": STEPS}
    name = "manage_call_step"
    permission = "cases.rule"
    audit_codes = ("calls.take", "calls.arrive", "calls.close", "calls.release")
    operation_id, tag = "judging_call_step", "judging"
    answer_serializer = CallSerializer
    success_page = "manage_cases"

    def get_target(self) -> Call:
        return get_object_or_404(Call, tournament=self.tournament, pk=self.parts["pk"])

    def perform(self, data: dict[str, Any]) -> Call:
        return STEPS[self.parts["step"]][0](self.by, self.target)

    def get_message(self, result: Any) -> str:
        return str(STEPS[self.parts["step"]][1])


@register
class SetDesk(DeskAction, PageAction):
    """Head referee, and the time until which an appeal may be made."""

    path, page_path = "desk", "cases/settings"
    name = "manage_case_settings"
    permission = "cases.desk"
    audit_codes = ("cases.desk",)
    form_class = DeskForm
    api_fields = {"head_referee": serializers.CharField(max_length=150, required=False, allow_blank=True, default="")}
    stored_fields = dict.fromkeys(("head_referee", "appeal_minutes", "appeals_from"))
    done = gettext_lazy("Saved.")
    success_page = "manage_cases"

    def get_stored(self) -> dict[str, Any]:
        stored = super().get_stored()
        return stored | {"head_referee": stored["head_referee"] or ""}

    def get_initial(self) -> dict[str, Any]:
        desk = get_desk(self.tournament)
        return {name: getattr(desk, name) for name in ("head_referee", "appeal_minutes", "appeals_from")}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        if name := values["head_referee"]:
            referees = self.tournament.memberships.filter(role="referee")
            held = referees.filter(user__username__iexact=name).first()
            if held is None:
                raise UserError(_("The head referee is one of the referees."), field="head_referee")
            values["head_referee"] = held.user.username
        return values

    def perform(self, data: dict[str, Any]) -> Desk:
        return services.set_desk(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse:
        return page(self.request, self.tournament, "desk/settings.html", "cases", **context)
