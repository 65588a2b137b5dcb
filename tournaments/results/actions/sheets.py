"""Actions of a table's sheet; its players use the same forms by the table's code (`results.views.table_code`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import prefetch_related_objects
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.core.actions import PageAction, get_action, make_blank_forms, register
from tournaments.core.errors import StaleSheetError, UserError
from tournaments.core.form_serializers import build_api_field
from tournaments.core.views.undo import offer
from tournaments.core.visibility import is_hidden
from tournaments.events.models import Tournament
from tournaments.results.actions.results import (
    ROUND,
    TABLE,
    TABLE_PAGE,
    OfRoundResults,
    RejectResult,
    TableResultAction,
)
from tournaments.results.api import RoundResults, TableResults
from tournaments.results.forms.results import ConfirmForm, ConfirmReasonForm, PointsField, SheetForm
from tournaments.results.models.results import TableResult
from tournaments.results.pages import may_write, show_table
from tournaments.results.queries.sheets import SheetSeat, TableSheets, group_seats_of_round, read_table_sheets
from tournaments.results.serializers import ResultVersionSerializer, serialize_versions
from tournaments.results.services import results
from tournaments.results.services.typists import ACCOUNT, Typist
from tournaments.results.views.manage import (
    list_outdated_warnings,
    may_start_for,
    start_first,
    tell_state,
    undo_sheets,
)
from tournaments.rounds.models import GameTable
from tournaments.rounds.phone import Phone


def make_points_field(**options: Any) -> serializers.ListField:
    """Return the API's field of the four numbers of a sheet, in turn order from East."""
    return serializers.ListField(child=build_api_field(PointsField()), min_length=4, max_length=4, **options)


class OfSheet(TableResultAction):
    tag = "tournaments"
    answer_serializer = ResultVersionSerializer
    sent_once = True

    @property
    def wants_json(self) -> bool:
        return bool(self.request.headers.get("Accept", "").startswith("application/json"))

    @cached_property
    def phone(self) -> Phone:
        return Phone.of(self.request)

    def get_answer(self, result: TableResult) -> Any:
        return serialize_versions(self.request.user, [result])[0]

    def get_offer(self, result: TableResult) -> dict[str, Any] | None:
        """Return the request that undoes the action, for a script."""
        return offer(self.request, self.tournament, undo_sheets(self.parts["number"], [result]))


