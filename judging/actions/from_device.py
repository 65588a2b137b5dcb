"""A case that was typed while the server was out of reach, brought in by the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers

from engine.errors import EngineError
from judging.actions.cases import OfJudging
from judging.api.views import players_of, refused, table_of
from judging.forms.cases import CaseForm
from judging.law.kinds import kinds
from judging.models import Case
from judging.selectors import law
from judging.services import cases
from judging.services.from_device import bring_in
from tournaments.core.actions import register
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.form_serializers import LARGEST, MOST_ITEMS, api_field


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
        record = bring_in(self.by, self.tournament, case=self.get_case, examined=self.examine, key=self.values["key"])
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

    def examine(self, found: Case) -> Mapping[str, Any]:
        """Return what the law says of the facts. Raises UserError."""
        try:
            return law.judge(found, self.values["facts"]).record
        except EngineError as error:
            raise refused(error) from error
