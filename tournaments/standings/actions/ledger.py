"""Actions of the ledger."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.permissions import can
from tournaments.results.services import ledger
from tournaments.standings.api import LedgerList
from tournaments.standings.forms.standings import LineForm, VoidForm
from tournaments.standings.models import ScoreLine
from tournaments.standings.serializers import ScoreLineSerializer
from tournaments.standings.views.ledger import PENALTIES, show_ledger


@register
class AddLine(Action):
    """Write a penalty, bonus or adjustment; a penalty is negative."""

    path = "ledger"
    page_path = None
    name = "manage_ledger"
    permission = "ledger.penalty"
    logs = ("ledger.add",)
    form_class = LineForm
    api_names = {"round_number": "round", "table_number": "table"}
    endpoint, endpoint_name, status = LedgerList, "api-ledger", 201
    operation_id, request_name, tag = "tournaments_ledger_create", "NewScoreLine", "tournaments"
    answer_serializer = ScoreLineSerializer
    done = _("The line is in the ledger.")
    success_page = "manage_ledger"

    def get_form_kwargs(self) -> dict[str, Any]:
        all_kinds = self.in_api or can(self.request.user, "ledger.adjust", self.tournament)
        return {"tournament": self.tournament, "kinds": () if all_kinds else PENALTIES}

    def perform(self, data: dict[str, Any]) -> ScoreLine:
        """Add the line. Raises PermissionDenied for one that is no penalty, where its author has to adjust."""
        if data["kind"] not in PENALTIES and not can(self.request.user, "ledger.adjust", self.tournament):
            raise PermissionDenied
        del data["round_number"], data["table_number"]
        return ledger.add(self.by, self.tournament, **data)

    def get_answer(self, result: Any) -> Any:
        return ScoreLineSerializer(result).data

    def page(self, **context: Any) -> HttpResponse:
        return show_ledger(self.request, self.tournament, **context)


@register
class VoidLine(Action):
    """Void a line: it stays in the ledger and no longer counts."""

    path = "ledger/<number:pk>/void"
    name = "manage_ledger_void"
    permission = "ledger.penalty"
    logs = ("ledger.void",)
    form_class = VoidForm
    done = _("The line is crossed out.")
    success_page = "manage_ledger"
    answer_serializer = ScoreLineSerializer

    def get_target(self) -> ScoreLine:
        """Return the line. Raises PermissionDenied for one that is no penalty, where its author has to adjust."""
        line = get_object_or_404(self.tournament.score_lines, pk=self.parts["pk"])
        if line.kind != ScoreLine.Kind.PENALTY and not can(self.request.user, "ledger.adjust", self.tournament):
            raise PermissionDenied
        return line

    def perform(self, data: dict[str, Any]) -> ScoreLine:
        return ledger.void(self.by, self.target, **data)

    def get_answer(self, result: Any) -> Any:
        return ScoreLineSerializer(result).data
