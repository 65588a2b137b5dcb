"""Actions on a case: drop it, appeal, decide an appeal, import it from a device."""

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

from engine.errors import EngineError
from judging.cases.api.views import players_of, refused, table_of
from judging.cases.forms.cases import AppealForm, CaseForm, DecisionForm
from judging.cases.models import Appeal, Case, ClaimRecord
from judging.cases.queries import judgments
from judging.cases.services import appeals, cases
from judging.cases.services.cases import import_case
from judging.cases.views.cases import case_of, case_page
from judging.law.kinds import kinds
from tournaments.core.actions import Action, register
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.form_serializers import LARGEST, MOST_ITEMS, api_field
from tournaments.core.forms.fields import ReasonForm


class OfJudging(Action):
    """An action of the referee's desk."""

    api_base = "judging/tournaments/<slug:slug>"


class OfCase(OfJudging):
    """An action on a case."""

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
    """Close the case without a ruling."""

    path = "cases/<number:number>/drop"
    page_path = "cases/<int:number>/drop"
    name = "manage_case_drop"
    logs = ("cases.drop",)
    form_class = ReasonForm
    done = gettext_lazy("The case is dropped.")

    def page(self, **context: Any) -> None:
        """Show the error as a message: the field stands in a line of the case's page."""

    def perform(self, data: dict[str, Any]) -> object:
        return cases.drop(self.by, self.target, **data)


@register
class FileAppeal(OfCase):
    """Appeal against the ruling in force, for a player."""

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
    """Uphold the ruling or record that the appeal is withdrawn; a changed ruling is made on the pages."""

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


def _like(name: str) -> serializers.Field[Any, Any, Any, Any]:
    """Return the serializer field of a field of the form that opens a case."""
    return api_field(CaseForm.base_fields[name])


@register
class BringInFromDevice(OfJudging):
    """Record facts in a case (`case`, or opened at a table or for players), once for each key."""

    path = "cases/from-device"
    permission = "cases.rule"
    logs = ("cases.device",)
    api_fields = {
        "key": serializers.UUIDField(),
        "case": serializers.IntegerField(min_value=1, max_value=LARGEST, required=False, allow_null=True, default=None),
        "round": _like("round_number"),
        "table": _like("table_number"),
        "hand": _like("hand"),
        "players": serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST),
            max_length=MOST_ITEMS,
            required=False,
            default=list,
        ),
        "note": _like("note"),
        "facts": serializers.DictField(),
    }
    values: dict[str, Any]

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.values = values
        return {}

    def perform(self, data: dict[str, Any]) -> Case:
        record = import_case(
            self.by, self.tournament, case=self.get_case, examined=self.examine, key=self.values["key"]
        )
        return record.case

    def get_case(self, by: Actor) -> Case:
        """Return the case that the body names, or open one. Raises Http404, UserError."""
        values = self.values
        if values["case"]:
            return get_object_or_404(Case, tournament=self.tournament, number=values["case"])
        kind = str(values["facts"].get("kind", ""))
        if kind not in kinds():
            raise UserError(_("There is no kind of claim “%(kind)s”.") % {"kind": kind}, field="facts")
        return cases.open_case(
            by,
            self.tournament,
            kind=kind,
            table=table_of(self.tournament, values["round"], values["table"]),
            hand=values["hand"],
            players=players_of(self.tournament, values["players"]),
            note=values["note"],
        )

    def examine(self, found: Case) -> ClaimRecord:
        """Return the record of the facts. Raises UserError."""
        try:
            return judgments.judge(found, self.values["facts"])
        except EngineError as error:
            raise refused(error) from error
