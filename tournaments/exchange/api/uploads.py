"""Files that the API takes, as a form would send them: events, seasons, photos of sheets and players.

Each goes through the form of the page that takes it, the same reading and the same service.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn, cast

from django import forms
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied, ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tournaments.core import pictures
from tournaments.core.api.base import OfTournament, Once, refuse_unknown
from tournaments.core.api.fields import RowProblemSerializer
from tournaments.core.audit import Actor
from tournaments.core.permissions import can
from tournaments.core.tabular.reading import RowProblem
from tournaments.entries.forms.portraits import PortraitForm
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.portraits import Portrait
from tournaments.entries.services import portraits
from tournaments.events.models import Tournament
from tournaments.exchange.api.files import NUMBER, PLAYER, SLUG, TABLE
from tournaments.exchange.document import seasons as portable
from tournaments.exchange.forms.events import LARGEST_EVENT, EventUploadForm
from tournaments.exchange.reading import shelf as event_shelf
from tournaments.exchange.reading.sent_event import read_sent
from tournaments.exchange.services import event_files, season_files
from tournaments.results.forms.photos import PhotoForm
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.queries.sheets import photos_of
from tournaments.results.reading.penalty_signs import SIGNS
from tournaments.results.services import photos
from tournaments.rounds.models.rounds import GameTable
from tournaments.seasons.forms import LARGEST_SEASON, SeasonUploadForm
from tournaments.site.request_limits import FORM


class BroughtSerializer(serializers.Serializer[Any]):
    """What the file makes, or has made. `saved` false: tried and taken back; send `kept` with `save` to go on."""

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


KEPT = serializers.CharField(required=False, help_text="Instead of a file: the one that was just looked at.")
SAVE = serializers.BooleanField(required=False, help_text="Without it nothing is saved.")
SLUG_WANTED = serializers.CharField(required=False, max_length=60, help_text="Empty: the file's short name.")
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
        "slug": SLUG_WANTED,
        "published": serializers.BooleanField(required=False, help_text="False keeps the public pages closed."),
        "save": SAVE,
    },
)
SEASON_SENT: Final = inline_serializer(
    "SeasonSent",
    {"file": serializers.FileField(required=False), "kept": KEPT, "slug": SLUG_WANTED, "save": SAVE},
)
PHOTO_SENT: Final = inline_serializer("PhotoSent", {"photo": serializers.FileField(help_text="JPEG, PNG or WebP.")})


MULTIPART: Final = "multipart/form-data"
NO: Final = ("false", "0", "no", "off", "")


class Uploads(Once):
    """Views that take a file, as a form would send it."""

    parser_classes = (MultiPartParser,)

    def read(self, request: Request, body: BaseSerializer[Any]) -> tuple[dict[str, str], bool]:
        """The fields beside the file, and whether to save. Raises ValidationError for a field that is not known."""
        refuse_unknown(body, request.data)
        sent = cast(QueryDict, request.data)
        told = {name: str(value) for name, value in sent.items() if name not in request.FILES}
        save = told.pop("save", "").lower() not in NO
        if "published" in told and told["published"].lower() in NO:
            told["published"] = ""
        return told, save

    def account(self, request: Request) -> int:
        """Whose file it is. Raises NotAuthenticated, PermissionDenied."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not can(request.user, "site.events.import"):
            raise PermissionDenied
        return int(request.user.pk)


def _complain(form: forms.Form) -> None:
    if not form.is_valid():
        raise ValidationError({name: list(map(str, found)) for name, found in form.errors.items()})


def _refuse(problems: list[RowProblem]) -> NoReturn:
    told = [f"{one.line or ''} {one.column}: {one.message}".strip(" :") for one in problems if not one.warning]
    raise ValidationError({"file": told})


