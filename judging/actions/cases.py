"""Actions of a case: dropped, appealed against, the appeal decided; and what the director sets for the desk."""

from __future__ import annotations

import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from judging.forms.cases import AppealForm, DecisionForm, DeskForm
from judging.models import Appeal, Case, Desk
from judging.services import appeals, cases
from judging.views.cases import case_of, case_page
from judging.views.desk import desk_of, show_settings
from tournaments.core.actions import Action, register
from tournaments.core.errors import UserError
from tournaments.core.forms.reasons import ReasonForm


class OfJudging(Action):
    """An action of the referee's desk."""

    api_base = "judging/tournaments/<slug:slug>"


class OfCase(OfJudging):
    """Something done with a case."""

    permission = "cases.rule"

    @property
    def case(self) -> Case:
        """The case of the address. Raises Http404."""
        return case_of(self.tournament, self.parts["number"])

    def get_target(self) -> Any:
        return self.case

    def get_success_url(self, result: Any) -> str:
        return reverse("manage_case", args=[self.tournament.slug, self.parts["number"]])

    def page(self, **context: Any) -> HttpResponse | None:
        return case_page(self.request, self.tournament, self.case, **context)


@register
class DropCase(OfCase):
    """Nothing comes of the case."""

    path = "cases/<number:number>/drop"
    page_path = "cases/<int:number>/drop"
    name = "manage_case_drop"
    logs = ("cases.drop",)
    form_class = ReasonForm
    done = gettext_lazy("The case is dropped.")

    def page(self, **context: Any) -> None:
        """The field stands in a line of the case's page: the error becomes a message."""

    def perform(self, data: dict[str, Any]) -> object:
        return cases.drop(self.by, self.target, **data)


@register
class FileAppeal(OfCase):
    """A player appeals against the ruling in force."""

    path = "cases/<number:number>/appeal"
    page_path = "cases/<int:number>/appeal"
    name = "manage_case_appeal"
    logs = ("cases.appeal",)
    form_class = AppealForm
    form_name = "appeal_form"
    api_names = {"by_entry": "player"}
    done = gettext_lazy("The appeal is on record.")

    def get_target(self) -> Any:
        return get_object_or_404(self.case.rulings, in_force=True)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"case": self.target.case}

    def perform(self, data: dict[str, Any]) -> object:
        within = data.pop("decide_within")
        by = timezone.now() + datetime.timedelta(minutes=within) if within else None
        return appeals.file(self.by, self.target, decide_by=by, **data)


@register
class DecideAppeal(OfCase):
    """The ruling stands, or the appeal is withdrawn; a changed ruling is made on the pages."""

    path = "cases/<number:number>/appeal/decide"
    page_path = "cases/<int:number>/appeals/<int:pk>"
    name = "manage_appeal_decide"
    logs = ("cases.appeal_decided",)
    form_class = DecisionForm
    form_name = "decision_form"
    done = gettext_lazy("The decision is on record.")

    def get_target(self) -> Any:
        found = Appeal.objects.filter(ruling__case=self.case)
        if "pk" in self.parts:
            return get_object_or_404(found, pk=self.parts["pk"])
        return found.filter(state=Appeal.State.OPEN).first()

    def perform(self, data: dict[str, Any]) -> object:
        if self.target is None:
            raise UserError(_("No appeal against a ruling of this case is open."))
        return appeals.decide(self.by, self.target, **data)


@register
class SetDesk(OfJudging):
    """Head referee, and the time until which an appeal may be made."""

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
        return cases.set_desk(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse:
        return show_settings(self.request, self.tournament, **context)
