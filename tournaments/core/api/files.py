"""File downloads and uploads of the API."""

from __future__ import annotations

from typing import Any, Final, NoReturn, cast

from django import forms
from django.http import HttpResponse, QueryDict
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied, ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from tournaments.core import pictures
from tournaments.core.api.base import IdempotentView, OfTournament, reject_unknown_body_fields
from tournaments.core.api.fields import RowProblemSerializer
from tournaments.core.downloads import CONTENT_TYPES
from tournaments.core.http.request_limits import FORM
from tournaments.core.permissions import can
from tournaments.core.tabular.reading import RowProblem

TEXT_TYPES: Final = {"application/json": OpenApiTypes.ANY, "text/csv": OpenApiTypes.STR, "text/plain": OpenApiTypes.STR}
KINDS: Final = sorted((kind.partition(";")[0] for kind in CONTENT_TYPES.values()), key=lambda kind: kind in TEXT_TYPES)
FILE: Final = {(200, kind): TEXT_TYPES.get(kind, OpenApiTypes.BINARY) for kind in KINDS}
"""Generated clients read bytes and texts in different ways, most of them in the first that they know."""
KEPT = serializers.CharField(required=False, help_text="Instead of a file: the one that was just looked at.")
SAVE = serializers.BooleanField(required=False, help_text="Without it nothing is saved.")
SLUG_WANTED = serializers.CharField(required=False, max_length=60, help_text="Empty: the file's short name.")
PHOTO_SENT: Final = inline_serializer("PhotoSent", {"photo": serializers.FileField(help_text="JPEG, PNG or WebP.")})
MULTIPART: Final = "multipart/form-data"
FALSE: Final = ("false", "0", "no", "off", "")


class AnyAccept(IdempotentView):
    """Base of views that return a file of fixed type, whatever `Accept` names."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)


def make_file_response(content: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


class BroughtSerializer(serializers.Serializer[Any]):
    """Result of an import. `saved` false: tried and rolled back; send `kept` with `save` to save it."""

    saved = serializers.BooleanField()
    slug = serializers.CharField()
    name = serializers.CharField()
    published = serializers.BooleanField()
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="Of a look: rows by section.")
    first = serializers.ListField(child=serializers.CharField(), help_text="Of a look: the first places.")
    scoring = serializers.DictField(
        required=False,
        help_text="Of a look at an event: how its tables are scored (start points, uma, table points …).",
    )
    problems = RowProblemSerializer(many=True)
    differences = serializers.ListField(child=serializers.CharField())
    kept = serializers.CharField(allow_blank=True)


class Uploads(IdempotentView):
    """Base of views that take a file, as a form would send it."""

    parser_classes = (MultiPartParser,)

    def read(self, request: Request, body: BaseSerializer[Any]) -> tuple[dict[str, str], bool]:
        reject_unknown_body_fields(body, request.data)
        sent = cast(QueryDict, request.data)
        fields = {name: str(value) for name, value in sent.items() if name not in request.FILES}
        save = fields.pop("save", "").lower() not in FALSE
        for name in ("published", "hall"):
            if fields.get(name, "on").lower() in FALSE:
                fields[name] = ""
        return fields, save

    def require_importer_id(self, request: Request) -> int:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not can(request.user, "site.events.import"):
            raise PermissionDenied
        return int(request.user.pk)


def refuse_invalid_form(form: forms.Form) -> None:
    if not form.is_valid():
        raise ValidationError({name: list(map(str, errors)) for name, errors in form.errors.items()})


def refuse_rows(problems: list[RowProblem]) -> NoReturn:
    places = [f"{problem.line or ''} {problem.column}".strip() for problem in problems]
    messages = [
        f"{place}: {problem.message}" if place else problem.message
        for place, problem in zip(places, problems, strict=True)
        if not problem.warning
    ]
    raise ValidationError({"file": messages})


class PhotoUploads(OfTournament, Uploads):
    """Base of views that take a photo and downscale it before they lock anything."""

    most_bytes = pictures.MAX_BYTES + FORM
    takes_photo_for: str
    form: type[forms.Form]

    def prepare(self, request: Request) -> None:
        """Decode the photo before any lock. Raises ValidationError for an invalid one."""
        super().prepare(request)
        if request.method == "POST":
            self.event = self.require_permission(self.takes_photo_for)
            reject_unknown_body_fields(PHOTO_SENT, request.data)
            form = self.form({}, request.FILES)
            refuse_invalid_form(form)
            self.small: pictures.SmallPhoto = form.cleaned_data["photo"]
