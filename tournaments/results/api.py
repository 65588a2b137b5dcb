"""Sheets of tables: a round's results, the versions of one table, their confirmation, and photos of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core import visibility
from tournaments.core.audit import Actor, locked
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.results import serializers as sheet_serializers
from tournaments.results.forms.photos import PhotoForm
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.models.results import TableResult
from tournaments.results.queries.public_results import round_results
from tournaments.results.queries.sheets import photos_of
from tournaments.results.services import photos, results
from tournaments.rounds.models import GameTable
from tournaments.site.api.base import SLUG, OfTournament, read, valid
from tournaments.site.api.files import MULTIPART, PHOTO_SENT, AnyAccept, PhotoUploads, file_response


@extend_schema(parameters=[SLUG])
class RoundResults(OfTournament):
    """The confirmed results of a round, public once it is released."""

    @extend_schema(responses=sheet_serializers.TableSheetSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament

        def answer() -> Any:
            rows = round_results(tournament, number)
            if rows is None:
                raise Http404
            return sheet_serializers.TableSheetSerializer(rows, many=True).data

        return read(request, tournament, answer)

    @extend_schema(
        request=sheet_serializers.SheetsSerializer,
        responses={201: sheet_serializers.ResultVersionSerializer(many=True)},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Enter the sheets of several tables: all of them, or none where one is refused; the field names its table."""
        tournament = self.allowed("results.enter")
        rows = valid(sheet_serializers.SheetsSerializer, request)["sheets"]
        round_ = get_object_or_404(tournament.rounds, number=number)
        with locked(tournament):
            tables = {table.number: table for table in round_.tables.select_related("round__tournament")}
            entered = [self._entered(tables.get(row["table"]), row) for row in rows]
        prefetch_related_objects(entered, "seats")
        hidden = visibility.hidden_sheets(request.user, entered)
        made = sheet_serializers.ResultVersionSerializer(entered, many=True, context={"hidden": hidden}).data
        return Response(made, status=status.HTTP_201_CREATED)

    def _entered(self, table: GameTable | None, row: dict[str, Any]) -> TableResult:
        try:
            if table is None:
                raise UserError(_("There is no table %(number)s in this round.") % {"number": row["table"]})
            return submitted(self.actor, table, row)
        except UserError as error:
            error.field = f"table {row['table']}"
            raise


def submitted(by: Actor, table: GameTable, sheet: dict[str, Any]) -> TableResult:
    """Enter the sheet as the API has it. Raises UserError."""
    named = {name: sheet[name] for name in ("points", "leftover", "reason", "based_on")}
    return results.submit_sheet(by, table, **named)


@extend_schema(parameters=[SLUG])
class TableResults(OfTournament):
    """The versions of a table's sheet; a new one by posting the points."""

    @extend_schema(responses=sheet_serializers.ResultVersionSerializer(many=True))
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        of_event = GameTable.objects.filter(round__tournament=self.allowed("results.view"))
        found = get_object_or_404(of_event, round__number=number, number=table)
        versions = found.results.select_related("table__round__tournament").prefetch_related("seats")
        return Response(self.shown(sorted(versions, key=lambda one: one.version), many=True))

    def shown(self, versions: Sequence[TableResult], *, many: bool = False) -> Any:
        """Versions of the table's sheet as this person sees them; of one, the newest, it alone."""
        hidden = visibility.hidden_sheets(self.request.user, versions)
        return sheet_serializers.ResultVersionSerializer(
            versions if many else versions[-1], many=many, context={"hidden": hidden}
        ).data

    @extend_schema(
        request=sheet_serializers.SheetSerializer, responses={201: sheet_serializers.ResultVersionSerializer}
    )
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Enter the sheet; 409 with the current version where somebody else was faster."""
        tournament = self.allowed("results.enter")
        sheet = valid(sheet_serializers.SheetSerializer, request)
        of_event = GameTable.objects.select_related("round__tournament").filter(round__tournament=tournament)
        at = get_object_or_404(of_event, round__number=number, number=table)
        result = submitted(self.actor, at, sheet)
        return Response(self.shown([result]), status=status.HTTP_201_CREATED)


@extend_schema(parameters=[SLUG])
class TableConfirm(TableResults):
    """Confirming a version of a table's sheet."""

    http_method_names = ["post", "options"]

    @extend_schema(request=sheet_serializers.ConfirmSerializer, responses=sheet_serializers.ResultVersionSerializer)
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Say that a version is right; somebody else must have entered it."""
        tournament = self.allowed("results.confirm")
        wanted = valid(sheet_serializers.ConfirmSerializer, request)
        at = {"table__round__tournament": tournament, "table__round__number": number, "table__number": table}
        versions = TableResult.objects.select_related("table__round__tournament")
        result = get_object_or_404(versions, **at, version=wanted["version"])
        done = results.confirm_sheet(self.actor, result, again=wanted["again"], reason=wanted["reason"])
        return Response(self.shown([done]))


class PhotoSerializer(serializers.ModelSerializer[SheetPhoto]):
    """A photo of the table's signed sheet; its picture lies below its number."""

    class Meta:
        model = SheetPhoto
        fields = ["number", "width", "height", "digest"]
        read_only_fields = fields


OF_TABLE = [
    SLUG,
    OpenApiParameter("number", int, OpenApiParameter.PATH, description="The round."),
    OpenApiParameter("table", int, OpenApiParameter.PATH),
]


@extend_schema(parameters=OF_TABLE)
class Photos(PhotoUploads):
    """Photos of a table's signed sheet."""

    takes_photo_for = "results.enter"
    form = PhotoForm

    def table(self, tournament: Tournament) -> GameTable:
        """The table of the address. Raises Http404."""
        tables = GameTable.objects.select_related("round__tournament").filter(round__tournament=tournament)
        return get_object_or_404(tables, round__number=self.kwargs["number"], number=self.kwargs["table"])

    @extend_schema(responses=PhotoSerializer(many=True), operation_id="photos_list")
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        found = self.table(self.allowed("results.view"))
        return Response(PhotoSerializer(photos_of(found), many=True).data)

    @extend_schema(request={MULTIPART: PHOTO_SENT}, responses={201: PhotoSerializer}, operation_id="photos_create")
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Keep a photo with the sheet, made small and without what the camera wrote into it."""
        found = self.table(self.event)
        made = photos.add(self.actor, found, small=self.small)
        return Response(PhotoSerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[*OF_TABLE, OpenApiParameter("photo", int, OpenApiParameter.PATH)])
class Photo(AnyAccept, OfTournament):
    """One picture."""

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY}, operation_id="photos_retrieve")
    def get(self, request: Request, slug: str, number: int, table: int, photo: int) -> HttpResponse:
        tournament = self.allowed("results.view")
        there = SheetPhoto.objects.filter(table__round__tournament=tournament, table__round__number=number)
        found = get_object_or_404(there, table__number=table, number=photo)
        return file_response(bytes(found.picture), "image/jpeg", f"{slug}-{number}-{table}-{photo}.jpg")
