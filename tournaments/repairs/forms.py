"""Problems of an event as forms: each says what happened and returns the steps that put it right."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.forms.fields import PlayerField, WholeField, choose_from
from tournaments.events.models import MAX_ROUNDS, Tournament
from tournaments.repairs.queries import Plan, plan_in_force
from tournaments.repairs.services import CHAIRS, PLAYERS, Step
from tournaments.rounds.models import MAX_TABLE, Round

OWNERS = (
    (CHAIRS, _("to whoever sat in the chair")),
    (PLAYERS, _("to the names on the sheet")),
)


class RoundField(forms.ModelChoiceField):
    """A round by its number."""

    def __init__(self, **options: Any) -> None:
        given = {"label": _("Round"), "queryset": Round.objects.none(), "to_field_name": "number", "empty_label": None}
        super().__init__(**{**given, **options})

    def label_from_instance(self, obj: Round) -> str:
        return str(obj.number)


def table_field(label: Any) -> WholeField:
    return WholeField(label=label, min_value=1, max_value=MAX_TABLE)


class RepairForm(forms.Form):
    """Base of the problems. `kind` names the repair in addresses and in the log."""

    kind: ClassVar[str]
    title: ClassVar[str | Promise]
    help: ClassVar[str | Promise]
    permission: ClassVar[str] = "results.correct"

    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        rounds = tournament.rounds.order_by("-number")
        for name, field in self.fields.items():
            if isinstance(field, RoundField):
                choose_from(self, name, rounds)
            elif isinstance(field, PlayerField):
                choose_from(self, name, tournament.entries.order_by("number"))
        self.order_fields([name for name in self.fields if name != "reason"])

    def clean(self) -> dict[str, Any]:
        """Make the steps; errors of the event become errors of the form."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        self.steps: list[Step] = []
        if not self.errors:
            try:
                self.steps = self.get_steps(data)
            except UserError as error:
                self.add_error(error.field if error.field in self.fields else None, str(error))
        return data

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        """Return the steps of the repair. Raises `UserError`."""
        raise NotImplementedError


class SeatsForm(RepairForm):
    """Base of the problems where people sat elsewhere in a round."""

    round = RoundField()

    def reseated(self, data: dict[str, Any], after: dict[int, list[int]], points: str) -> list[Step]:
        """Return the step that puts these numbers at the tables."""
        plan = numbers(plan_in_force(data["round"])[1])
        was = {str(table): plan[table] for table in after}
        if all(plan[table] == people for table, people in after.items()):
            raise UserError(_("Everybody sits there already."))
        tables = {str(table): people for table, people in after.items()}
        return [{"do": "reseat", "round": data["round"].number, "tables": tables, "was": was, "points": points}]

    def table_of(self, plan: dict[int, list[int]], number: int, field: str) -> int:
        """Return the table of a player. Raises `UserError`."""
        found = next((table for table, people in plan.items() if number in people), None)
        if found is None:
            raise UserError(_("This player has no seat in the round."), field=field)
        return found


def numbers(plan: Plan) -> dict[int, list[int]]:
    return {table: [entry.number for entry in people] for table, people in plan.items()}


def points_field(initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("The points belong"),
        choices=OWNERS,
        initial=initial,
        widget=forms.RadioSelect,
        help_text=_("Matters only if a sheet is entered."),
    )


class SwapPlayersForm(SeatsForm):
    """Two players sat in each other's seats."""

    kind, title = "swap-players", _("Two players swapped seats")
    help = _("They sat in each other's chairs, at one table or at two.")

    first = PlayerField(label=_("Player"))
    second = PlayerField(label=_("Other player"))
    points = points_field(CHAIRS)

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        one, other = data["first"].number, data["second"].number
        plan = numbers(plan_in_force(data["round"])[1])
        tables = {self.table_of(plan, one, "first"), self.table_of(plan, other, "second")}
        swapped = {one: other, other: one}
        after = {table: [swapped.get(number, number) for number in plan[table]] for table in tables}
        return self.reseated(data, after, data["points"])


class SwapTablesForm(SeatsForm):
    """The players of two tables sat at each other's tables."""

    kind, title = "swap-tables", _("Two tables were swapped")
    help = _("The players of one table sat at the other one.")

    table, other = table_field(_("Table")), table_field(_("Other table"))
    points = points_field(CHAIRS)

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        plan, one, other = numbers(plan_in_force(data["round"])[1]), data["table"], data["other"]
        for name in ("table", "other"):
            _check_table(plan, data[name], name)
        return self.reseated(data, {one: plan[other], other: plan[one]}, data["points"])


