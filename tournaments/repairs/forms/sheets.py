"""Problems with sheets and with the rules by which they were counted."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.forms.fields import WholeField
from tournaments.events.models import MAX_ROUNDS
from tournaments.repairs.forms.base import RepairForm, RoundField, TableField
from tournaments.repairs.services.sheets import Step


class MoveSheetForm(RepairForm):
    kind, title = "move-sheet", _("A sheet is at the wrong table or round")
    help = _("If the other table has a sheet too, the two change places.")
    words = _("wrong round, wrong table, sheet, result, entered, typed, other table")
    of_sheet = True

    round, table = RoundField(label=_("Entered in round")), TableField(label=_("Entered at table"))
    other_round, other_table = RoundField(label=_("Belongs to round")), TableField(label=_("Belongs to table"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        first, second = ([data[name].number, data[table]] for name, table in _BOTH_ENDS)
        if first == second:
            raise UserError(_("Choose another table."), field="other_table")
        return [{"do": "move_sheet", "one": first, "other": second}]


_BOTH_ENDS = (("round", "table"), ("other_round", "other_table"))


class TakeOutForm(RepairForm):
    kind, title = "take-out", _("A sheet was entered by mistake")
    help = _("It no longer counts, and the table waits for its sheet.")
    words = _("twice, double, duplicate, sheet, result, entered, by mistake, remove, delete, wrong result")
    of_sheet = True

    round, table = RoundField(), TableField()

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        return [{"do": "take_out", "at": [data["round"].number, data["table"]]}]


class SheetRulesForm(RepairForm):
    kind, title = "rules", _("The scoring rules were wrong")
    help = _("Correct the rules first; this counts rounds that have begun again under the present rules.")
    words = _("uma, oka, rules, start points, starting points, table points, penalty, time, scoring, count again")
    permission = "rules.change"

    from_round = WholeField(label=_("From round"), min_value=1, max_value=MAX_ROUNDS, initial=1)

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        version = self.tournament.ruleset.number
        begun = self.tournament.rounds.filter(number__gte=data["from_round"]).exclude(ruleset=None)
        rounds = {str(round_.number): version for round_ in begun.exclude(ruleset__number=version).order_by("number")}
        if not rounds:
            raise UserError(_("These rounds are counted under the present rules already."), field="from_round")
        return [{"do": "rules", "rounds": rounds, "sheets": {}}]