class EventImport(Uploads):
    """Bring in an event from its file, as the page does."""

    most_bytes = LARGEST_EVENT + FORM

    @extend_schema(
        request={MULTIPART: EVENT_SENT},
        responses={200: BroughtSerializer, 201: BroughtSerializer},
        operation_id="events_import",
        tags=["tournaments"],
    )
    def post(self, request: Request) -> Response:
        """Look at what the file makes; with `save` it is made, and the caller becomes a director of it."""
        account = self.account(request)
        told, save = self.read(request, EVENT_SENT)
        form = EventUploadForm({"published": "on", **told}, request.FILES, account=account)
        _complain(form)
        by, values = Actor.of(request._request, origin="api"), form.cleaned_data
        content = values["content"]
        if not content:
            _refuse(form.doubts)
        found = read_sent(by, content, **{name: values[name] for name in ("name", "slug", "published", "signs")})
        if found.asks_signs:
            raise ValidationError({"signs": [found.asks_signs]})
        problems = form.doubts + found.problems
        if found.make is None:
            _refuse(problems)
        answer: dict[str, Any] = {"saved": save, "problems": problems, "differences": found.differences}
        if save:
            made = found.make()
            answer |= {"slug": made.slug, "name": made.name, "published": made.published}
            answer |= {"counts": {}, "first": [], "kept": ""}
        else:
            seen = event_files.tried(found.make)
            answer |= {"slug": seen.slug, "name": seen.name, "published": seen.published, "counts": seen.counts}
            answer["first"] = [f"{row.place}. {row.name}" for row in seen.first]
            answer["scoring"] = seen.scoring.to_dict()
            answer["kept"] = event_shelf.put(account, content)
        code = status.HTTP_201_CREATED if save else status.HTTP_200_OK
        return Response(BroughtSerializer(answer).data, status=code)


class SeasonImport(Uploads):
    """Bring in a season from its file, as the page does."""

    most_bytes = LARGEST_SEASON + FORM

    @extend_schema(
        request={MULTIPART: SEASON_SENT},
        responses={200: BroughtSerializer, 201: BroughtSerializer},
        operation_id="seasons_import",
        tags=["seasons"],
    )
    def post(self, request: Request) -> Response:
        """Look at what the file makes; with `save` it is made, with those of its events that are not here."""
        account = self.account(request)
        told, save = self.read(request, SEASON_SENT)
        form = SeasonUploadForm(told, request.FILES, account=account)
        _complain(form)
        by, content, slug = Actor.of(request._request, origin="api"), *map(form.cleaned_data.get, ("content", "slug"))
        read, problems = portable.unpack(content or b"")
        if read is None:
            _refuse(problems)
        answer: dict[str, Any] = {"saved": save, "problems": problems, "differences": [], "first": [], "kept": ""}
        if save:
            made = season_files.restore(by, read=read, slug=slug or "")
            answer |= {"slug": made.slug, "name": made.name, "published": made.published, "counts": {}}
        else:
            seen = season_files.preview(by, read=read, slug=slug or "")
            answer |= {"slug": seen.slug, "name": seen.name, "published": seen.published}
            answer["counts"] = {"events": len(seen.made), "here": len(seen.here), "ranked": seen.ranked}
            answer["first"] = [f"{place}. {name}" for place, name in seen.first]
            answer["kept"] = event_shelf.put(account, content or b"")
        code = status.HTTP_201_CREATED if save else status.HTTP_200_OK
        return Response(BroughtSerializer(answer).data, status=code)


# Photos of sheets


class PhotoSerializer(serializers.ModelSerializer[SheetPhoto]):
    """A photo of the table's signed sheet; its picture lies below its number."""

    class Meta:
        model = SheetPhoto
        fields = ["number", "width", "height", "digest"]
        read_only_fields = fields


class OfPhotos(OfTournament, Uploads):
    """Views that take a photo, and make it small before they lock anything."""

    most_bytes = pictures.MAX_BYTES + FORM
    takes_photo_for = "results.enter"
    form: type[forms.Form] = PhotoForm

    def prepare(self, request: Request) -> None:
        """Decode the photo of somebody who may bring one. Raises ValidationError for what is no photo."""
        super().prepare(request)
        if request.method == "POST":
            self.event = self.allowed(self.takes_photo_for)
            refuse_unknown(PHOTO_SENT, request.data)
            form = self.form({}, request.FILES)
            _complain(form)
            self.small: pictures.SmallPhoto = form.cleaned_data["photo"]


@extend_schema(parameters=[SLUG, NUMBER, TABLE])
class Photos(OfPhotos):
    """Photos of a table's signed sheet."""

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


# Photos of players


class PortraitSerializer(serializers.ModelSerializer[Portrait]):
    """A player's photo: its size, and the SHA-256 of the picture."""

    class Meta:
        model = Portrait
        fields = ["width", "height", "digest"]
        read_only_fields = fields


@extend_schema(parameters=[SLUG, PLAYER])
class PortraitKeep(OfPhotos):
    """The photo of a player."""

    takes_photo_for = "entries.edit"
    form = PortraitForm

    @extend_schema(request={MULTIPART: PHOTO_SENT}, responses=PortraitSerializer, operation_id="portraits_keep")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Keep a photo of the player in place of the one there was, made small."""
        entry = get_object_or_404(Entry, tournament=self.event, number=number)
        kept = portraits.keep(self.actor, entry, small=self.small)
        return Response(PortraitSerializer(kept).data)
