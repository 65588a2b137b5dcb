"""Problems with seats: people, tables and winds of a round that differ from the seating."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.core.forms.fields import PlayerField
from tournaments.repairs.forms.base import RepairForm, RoundField, TableField, build_reseat_step
from tournaments.repairs.queries.rows import require_seating_and_plan
from tournaments.repairs.services.sheets import CHAIRS, PLAYERS, Step
from tournaments.rounds.models import Round
from tournaments.seating.queries.quality import map_numbers_by_table

OWNERS = (
    (CHAIRS, _("to whoever sat in the chair")),
    (PLAYERS, _("to the names on the sheet")),
)


def build_points_field(initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("The points belong"),
        choices=OWNERS,
        initial=initial,
        widget=forms.RadioSelect,
        help_text=_("Matters only if a sheet is entered."),
    )


def require_plan_of_numbers(round_: Round) -> dict[int, tuple[int, ...]]:
    """Return the numbers of the players by table. Raises `UserError`."""
    return map_numbers_by_table(require_seating_and_plan(round_)[1])


def require_table_of_player(plan: dict[int, tuple[int, ...]], number: int, field: str) -> int:
    """Return the table of a player. Raises `UserError`."""
    seat = next((table for table, people in plan.items() if number in people), None)
    if seat is None:
        raise UserError(_("This player has no seat in the round."), field=field)
    return seat


class SwapPlayersForm(RepairForm):
    kind, title = "swap-players", _("Two players swapped seats")
    help = _("They sat in each other's chairs, at one table or at two.")
    words = _("wrong seat, wrong table, wrong chair, swapped, switched, sat, seats, mixed up")

    round = RoundField()
    first = PlayerField(label=_("Player"))
    second = PlayerField(label=_("Other player"))
    points = build_points_field(CHAIRS)

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        first, second = data["first"].number, data["second"].number
        plan = require_plan_of_numbers(data["round"])
        tables = {require_table_of_player(plan, first, "first"), require_table_of_player(plan, second, "second")}
        swapped = {first: second, second: first}
        after = {table: [swapped.get(number, number) for number in plan[table]] for table in tables}
        return [build_reseat_step(data["round"], after, data["points"])]


class SwapTablesForm(RepairForm):
    kind, title = "swap-tables", _("Two tables were swapped")
    help = _("The players of one table sat at the other one.")
    words = _("wrong table, tables swapped, switched, whole table, sat")

    round, table, other = RoundField(), TableField(), TableField(label=_("Other table"))
    points = build_points_field(CHAIRS)

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        plan, first, second = require_plan_of_numbers(data["round"]), data["table"], data["other"]
        for name in ("table", "other"):
            if data[name] not in plan:
                raise UserError(_("The round has no table %(number)s.") % {"number": data[name]}, field=name)
        return [build_reseat_step(data["round"], {first: plan[second], second: plan[first]}, data["points"])]


class WindsForm(RepairForm):
    kind, title = "winds", _("The winds were wrong")
    help = _("Another player of the table was East at the start; the others follow in their order.")
    words = _("wind, winds, rotated, east, dealer, wrong order")

    round, east = RoundField(), PlayerField(label=_("East at the start"))
    points = build_points_field(PLAYERS)

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        plan, number = require_plan_of_numbers(data["round"]), data["east"].number
        table = require_table_of_player(plan, number, "east")
        index = plan[table].index(number)
        return [build_reseat_step(data["round"], {table: plan[table][index:] + plan[table][:index]}, data["points"])]
