from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, OfTournament, respond_with_etag
from tournaments.core.api.files import MULTIPART, PHOTO_SENT, AnyAccept, PhotoUploads, make_file_response
from tournaments.core.api.lists import EventList
from tournaments.events.models import Tournament
from tournaments.results import serializers as sheet_serializers
from tournaments.results.forms.table_code import PhotoForm
from tournaments.results.models.logs import TableLog
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.queries.public_results import find_round_results
from tournaments.results.queries.sheets import list_photos
from tournaments.results.services import photos
from tournaments.rounds.models import GameTable


@extend_schema(parameters=[SLUG])
class RoundResults(OfTournament):
    """Confirmed results of a round, public once it is released."""

    @extend_schema(responses=sheet_serializers.TableSheetSerializer(many=True))
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament

        def answer() -> Any:
            rows = find_round_results(tournament, number)
            if rows is None:
                raise Http404
            return sheet_serializers.TableSheetSerializer(rows, many=True).data

        return respond_with_etag(request, tournament, answer)


@extend_schema(parameters=[SLUG])
class TableResults(OfTournament):
    """The versions of a table's sheet."""

    @extend_schema(responses=sheet_serializers.ResultVersionSerializer(many=True))
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        tournament = self.require_permission("results.view")
        tables = GameTable.objects.filter(round__tournament=tournament)
        game_table = get_object_or_404(tables, round__number=number, number=table)
        versions = game_table.results.select_related("table__round__tournament").prefetch_related("seats")

        def answer() -> Any:
            in_order = sorted(versions, key=lambda version: version.version)
            return sheet_serializers.serialize_versions(request.user, in_order)

        return respond_with_etag(request, tournament, answer)


class PhotoSerializer(serializers.ModelSerializer[SheetPhoto]):
    """A photo of the table's signed sheet; its number leads to the picture."""

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
        tables = GameTable.objects.select_related("round__tournament").filter(round__tournament=tournament)
        return get_object_or_404(tables, round__number=self.kwargs["number"], number=self.kwargs["table"])

    @extend_schema(responses=PhotoSerializer(many=True), operation_id="photos_list")
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        game_table = self.table(self.require_permission("results.view"))
        return Response(PhotoSerializer(list_photos(game_table), many=True).data)

    @extend_schema(request={MULTIPART: PHOTO_SENT}, responses={201: PhotoSerializer}, operation_id="photos_create")
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Store a photo with the sheet, downscaled and without metadata."""
        game_table = self.table(self.event)
        sheet_photo = photos.add(self.actor, game_table, small=self.small)
        return Response(PhotoSerializer(sheet_photo).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[*OF_TABLE, OpenApiParameter("photo", int, OpenApiParameter.PATH)])
class Photo(AnyAccept, OfTournament):
    """One picture."""

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY}, operation_id="photos_retrieve")
    def get(self, request: Request, slug: str, number: int, table: int, photo: int) -> HttpResponse:
        tournament = self.require_permission("results.view")
        photos_of_round = SheetPhoto.objects.filter(table__round__tournament=tournament, table__round__number=number)
        sheet_photo = get_object_or_404(photos_of_round, table__number=table, number=photo)
        return make_file_response(bytes(sheet_photo.picture), "image/jpeg", f"{slug}-{number}-{table}-{photo}.jpg")


class LogSerializer(serializers.ModelSerializer[TableLog]):
    """A log attached to a table, without its text."""

    class Meta:
        model = TableLog
        fields = ["number", "form", "digest", "file_name", "hands", "first_line", "attached_at"]
        read_only_fields = fields


@extend_schema_view(get=extend_schema(parameters=OF_TABLE, operation_id="logs_list"))
class TableLogs(EventList[TableLog]):
    """Logs attached to a table."""

    queryset = TableLog.objects.none()
    serializer_class = LogSerializer

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("results.view")

    def list_rows(self) -> QuerySet[TableLog]:
        wanted = {"round__number": self.kwargs["number"], "number": self.kwargs["table"]}
        table = get_object_or_404(GameTable, round__tournament=self.tournament, **wanted)
        return table.logs.filter(removed_at=None).order_by("number")
