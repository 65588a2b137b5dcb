"""Actions of *Fix a problem*: one for each kind of problem, and undoing a repair."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, register
from tournaments.core.models.log import AuditEntry
from tournaments.repairs.forms.base import RepairForm, UndoForm
from tournaments.repairs.forms.people import ArrivedForm, HouseForm, LeftForm, MergeForm, ReplacedForm
from tournaments.repairs.forms.problems import require_undo
from tournaments.repairs.forms.publishing import PublishedForm, ReleasedForm, ReopenForm, RepairRedrawForm
from tournaments.repairs.forms.rounds import AnnulForm, UnstartForm
from tournaments.repairs.forms.seats import SwapPlayersForm, SwapTablesForm, WindsForm
from tournaments.repairs.forms.sheets import MoveSheetForm, SheetRulesForm, TakeOutForm
from tournaments.repairs.queries.rows import MAKE
from tournaments.repairs.services import repairs
from tournaments.repairs.views import show_fix


class Repair(Action):
    """Base of repairs, whose addresses follow from the form: the form makes the steps, the service carries them out."""

    form_class: ClassVar[type[RepairForm]]
    audit_codes = (MAKE,)
    done = _("Fixed. You can undo it below.")
    success_page = "manage_fix"

    def __init_subclass__(cls) -> None:
        kind = cls.form_class.kind
        cls.path, cls.page_path, cls.name = f"repairs/{kind}", f"fix/{kind}", f"manage_fix_{kind}"
        cls.permission = cls.form_class.permission

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> AuditEntry:
        kind, steps = self.form_class.kind, self.form.steps
        return repairs.make(self.by, self.tournament, kind=kind, steps=steps, reason=data["reason"])

    def get_answer(self, result: Any) -> Any:
        return super().get_answer(self.tournament)

    def page(self, **context: Any) -> HttpResponse:
        return show_fix(self.request, self.tournament, **context)


@register
class SwapSeats(Repair):
    """Correct a round in which two players sat in each other's seats."""

    form_class = SwapPlayersForm


@register
class SwapTables(Repair):
    """Correct a round in which two tables were swapped."""

    form_class = SwapTablesForm


@register
class CorrectWinds(Repair):
    """Correct the winds of a table."""

    form_class = WindsForm


@register
class MoveSheet(Repair):
    """Move a sheet to the table and round to which it belongs."""

    form_class = MoveSheetForm


@register
class TakeOutSheet(Repair):
    """Take a sheet out that was entered by mistake."""

    form_class = TakeOutForm


@register
class CountAgain(Repair):
    """Count rounds that have begun again under the present rules."""

    form_class = SheetRulesForm


@register
class PlayerLeft(Repair):
    """Record that a player left during a round, and who takes the chair: with `points_to` `comes`
    at once, with `leaves` from the next round on.
    """

    form_class = LeftForm


@register
class PlayerArrived(Repair):
    """Seat a late player: `seat` and `house_to` (where a house substitute goes) are a round and the player who sits
    there, such as `2/33`; `open` seats the player at a new table with three who sit out; without a seat the player
    plays from the next draw on.
    """

    form_class = ArrivedForm


@register
class CorrectPlayer(Repair):
    """Name the player who really played a round in somebody's seat."""

    form_class = ReplacedForm


@register
class MarkHouse(Repair):
    """Make a player a house substitute, without a place in the standings."""

    form_class = HouseForm


@register
class MergeEntries(Repair):
    """Merge two entries of one person."""

    form_class = MergeForm


@register
class RedrawRound(Repair):
    """Draw a round again from today's standings, before play."""

    form_class = RepairRedrawForm


@register
class WithdrawReleased(Repair):
    """Take results of this round and later ones off the public pages."""

    form_class = ReleasedForm


@register
class WithdrawPublished(Repair):
    """Take a published seating back to a draft, before play."""

    form_class = PublishedForm


@register
class UnstartRound(Repair):
    """Take the start of a round back, while nothing is entered in it."""

    form_class = UnstartForm


@register
class AnnulRound(Repair):
    """Annul a round that was played, at least in part: nothing of it counts."""

    form_class = AnnulForm


@register
class ReopenEvent(Repair):
    """Reopen an event that was closed or archived."""

    form_class = ReopenForm


@register
class UndoRepair(Action):
    """Undo a repair."""

    path = "repairs/<int:sequence>/undo"
    page_path = "fix/<int:sequence>/undo"
    name = "manage_fix_undo"
    permission = "results.correct"
    audit_codes = ("repairs.undo",)
    form_class = UndoForm
    done = _("The repair is undone.")
    success_page = "manage_fix"

    def get_target(self) -> AuditEntry:
        return get_object_or_404(AuditEntry, tournament=self.tournament, action=MAKE, sequence=self.parts["sequence"])

    def perform(self, data: dict[str, Any]) -> None:
        require_undo(self.by.user, self.tournament, str(self.target.after.get("repair")))
        repairs.undo(self.by, self.tournament, entry=self.target, reason=data["reason"])