@register
class SubmitSheet(OfSheet, PageAction):
    """Enter the sheet; 409 with the current version where somebody else was faster.

    `based_on`: the version that the numbers correct.
    """

    path, page_path = TABLE, TABLE_PAGE
    name = "manage_table"
    permission = "results.view"
    audit_codes = ("results.submit",)
    form_class = SheetForm
    api_names: ClassVar[Mapping[str, str]] = {f"points_{seat}": "points" for seat in range(4)}
    api_fields = {"points": make_points_field()}
    endpoint, endpoint_name, status = TableResults, "api-table", 201
    operation_id, request_name = "tournaments_rounds_tables_create", "Sheet"
    under_lock = True
    stored: TableSheets | None = None

    def get_target(self) -> GameTable:
        """Return the table. Raises PermissionDenied for those who post and neither enter nor correct results."""
        if self.request.method == "POST" and not may_write(self.request.user, self.tournament):
            raise PermissionDenied
        table = self.get_table()
        if self.lock is not None:
            self.stored = read_table_sheets(self.lock.note_read(table))
        return table

    def get_form(self, form_class: type[BaseForm] | None = None) -> BaseForm:
        if self.stored is None:
            return SheetForm.of_table(self.target, self.data)
        return SheetForm.of_sheets(self.stored, self.data)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = SheetForm.opened(self.target, request.user)
        return show_table(request, self.target, form, **build_table_forms(self.tournament))

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        return values | {f"points_{seat}": number for seat, number in enumerate(values["points"])}

    def perform(self, data: dict[str, Any]) -> TableResult:
        if not self.in_api and start_first(self.request, self.target):
            # The start has changed the round, and may have fixed its rules.
            self.find_target()
        typist = ACCOUNT if self.in_api else Typist.on(self.phone)
        return results.submit_sheet(self.by, self.target, **self.form.sheet, typist=typist, stored=self.stored)

    def respond_to_success(self, result: TableResult) -> HttpResponseBase:
        if not self.wants_json:
            tell_state(self.request, self.target, result)
            return self.phone.remember(cast(HttpResponse, super().respond_to_success(result)))
        body: dict[str, Any] = {
            "state": result.state,
            "label": str(_("Both entries match") if result.twice_alike else result.get_state_display()),
            "version": result.version,
            "twice_alike": result.twice_alike,
            "next": self.get_success_url(),
            "undo": self.get_offer(result),
            "warnings": list_outdated_warnings(result),
        }
        if _may_confirm_own_entry(self.tournament, result):
            address_parts = [self.tournament.slug, self.target.round.number, self.target.number, result.version]
            body["confirm"] = reverse("manage_confirm", args=address_parts)
        return self.phone.remember(JsonResponse(body))

    def respond_to_refusal(self, error: UserError | None = None) -> HttpResponseBase:
        stale = error.current if isinstance(error, StaleSheetError) else None
        status = 422 if stale is None else 409
        problems = error.problems if error else ()
        start = may_start_for(self.request.user, self.target, error)
        if not self.wants_json:
            context_values: dict[str, Any] = {"status": status, "problems": problems, "stale": stale, "start": start}
            return show_table(
                self.request, self.target, self.form, **build_table_forms(self.tournament) | context_values
            )
        body: dict[str, Any] = {
            "message": str(error or _("Please correct the marked fields.")),
            "field": error and error.field,
            "problems": list(problems),
            "start": start,
            "errors": {} if error else {name: list(map(str, texts)) for name, texts in self.form.errors.items()},
        }
        if stale is not None:
            body["page"] = self.get_success_url()
            points_seen = (
                None if is_hidden(self.request.user, stale) else [seat.points for seat in stale.seats.order_by("order")]
            )
            body["stale"] = {"version": stale.version, "points": points_seen}
        return JsonResponse(body, status=status)


def _may_confirm_own_entry(tournament: Tournament, result: TableResult) -> bool:
    """Return whether staff may confirm by a button alone the sheet they have just entered."""
    by_button = tournament.confirmations == Tournament.Confirmations.OWN and not tournament.blind_reentry
    return by_button and result.state == TableResult.State.ENTERED


MAX_SHEETS = 1000


class TableSheetWriteSerializer(SubmitSheet.build_serializer_class()):  # type: ignore[misc]
    """A table's sheet with the number of its table."""

    table = serializers.IntegerField(min_value=1, max_value=9999)


@register
class SubmitSheets(OfRoundResults):
    """Enter the sheets of several tables: all of them, or none where one is refused; the field names its table."""

    path = f"{ROUND}/results"
    permission = "results.enter"
    audit_codes = ("results.submit",)
    api_fields = {
        "sheets": serializers.ListField(child=TableSheetWriteSerializer(), allow_empty=False, max_length=1000)
    }
    under_lock = True
    endpoint, endpoint_name, status = RoundResults, "api-results", 201
    operation_id, request_name, tag = "tournaments_rounds_results_create", "Sheets", "tournaments"
    answer_serializer = ResultVersionSerializer(many=True)

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.sheets = values["sheets"]
        return {}

    def perform(self, data: dict[str, Any]) -> list[TableResult]:
        numbers = [sheet["table"] for sheet in self.sheets]
        rows = self.target.tables.filter(number__in=numbers).select_related(*GameTable.READ_WITH)
        tables, seats = {table.number: table for table in rows}, group_seats_of_round(self.target.pk)
        entered = [self.enter(tables.get(sheet["table"]), sheet, seats) for sheet in self.sheets]
        prefetch_related_objects(entered, "seats")
        return entered

    def enter(
        self, table: GameTable | None, sheet: dict[str, Any], seats: Mapping[int, list[SheetSeat]]
    ) -> TableResult:
        """Enter one sheet. Raises ValidationError, UserError."""
        field = f"table {sheet['table']}"
        if table is None:
            message = _("There is no table %(number)s in this round.") % {"number": sheet["table"]}
            raise UserError(message, field=field)
        sheet_action = SubmitSheet(self.tournament, request=self.request, by=self.by, in_api=True)
        sheet_action.target = self.lock.note_read(table)
        sheet_action.stored = read_table_sheets(table, seats.get(table.number, []))
        try:
            entered: TableResult = sheet_action.perform_values({name: sheet[name] for name in sheet if name != "table"})
        except UserError as error:
            error.field = field
            raise
        except ValidationError as error:
            raise ValidationError({field: error.detail}) from error
        return entered

    def get_answer(self, result: list[TableResult]) -> Any:
        return serialize_versions(self.request.user, result)


