"""Actions of the ledger."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.permissions import can
from tournaments.results.services import ledger
from tournaments.standings.forms.standings import VoidForm
from tournaments.standings.models import ScoreLine
from tournaments.standings.serializers import ScoreLineSerializer


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
