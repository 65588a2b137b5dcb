"""Pictures and sponsors of an event in the API."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.branding import services
from tournaments.branding.forms import PICTURE_FORMS, SponsorLogoForm
from tournaments.branding.models import EventPicture, Sponsor
from tournaments.branding.queries import list_pictures, list_sponsors
from tournaments.core.api.base import SLUG, OfTournament, respond_with_etag
from tournaments.core.api.files import MULTIPART, PHOTO_SENT, PhotoUploads
from tournaments.events.models import Tournament

USE = OpenApiParameter("use", str, OpenApiParameter.PATH, enum=EventPicture.Use.values)
NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The sponsor.")


class PictureSerializer(serializers.Serializer[Any]):
    """A picture: its address on this site and its pixels."""

    address = serializers.CharField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class SponsorSerializer(serializers.ModelSerializer[Sponsor]):
    """A sponsor, its places and its logo."""

    logo = PictureSerializer(allow_null=True)

    class Meta:
        model = Sponsor
        fields = ["number", "name", "link", "on_pages", "on_screens", "on_papers", "logo"]
        read_only_fields = fields


class LookSerializer(serializers.Serializer[Any]):
    """Colour, logo, banner and sponsors of an event; an empty colour is the usual one."""

    colour = serializers.CharField(allow_blank=True)
    logo = PictureSerializer(allow_null=True)
    banner = PictureSerializer(allow_null=True)
    sponsors = SponsorSerializer(many=True)


class StoredPictureSerializer(serializers.Serializer[Any]):
    """A stored picture: size and SHA-256."""

    width = serializers.IntegerField()
    height = serializers.IntegerField()
    digest = serializers.CharField()


@extend_schema(parameters=[SLUG])
class EventLook(OfTournament):
    """Colour, pictures and sponsors of an event."""

    @extend_schema(responses=LookSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return respond_with_etag(request, self.tournament, lambda: _serialize(self.tournament))


def _serialize(tournament: Tournament) -> dict[str, Any]:
    pictures = list_pictures(tournament)
    rows = tournament.sponsors.order_by("number")
    logos = [line.logo for line in list_sponsors(tournament)]
    sponsors = [{**_read(row), "logo": logo} for row, logo in zip(rows, logos, strict=True)]
    uses = {use: pictures.get(use) for use in EventPicture.Use.values}
    return dict(LookSerializer({"colour": tournament.colour, **uses, "sponsors": sponsors}).data)


def _read(row: Sponsor) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("number", "name", "link", "on_pages", "on_screens", "on_papers")}


@extend_schema(parameters=[SLUG, USE])
class EventPictureKeep(PhotoUploads):
    """The logo or the banner of an event."""

    takes_photo_for = "tournament.edit"

    def prepare(self, request: Request) -> None:
        """Choose the form of this use. Raises Http404 for an unknown one."""
        if self.kwargs["use"] not in PICTURE_FORMS:
            raise Http404
        self.form = PICTURE_FORMS[self.kwargs["use"]]
        super().prepare(request)

    @extend_schema(
        request={MULTIPART: PHOTO_SENT}, responses=StoredPictureSerializer, operation_id="event_pictures_keep"
    )
    def post(self, request: Request, slug: str, use: str) -> Response:
        """Store the picture, downscaled, replacing the previous one of this use."""
        row = services.keep_picture(self.actor, self.event, use=use, small=self.small)
        return Response(StoredPictureSerializer(row).data)


@extend_schema(parameters=[SLUG, NUMBER])
class SponsorLogoKeep(PhotoUploads):
    """The logo of a sponsor."""

    takes_photo_for = "tournament.edit"
    form = SponsorLogoForm

    @extend_schema(
        request={MULTIPART: PHOTO_SENT}, responses=StoredPictureSerializer, operation_id="sponsor_logos_keep"
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Store the logo, downscaled, replacing the previous one."""
        sponsor = get_object_or_404(self.event.sponsors, number=number)
        row = services.keep_sponsor_logo(self.actor, sponsor, small=self.small)
        return Response(StoredPictureSerializer(row).data)