@register
class ConfirmSheet(OfSheet):
    """Say that a version is right; somebody else must have entered it. `again`: the points, where re-entry is blind."""

    path = f"{TABLE}/confirm"
    page_path = f"{TABLE_PAGE}/<int:version>/confirm"
    name = "manage_confirm"
    permission = "results.confirm"
    audit_codes = ("results.confirm",)
    form_class = ConfirmForm
    page_form_class = ConfirmReasonForm
    form_name, prefix = "confirm_form", "confirm"
    api_fields = {"again": make_points_field(required=False, allow_null=True, default=None)}
    endpoint_name = "api-confirm"
    operation_id, request_name = "tournaments_rounds_tables_confirm_create", "Confirm"
    under_lock = True
    again: SheetForm | None = None
    points: list[int] | None = None

    def form_data(self, values: dict[str, Any]) -> dict[str, Any]:
        self.points = values.pop("again")
        return values

    def read_result(self, version: int) -> TableResult:
        lookups = {"table__round__tournament": self.tournament, "table__round__number": self.parts["number"]}
        results = TableResult.objects.select_related(*TableResult.READ_WITH)
        result = get_object_or_404(results, **lookups, table__number=self.parts["table"], version=version)
        return self.lock.note_read(result)

    def get_target(self) -> Any:
        return None if self.in_api else self.read_result(self.parts["version"])

    def perform(self, data: dict[str, Any]) -> TableResult:
        device = ""
        if self.in_api:
            self.target = self.read_result(data["version"])
        else:
            device = self.phone.known_device
            if self.tournament.blind_reentry:
                self.again = SheetForm.of_table(self.target.table, self.request.POST, prefix="again")
                self.points = self.again.points if self.again.is_valid() else None
        return results.confirm_sheet(self.by, self.target, device=device, again=self.points, reason=data["reason"])

    def respond_to_success(self, result: TableResult) -> HttpResponseBase:
        if self.wants_json:
            label = str(result.get_state_display())
            body = {"state": result.state, "label": label, "version": result.version, "undo": self.get_offer(result)}
            return JsonResponse(body | {"warnings": list_outdated_warnings(result)})
        tell_state(self.request, result.table, result)
        return super().respond_to_success(result)

    def respond_to_refusal(self, error: UserError | None = None) -> HttpResponseBase:
        problems = list(error.problems) if error else []
        message = str(error) if error else _("Please correct the marked fields.")
        if self.wants_json:
            return JsonResponse({"message": message, "problems": problems}, status=422)
        messages.error(self.request, " ".join([message, *problems]))
        return self.page(status=422, confirm_form=self.form)

    def page(self, **context: Any) -> HttpResponse:
        table = self.target.table
        forms = build_table_forms(self.tournament) | context
        return show_table(self.request, table, SheetForm.of_table(table), again=self.again, **forms)

    def get_success_url(self) -> str:
        return reverse("manage_results", args=[self.tournament.slug, self.parts["number"]])


def build_table_forms(tournament: Tournament) -> dict[str, Any]:
    return make_blank_forms(tournament, ConfirmSheet, RejectResult, get_action("PostponeTable"))
