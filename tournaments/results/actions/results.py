from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.exact import integer_or
from tournaments.core.actions import Action, register
from tournaments.core.errors import UserError
from tournaments.core.forms.fields import ContinueForm, ReasonForm
from tournaments.core.text.places import format_enumeration
from tournaments.core.views.undo import UNDONE, Undo
from tournaments.events.models import Tournament
from tournaments.results.forms.results import ConfirmingForm, RejectForm, TakeBackResultForm
from tournaments.results.models.results import TableResult
from tournaments.results.services import corrections, forfeits, results, settings
from tournaments.results.views.manage import describe_release, get_round, get_table_or_404, undo_sheets
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.phone import Phone
from tournaments.rounds.services import rounds
from tournaments.standings.models import Forfeit

ROUND, TABLE = "rounds/<number:number>", "rounds/<number:number>/tables/<number:table>"
ROUND_PAGE, TABLE_PAGE = "results/<int:number>", "results/<int:number>/table/<int:table>"


class OfRoundResults(Action):
    def get_target(self) -> Any:
        return get_round(self.tournament, self.parts["number"])

    def get_success_url(self) -> str:
        return reverse("manage_results", args=[self.tournament.slug, self.parts["number"]])


@register
class ConfirmAlike(OfRoundResults):
    """Confirm every sheet of the round that two people entered identically (`twice_alike` of its newest version)."""

    path = f"{ROUND}/confirm-alike"
    page_path = f"{ROUND_PAGE}/confirm-alike"
    name = "manage_confirm_alike"
    permission = "results.confirm"
    audit_codes = ("results.confirm_alike",)

    def perform(self, data: dict[str, Any]) -> list[TableResult]:
        if self.in_api:
            return results.confirm_matching(self.by, self.target)
        listed = (text.partition(":") for text in self.request.POST.getlist("sheet"))
        versions_shown = {integer_or(table, 0): integer_or(version, 0) for table, _colon, version in listed}
        device = Phone.of(self.request).known_device
        done = results.confirm_matching(self.by, self.target, versions_shown=versions_shown, device=device)
        if not done:
            raise UserError(gettext("Nothing was confirmed: these sheets have changed since they were listed."))
        return done

    def get_message(self, result: Any) -> str:
        tables = [sheet.table.number for sheet in result]
        text = ngettext("Confirmed: table %(tables)s.", "Confirmed: tables %(tables)s.", len(tables))
        return text % {"tables": format_enumeration(tables)}

    def get_undo(self, result: Any) -> Undo | None:
        return undo_sheets(self.target.number, result)


@register
class TakeBackSheets(OfRoundResults):
    """Take back the last step of sheets: a confirmation, else the entry. `sheets`: pairs of table and version, such as
    `1:1 3:1`.
    """

    path = f"{ROUND}/take-back"
    page_path = f"{ROUND_PAGE}/take-back"
    name = "manage_take_back"
    permission = "results.confirm"
    audit_codes = ("results.take_back",)
    form_class = TakeBackResultForm

    def perform(self, data: dict[str, Any]) -> list[TableResult]:
        pairs = [(int(table), int(version)) for table, version in (pair.split(":") for pair in data["sheets"].split())]
        return corrections.take_back(self.by, self.target, versions=pairs)

    def get_message(self, result: Any) -> str:
        tables = [sheet.table.number for sheet in result]
        text = ngettext("Taken back: table %(tables)s.", "Taken back: tables %(tables)s.", len(tables))
        return text % {"tables": format_enumeration(tables)}


@register
class ReleaseRound(OfRoundResults):
    """Release the results of the round; `continue_anyway`: the reason to do so despite open items."""

    path = f"{ROUND}/release"
    page_path = f"{ROUND_PAGE}/release"
    name = "manage_release"
    permission = "results.release"
    audit_codes = ("results.release",)
    form_class = ContinueForm

    def perform(self, data: dict[str, Any]) -> Round:
        return rounds.release(self.by, self.target, **data)

    def get_message(self, result: Any) -> str:
        return describe_release(self.tournament, self.target)

    def get_undo(self, result: Any) -> Undo:
        return Undo("manage_withdraw", self.permission, {"number": result.number}, {"reason": UNDONE})


