"""Event files in the API: downloads of an event, and import of an event."""

from __future__ import annotations

from typing import Any, Final, cast

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.models import User
from tournaments.core.api.base import SLUG, OfTournament
from tournaments.core.api.files import (
    FILE,
    KEPT,
    MULTIPART,
    SAVE,
    SLUG_WANTED,
    AnyAccept,
    BroughtSerializer,
    Uploads,
    make_file_response,
    refuse_invalid_form,
    refuse_rows,
)
from tournaments.core.audit import Actor
from tournaments.core.downloads import list_exports
from tournaments.core.http.request_limits import FORM
from tournaments.core.permissions import can
from tournaments.core.tabular.columns import require_known
from tournaments.exchange.forms import MAX_EVENT_BYTES, EventUploadForm
from tournaments.exchange.reading import pending_files
from tournaments.exchange.reading.event_uploads import read_upload
from tournaments.exchange.reading.penalty_signs import SIGNS
from tournaments.exchange.services import event_files


class FileSerializer(serializers.Serializer[Any]):
    """A file of the event: its URL ends with `key`."""

    key = serializers.CharField(source="name")
    title = serializers.CharField()
    content_type = serializers.CharField()


@extend_schema(parameters=[SLUG])
class Files(OfTournament):
    """Files of the event that the caller may download."""

    @extend_schema(responses=FileSerializer(many=True), operation_id="files_list")
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        mine = [export for export in list_exports() if can(request.user, export.action, tournament)]
        return Response(FileSerializer(mine, many=True).data)


@extend_schema(parameters=[SLUG, OpenApiParameter("key", str, OpenApiParameter.PATH)])
class File(AnyAccept, OfTournament):
    """A file of the event; `event_whole` is the complete event, as `events/import/` accepts it."""

    @extend_schema(responses=FILE, operation_id="files_retrieve")
    def get(self, request: Request, slug: str, key: str) -> HttpResponse:
        wanted = next((export for export in list_exports() if export.name == key), None)
        if wanted is None:
            raise Http404
        tournament = self.require_permission(wanted.action)
        content = wanted.make(tournament, request.query_params)
        if wanted.taken is not None:
            wanted.taken(self.actor, tournament)
        return make_file_response(content, wanted.content_type, wanted.file_name(tournament))


EVENT_SENT: Final = inline_serializer(
    "EventSent",
    {
        "file": serializers.FileField(
            required=False,
            help_text="An event file of either version, or a table of results with the `game` that was played.",
        ),
        "text": serializers.CharField(required=False, help_text="Instead of a file: lines of a table of results."),
        "kept": KEPT,
        "game": serializers.CharField(required=False),
        "name": serializers.CharField(required=False, max_length=200),
        "sheet": serializers.CharField(required=False, max_length=80),
        "block": serializers.CharField(required=False, max_length=20),
        "signs": serializers.ChoiceField(
            choices=SIGNS, required=False, help_text="What penalties without a minus sign are; asked for where needed."
        ),
        "columns": serializers.CharField(
            required=False,
            max_length=2000,
            help_text="Meanings of columns: `heading=meaning`, divided by semicolons; `-` leaves a column out.",
        ),
        "slug": SLUG_WANTED,
        "published": serializers.BooleanField(required=False, help_text="False keeps the public pages closed."),
        "hall": serializers.BooleanField(
            required=False, help_text="False makes a copy of an event on loan, without roles and codes of tables."
        ),
        "save": SAVE,
    },
)


class EventImport(Uploads):
    """Import an event from its file."""

    most_bytes = MAX_EVENT_BYTES + FORM

    @extend_schema(
        request={MULTIPART: EVENT_SENT},
        responses={200: BroughtSerializer, 201: BroughtSerializer},
        operation_id="events_import",
        tags=["tournaments"],
    )
    def post(self, request: Request) -> Response:
        """Preview the import; with `save` create the event, with the caller as director."""
        account = self.require_importer_id(request)
        fields, save = self.read(request, EVENT_SENT)
        form = EventUploadForm(
            {"published": "on", "hall": "on", **fields}, request.FILES, user=cast(User, request.user)
        )
        refuse_invalid_form(form)
        by, values = Actor.of(request._request, origin="api"), form.cleaned_data
        content = values["content"]
        if not content:
            if form.table is not None:
                require_known(form.table.kind, form.table.read)
            refuse_rows(form.doubts)
        options = {name: values[name] for name in ("name", "slug", "published", "hall", "signs")}
        upload = read_upload(by, content, **options)
        if upload.asks_signs:
            raise ValidationError({"signs": [upload.asks_signs]})
        problems = form.doubts + upload.problems
        if upload.make is None:
            refuse_rows(problems)
        answer: dict[str, Any] = {"saved": save, "problems": problems, "differences": upload.differences}
        if save:
            tournament = upload.make()
            answer |= {"slug": tournament.slug, "name": tournament.name, "published": tournament.published}
            answer |= {"counts": {}, "first": [], "kept": ""}
        else:
            preview = event_files.preview_import(upload.make)
            answer |= {
                "slug": preview.slug,
                "name": preview.name,
                "published": preview.published,
                "counts": preview.counts,
            }
            answer["first"] = [f"{row.place}. {row.name}" for row in preview.first]
            answer["scoring"] = preview.scoring.to_dict()
            answer["kept"] = pending_files.put(account, content)
        code = status.HTTP_201_CREATED if save else status.HTTP_200_OK
        return Response(BroughtSerializer(answer).data, status=code)