class WindsForm(SeatsForm):
    """The winds of a table were rotated."""

    kind, title = "winds", _("The winds were wrong")
    help = _("Another player of the table was East at the start; the others follow in their order.")

    east = PlayerField(label=_("East at the start"))
    points = points_field(PLAYERS)

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        plan, number = numbers(plan_in_force(data["round"])[1]), data["east"].number
        table = self.table_of(plan, number, "east")
        at = plan[table].index(number)
        return self.reseated(data, {table: plan[table][at:] + plan[table][:at]}, data["points"])


class ReplacedForm(SeatsForm):
    """Somebody else played a round in a player's seat."""

    kind, title = "replaced", _("Somebody else played this round")
    help = _("A late player, a house substitute or another member of the team took the seat for one round.")

    leaves = PlayerField(label=_("Player on the seating"))
    comes = PlayerField(label=_("Player who played"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        plan, leaves, comes = numbers(plan_in_force(data["round"])[1]), data["leaves"].number, data["comes"].number
        table = self.table_of(plan, leaves, "leaves")
        if any(comes in people for people in plan.values()):
            raise UserError(_("This player has a seat in the round; use “Two players swapped seats”."), field="comes")
        after = [comes if number == leaves else number for number in plan[table]]
        return self.reseated(data, {table: after}, CHAIRS)


class MoveSheetForm(RepairForm):
    """A sheet was entered at another table or in another round."""

    kind, title = "move-sheet", _("A sheet is at the wrong table or round")
    help = _("If the other table has a sheet too, the two change places.")

    round, table = RoundField(label=_("Entered in round")), table_field(_("Entered at table"))
    other_round, other_table = RoundField(label=_("Belongs to round")), table_field(_("Belongs to table"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        one, other = ([data[name].number, data[table]] for name, table in _BOTH_ENDS)
        if one == other:
            raise UserError(_("Choose another table."), field="other_table")
        return [{"do": "move_sheet", "one": one, "other": other}]


_BOTH_ENDS = (("round", "table"), ("other_round", "other_table"))


class TakeOutForm(RepairForm):
    """A sheet was entered twice or by mistake."""

    kind, title = "take-out", _("A sheet was entered by mistake")
    help = _("It no longer counts, and the table waits for its sheet.")

    round, table = RoundField(), table_field(_("Table"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        return [{"do": "take_out", "at": [data["round"].number, data["table"]]}]


class RulesForm(RepairForm):
    """Rounds were counted under rules that have been corrected since."""

    kind, title = "rules", _("The scoring rules were wrong")
    help = _("Correct the rules first; this counts rounds that have begun again under the present rules.")
    permission = "rules.change"

    from_round = WholeField(label=_("From round"), min_value=1, max_value=MAX_ROUNDS, initial=1)

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        version = self.tournament.ruleset.number
        begun = self.tournament.rounds.filter(number__gte=data["from_round"]).exclude(ruleset=None)
        rounds = {str(one.number): version for one in begun.exclude(ruleset__number=version).order_by("number")}
        if not rounds:
            raise UserError(_("These rounds are counted under the present rules already."), field="from_round")
        return [{"do": "rules", "rounds": rounds, "sheets": {}}]


class MergeForm(RepairForm):
    """One person was entered twice."""

    kind, title = "merge", _("A player was entered twice")
    help = _("Seats, results and penalties of the second entry become those of the first.")
    permission = "entries.edit"

    stays, goes = PlayerField(label=_("Entry to keep")), PlayerField(label=_("Entry to remove"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        if data["stays"] == data["goes"]:
            raise UserError(_("Choose two entries."), field="goes")
        return [{"do": "merge", "stays": data["stays"].number, "goes": data["goes"].number}]


def _check_table(plan: dict[int, list[int]], table: int, field: str) -> None:
    if table not in plan:
        raise UserError(_("The round has no table %(number)s.") % {"number": table}, field=field)


FORMS: tuple[type[RepairForm], ...] = (
    SwapPlayersForm, SwapTablesForm, WindsForm, ReplacedForm, MoveSheetForm, TakeOutForm, RulesForm, MergeForm,
)  # fmt: skip


class UndoForm(forms.Form):
    """Reason for undoing a repair."""

    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)


def form_of(kind: str) -> type[RepairForm] | None:
    """Return the form of a kind of problem; None for an unknown one."""
    return next((form for form in FORMS if form.kind == kind), None)
