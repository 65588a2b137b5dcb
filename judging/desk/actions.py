from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from judging.desk import services
from judging.desk.forms import DeskForm
from judging.desk.models import Desk
from judging.desk.queries import desk_of
from judging.desk.views import show_settings
from tournaments.core.actions import Action, register
from tournaments.core.errors import UserError


@register
class SetDesk(Action):
    """Head referee, and the time until which an appeal may be made."""

    api_base = "judging/tournaments/<slug:slug>"
    path = "desk"
    page_path = None
    name = "manage_case_settings"
    permission = "cases.desk"
    logs = ("cases.desk",)
    form_class = DeskForm
    api_fields = {"head_referee": serializers.CharField(max_length=150, required=False, allow_blank=True, default="")}
    done = gettext_lazy("Saved.")
    success_page = "manage_cases"

    def get_initial(self) -> dict[str, Any]:
        desk = desk_of(self.tournament)
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
        return show_settings(self.request, self.tournament, **context)
