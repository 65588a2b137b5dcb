"""Actions of the hall plan."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework import serializers

from tournaments.core.actions import Action, register
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.rounds.forms.hall_plan import HallPlanForm, HallReasonForm
from tournaments.rounds.models import MAX_IN_ROW, MAX_ROWS, MAX_TABLE
from tournaments.rounds.queries.hall_plan import known_tables
from tournaments.rounds.services import hall_plan
from tournaments.rounds.views.hall_plan import show_plan

TABLE_ROW_PLACE = serializers.ListField(
    child=serializers.IntegerField(min_value=1, max_value=MAX_TABLE), min_length=3, max_length=3
)


@register
class ArrangeHall(Action):
    """Place the tables: [table, row from the front, place from the left] of each; an empty list restores rows."""

    path = "hall"
    page_path = None
    name = "manage_hall_plan"
    permission = "tournament.edit"
    logs = ("hall.arrange",)
    form_class = HallReasonForm
    page_form_class = HallPlanForm
    api_fields = {"places": serializers.ListField(child=TABLE_ROW_PLACE, max_length=MAX_ROWS * MAX_IN_ROW)}
    success_page = "manage_board"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {} if self.in_api else {"tables": known_tables(self.tournament)}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.places = values.pop("places")
        return values

    def perform(self, data: dict[str, Any]) -> Tournament:
        if not self.in_api:
            spots = {} if self.forget else self.form.spots
            return hall_plan.arrange(self.by, self.tournament, spots=spots, seen=data["seen"])
        spots = {table: (row, column) for table, row, column in self.places}
        if len(spots) < len(self.places):
            raise UserError(gettext("A table can have only one place."), field="places")
        return hall_plan.arrange(self.by, self.tournament, spots=spots, **data)

    @property
    def forget(self) -> bool:
        """Return whether the tables return to rows."""
        return "forget" in self.request.POST

    def get_message(self, result: Tournament) -> str:
        return (
            gettext("The tables are arranged in rows again.")
            if self.forget
            else gettext("The plan of the hall is saved.")
        )

    def page(self, **context: Any) -> HttpResponse:
        return show_plan(self.request, self.tournament, **context)