@register
class WithdrawResults(OfRoundResults):
    """Withdraw the results from the public pages."""

    path = f"{ROUND}/withdraw-results"
    page_path = f"{ROUND_PAGE}/withdraw"
    name = "manage_withdraw"
    permission = "results.release"
    audit_codes = ("results.withdraw",)
    form_class = ReasonForm

    def perform(self, data: dict[str, Any]) -> Round:
        return rounds.withdraw(self.by, self.target, **data)

    def get_message(self, result: Any) -> str:
        return gettext("The results of round %(number)s are no longer public.") % {"number": self.target.number}

    def get_undo(self, result: Any) -> Undo:
        values = {"continue_anyway": UNDONE}
        return Undo("manage_release", self.permission, {"number": result.number}, values)


WAYS: dict[str, tuple[dict[str, Any], Any]] = {
    "players": (
        {"entry_by": Tournament.EntryBy.TABLE_CODE},
        _("Players can confirm now: each waiting sheet shows the code that opens it on their phone."),
    ),
    "own": (
        {"confirmations": Tournament.Confirmations.OWN},
        _("You can confirm your own sheets now. The public standings say so."),
    ),
}


@register
class DecideConfirming(OfRoundResults):
    """Change who confirms if nobody else can; on the page only, as a shortcut to two settings of the event."""

    page_path = f"{ROUND_PAGE}/confirming"
    name = "manage_confirming"
    permission = "tournament.edit"
    audit_codes = ("tournament.edit",)
    form_class = ConfirmingForm

    def perform(self, data: dict[str, Any]) -> str:
        way: str = data["way"]
        settings.edit(self.by, self.tournament, facts=WAYS[way][0], waiting=settings.LEAVE)
        return way

    def get_message(self, result: Any) -> str:
        return str(WAYS[result][1])


class TableResultAction(Action):
    success_page = "manage_table"

    def get_table(self) -> GameTable:
        return get_table_or_404(self.tournament, self.parts["number"], self.parts["table"])

    def get_target(self) -> Any:
        return self.get_table()

    def get_success_url(self) -> str:
        return reverse(self.success_page, args=[self.tournament.slug, self.parts["number"], self.parts["table"]])


@register
class SheetIn(TableResultAction):
    """Mark the paper sheet as received."""

    path = f"{TABLE}/sheet-in"
    page_path = f"{TABLE_PAGE}/sheet-in"
    name = "manage_sheet_in"
    permission = "results.enter"
    audit_codes = ("results.sheet_in",)

    def perform(self, data: dict[str, Any]) -> GameTable:
        return results.mark_sheet_handed_in(self.by, self.target)

    def get_message(self, result: Any) -> str:
        return gettext("The sheet of table %(table)s is received.") % {"table": self.target.number}

    def get_success_url(self) -> str:
        return reverse("manage_board_round", args=[self.tournament.slug, self.parts["number"]])


@register
class RejectResult(TableResultAction):
    """Reject an entered sheet."""

    path = f"{TABLE}/reject"
    page_path = f"{TABLE_PAGE}/<int:version>/reject"
    name = "manage_reject"
    permission = "results.confirm"
    audit_codes = ("results.reject",)
    # The address of the page names the version.
    form_class, page_form_class = RejectForm, ReasonForm
    form_name, prefix = "reject_form", "reject"
    done = _("The sheet is sent back; the table waits for a new one.")

    def get_target(self) -> Any:
        table = self.get_table()
        return table if self.in_api else get_object_or_404(table.results, version=self.parts["version"])

    def perform(self, data: dict[str, Any]) -> TableResult:
        result = get_object_or_404(self.target.results, version=data["version"]) if self.in_api else self.target
        return results.reject_sheet(self.by, result, reason=data["reason"])

    def get_message(self, result: Any) -> str:
        if result.table.results.filter(state=TableResult.State.CONFIRMED).exists():
            return gettext("The correction is sent back; the sheet before it counts.")
        return str(self.done)


@register
class VoidForfeit(Action):
    """Void a forfeited session or a disqualification."""

    path = "forfeits/<number:pk>/void"
    page_path = "ledger/forfeits/<int:pk>/void"
    name = "manage_forfeit_void"
    permission = "ledger.penalty"
    audit_codes = ("forfeits.void",)
    form_class = ReasonForm
    done = _("It no longer counts.")
    success_page = "manage_ledger"

    def get_target(self) -> Any:
        return get_object_or_404(Forfeit, tournament=self.tournament, pk=self.parts["pk"])

    def perform(self, data: dict[str, Any]) -> Forfeit:
        return forfeits.void(self.by, self.target, **data)
