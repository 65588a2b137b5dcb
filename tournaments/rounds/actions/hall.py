from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from rest_framework import serializers

from tournaments.core.actions import PageAction, register
from tournaments.core.errors import UserError
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.rounds.forms.hall_plan import HallPlanForm, HallReasonForm, RowsForm
from tournaments.rounds.models import MAX_IN_ROW, MAX_ROWS, MAX_TABLE
from tournaments.rounds.queries.hall_plan import (
    fill_places,
    get_row_length,
    map_tables_to_names,
    map_tables_to_spots,
    place_in_rows,
)
from tournaments.rounds.services import hall_plan

TABLE_ROW_PLACE = serializers.ListField(
    child=serializers.IntegerField(min_value=1, max_value=MAX_TABLE), min_length=3, max_length=3
)


@register
class ArrangeHall(PageAction):
    """Place the tables: [table, row from the front, place from the left] of each; an empty list restores rows."""

    path, page_path = "hall", "board/hall"
    name = "manage_hall_plan"
    permission = "tournament.edit"
    audit_codes = ("hall.arrange",)
    form_class = HallReasonForm
    page_form_class = HallPlanForm
    api_fields = {"places": serializers.ListField(child=TABLE_ROW_PLACE, max_length=MAX_ROWS * MAX_IN_ROW)}
    stored_fields = {"places": None}
    success_page = "manage_board"

    def get_stored(self) -> dict[str, Any]:
        return {"places": [[table, *place] for table, place in map_tables_to_spots(self.tournament).items()]}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {} if self.in_api else {"tables": map_tables_to_names(self.tournament)}

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.places = values.pop("places")
        return values

    def perform(self, data: dict[str, Any]) -> Tournament:
        if not self.in_api:
            spots = {} if self.forget else self.form.spots
            return hall_plan.arrange(self.by, self.tournament, spots=spots, spots_before=data["seen"])
        spots = {table: (row, column) for table, row, column in self.places}
        if len(spots) < len(self.places):
            raise UserError(gettext("A table can have only one place."), field="places")
        return hall_plan.arrange(self.by, self.tournament, spots=spots, **data)

    @property
    def forget(self) -> bool:
        return "forget" in self.request.POST

    def get_message(self, result: Tournament) -> str:
        return (
            gettext("The tables are arranged in rows again.")
            if self.forget
            else gettext("The plan of the hall is saved.")
        )

    @property
    def rows_form(self) -> RowsForm:
        query = self.request.GET
        return RowsForm(query if "in_row" in query else None)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        tables, rows = map_tables_to_names(self.tournament), self.rows_form
        stored = map_tables_to_spots(self.tournament)
        if rows.is_bound and rows.is_valid():
            spots = place_in_rows(tables, rows.cleaned_data["in_row"])
        else:
            spots = fill_places(tables, stored, get_row_length(self.tournament))
        return self.page(form=HallPlanForm(tables=tables, spots=spots, spots_before=stored))

    def page(self, **context: Any) -> HttpResponse:
        """Show the plan; a bound form's values may be saved over the stored ones."""
        stored, form = map_tables_to_spots(self.tournament), context["form"]
        if form.is_bound:
            form.accept_stored(stored)
        return page(
            self.request,
            self.tournament,
            "rounds/manage/hall_plan.html",
            "board",
            rows_form=self.rows_form,
            arranged=bool(stored),
            most_rows=MAX_ROWS,
            most_in_row=MAX_IN_ROW,
            **context,
        )
