from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, PageAction, register
from tournaments.core.permissions import can
from tournaments.core.text.numbers import format_signed
from tournaments.core.views.manage import page
from tournaments.core.views.undo import UNDONE, Undo
from tournaments.results.services import ledger
from tournaments.standings.api import LedgerList
from tournaments.standings.forms.standings import LineForm, TypedLineForm, VoidForm
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.serializers import ScoreLineSerializer

PENALTIES: Final = (ScoreLine.Kind.PENALTY.value,)


class OfLedger(Action):
    permission = "ledger.penalty"
    answer_serializer = ScoreLineSerializer
    success_page = "manage_ledger"

    @property
    def adjusts(self) -> bool:
        return can(self.request.user, "ledger.adjust", self.tournament)


@register
class AddLine(OfLedger, PageAction):
    """Write a penalty, bonus or adjustment; a penalty is negative."""

    path = "ledger"
    name = "manage_ledger"
    view_permission = "ledger.view"
    audit_codes = ("ledger.add",)
    form_class = LineForm
    page_form_class = TypedLineForm
    api_names = {"round_number": "round", "table_number": "table"}
    endpoint, endpoint_name, status = LedgerList, "api-ledger", 201
    operation_id, request_name, tag = "tournaments_ledger_create", "NewScoreLine", "tournaments"

    def get_message(self, result: Any) -> str:
        sentence = gettext("%(amount)s for %(name)s is in the ledger.")
        return sentence % {"amount": format_signed(result.amount), "name": result.entry or result.team}

    def get_undo(self, result: Any) -> Undo:
        return Undo("manage_ledger_void", self.permission, {"pk": result.pk}, {"reason": UNDONE})

    def get_initial(self) -> dict[str, Any]:
        """Return the usual unit: points of the score where penalties come after the places, else the sheet's."""
        after = self.tournament.ruleset.scoring.fines == "after"
        return {"unit": ScoreLine.Unit.SCORE if after else ScoreLine.Unit.POINTS}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament, "kinds": () if self.in_api or self.adjusts else PENALTIES}

    def perform(self, data: dict[str, Any]) -> ScoreLine:
        if data["kind"] not in PENALTIES and not self.adjusts:
            raise PermissionDenied
        del data["round_number"], data["table_number"]
        return ledger.add(self.by, self.tournament, **data)

    def page(self, **context: Any) -> HttpResponse:
        lines = self.tournament.score_lines.exclude(kind=ScoreLine.Kind.RESULT)
        forfeits = Forfeit.objects.filter(tournament=self.tournament).select_related("entry", "round", "author")
        user = self.request.user
        return page(
            self.request,
            self.tournament,
            "standings/manage/ledger.html",
            "ledger",
            lines=lines.select_related("entry", "team", "round", "table", "author", "voided_by").order_by("-pk"),
            forfeits=forfeits.order_by("-pk"),
            may_add=can(user, "ledger.penalty", self.tournament),
            may_adjust=can(user, "ledger.adjust", self.tournament),
            may_judge=can(user, "cases.view", self.tournament),
            **context,
        )


@register
class VoidLine(OfLedger):
    """Void a line: it stays in the ledger and no longer counts."""

    path = "ledger/<number:pk>/void"
    name = "manage_ledger_void"
    audit_codes = ("ledger.void",)
    form_class = VoidForm
    done = _("The line is crossed out.")

    def get_target(self) -> ScoreLine:
        line = get_object_or_404(self.tournament.score_lines, pk=self.parts["pk"])
        if line.kind not in PENALTIES and not self.adjusts:
            raise PermissionDenied
        return line

    def perform(self, data: dict[str, Any]) -> ScoreLine:
        return ledger.void(self.by, self.target, **data)
