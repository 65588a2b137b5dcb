"""Actions of *Fix a problem*: one for each kind of problem, and undoing a repair."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.permissions import can
from tournaments.repairs import services
from tournaments.repairs.forms import (
    MergeForm,
    MoveSheetForm,
    RepairForm,
    ReplacedForm,
    RulesForm,
    SwapPlayersForm,
    SwapTablesForm,
    TakeOutForm,
    UndoForm,
    WindsForm,
    form_of,
)
from tournaments.repairs.views import show_fix


class Repair(Action):
    """Base of repairs: the form makes the steps, the service carries them out."""

    form_class: ClassVar[type[RepairForm]]
    logs = (services.MAKE,)
    done = _("Fixed. You can undo it below.")
    success_page = "manage_fix"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> AuditEntry:
        kind, steps = self.form_class.kind, self.form.steps
        return services.make(self.by, self.tournament, kind=kind, steps=steps, reason=data["reason"])

    def get_answer(self, result: Any) -> Any:
        return super().get_answer(self.tournament)

    def page(self, **context: Any) -> HttpResponse:
        return show_fix(self.request, self.tournament, **context)


@register
class SwapSeats(Repair):
    """Correct a round in which two players sat in each other's seats."""

    path, page_path, name = "repairs/swap-players", "fix/swap-players", "manage_fix_swap-players"
    form_class, permission = SwapPlayersForm, SwapPlayersForm.permission


@register
class SwapTables(Repair):
    """Correct a round in which two tables were swapped."""

    path, page_path, name = "repairs/swap-tables", "fix/swap-tables", "manage_fix_swap-tables"
    form_class, permission = SwapTablesForm, SwapTablesForm.permission


@register
class CorrectWinds(Repair):
    """Correct the winds of a table."""

    path, page_path, name = "repairs/winds", "fix/winds", "manage_fix_winds"
    form_class, permission = WindsForm, WindsForm.permission


@register
class CorrectPlayer(Repair):
    """Name the player who really played a round in somebody's seat."""

    path, page_path, name = "repairs/replaced", "fix/replaced", "manage_fix_replaced"
    form_class, permission = ReplacedForm, ReplacedForm.permission


@register
class MoveSheet(Repair):
    """Move a sheet to the table and round to which it belongs."""

    path, page_path, name = "repairs/move-sheet", "fix/move-sheet", "manage_fix_move-sheet"
    form_class, permission = MoveSheetForm, MoveSheetForm.permission


@register
class TakeOutSheet(Repair):
    """Take a sheet out that was entered by mistake."""

    path, page_path, name = "repairs/take-out", "fix/take-out", "manage_fix_take-out"
    form_class, permission = TakeOutForm, TakeOutForm.permission


@register
class CountAgain(Repair):
    """Count rounds that have begun again under the present rules."""

    path, page_path, name = "repairs/rules", "fix/rules", "manage_fix_rules"
    form_class, permission = RulesForm, RulesForm.permission


@register
class MergeEntries(Repair):
    """Merge two entries of one person."""

    path, page_path, name = "repairs/merge", "fix/merge", "manage_fix_merge"
    form_class, permission = MergeForm, MergeForm.permission


@register
class UndoRepair(Action):
    """Undo a repair."""

    path = "repairs/<int:sequence>/undo"
    page_path = "fix/<int:sequence>/undo"
    name = "manage_fix_undo"
    permission = "results.correct"
    logs = ("repairs.undo",)
    form_class = UndoForm
    done = _("The repair is undone.")
    success_page = "manage_fix"

    def get_target(self) -> AuditEntry:
        return get_object_or_404(
            AuditEntry, tournament=self.tournament, action=services.MAKE, sequence=self.parts["sequence"]
        )

    def perform(self, data: dict[str, Any]) -> None:
        problem = form_of(str(self.target.after.get("repair")))
        if problem is not None and not can(self.by.user, problem.permission, self.tournament):
            raise UserError(_("You may not undo this kind of repair. Ask the organiser."))
        services.undo(self.by, self.tournament, entry=self.target, reason=data["reason"])
