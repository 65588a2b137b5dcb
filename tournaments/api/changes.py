"""What changes at an event: asked for, or heard as it happens (server-sent events)."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import SLUG, OfTournament
from tournaments.models import Tournament
from tournaments.permissions import can
from tournaments.services.errors import UserError
from tournaments.streams import changes
from tournaments.streams.hub import HUB, Listener, taken_over

ENDLESS = 10**15
"""The length of a stream, so that the web server neither cuts it into chunks nor ends it."""
AGAIN, LATER = 3_000, 15_000
"""Milliseconds after which a listener comes back: after a break; and where the server cannot keep the line open."""

AFTER = OpenApiParameter(
    "after", int, description="The last number that is known; without it all changes, of a stream those from now on."
)


class ChangeSerializer(serializers.Serializer[Any]):
    """An entry of the event's log; what was done is told to those who may read the log."""

    sequence = serializers.IntegerField()
    at = serializers.DateTimeField()
    topic = serializers.CharField(help_text="The first word of the action, such as results or seating.")
    shown = serializers.BooleanField(required=False, help_text="Said in the stream where no public page changes by it.")
    action = serializers.CharField(required=False)
    kind = serializers.CharField(required=False, allow_blank=True)
    name = serializers.CharField(required=False, allow_blank=True)


class ChangesSerializer(serializers.Serializer[Any]):
    """Changes behind a number, and the number to ask with next."""

    last = serializers.IntegerField()
    changes = ChangeSerializer(many=True)


class EventStreamRenderer(BaseRenderer):
    """For the negotiation only: the stream is written as it comes, a refusal as JSON."""

    media_type, format = "text/event-stream", "event-stream"

    def render(self, data: Any, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> bytes:
        """A refusal."""
        return json.dumps(data, ensure_ascii=False).encode()


class Stream(StreamingHttpResponse):
    """What is known at once; when that is out, the connection goes to the hub."""

    def __init__(self, first: bytes, listener: tuple[int, int, bool] | None, line: socket.socket | None) -> None:
        super().__init__([first], content_type="text/event-stream")
        self.listener, self.line = listener, line
        self["Cache-Control"], self["X-Accel-Buffering"] = "no-cache", "no"
        if line is not None:
            self["Content-Length"] = str(ENDLESS)

    def close(self) -> None:
        """The web server calls this when everything is written."""
        super().close()
        line, self.line = self.line, None
        if line is not None and self.listener is not None:
            HUB.add(Listener(taken_over(line), *self.listener))


class _Changes(OfTournament):
    def hears_all(self, tournament: Tournament) -> bool:
        """Whether the caller may know what was done, not only that something was."""
        return can(self.request.user, "audit.view", tournament)

    def last_known(self, tournament: Tournament, usual: int) -> int:
        """The number behind which the caller wants to hear, else the usual one. Raises UserError."""
        text = self.request.headers.get("Last-Event-ID") or self.request.query_params.get("after")
        if text is None:
            return usual
        if not (text.isascii() and text.isdecimal() and len(text) < 18):
            raise UserError(_("after is the number of an entry of the log."), field="after")
        return int(text)


@extend_schema(parameters=[SLUG, AFTER])
class Changes(_Changes):
    """What has changed."""

    @extend_schema(responses=ChangesSerializer, operation_id="changes")
    def get(self, request: Request, slug: str) -> Response:
        """The changes behind `after`, oldest first, up to 500."""
        tournament = self.tournament
        last = self.last_known(tournament, 0)
        whole = self.hears_all(tournament)
        found = changes.since(tournament, last)
        return Response(
            {
                "last": found[-1].sequence if found else last,
                "changes": [changes.told(entry, whole=whole) for entry in found],
            }
        )


@extend_schema(parameters=[SLUG, AFTER])
class ChangeStream(_Changes):
    """The same as it happens."""

    renderer_classes = [EventStreamRenderer, JSONRenderer]

    @extend_schema(
        responses={(200, "text/event-stream"): OpenApiTypes.STR}, operation_id="changes_stream",
        parameters=[OpenApiParameter("Last-Event-ID", str, OpenApiParameter.HEADER)],
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Server-sent events: `id` is the number in the log, so that a listener goes on where it broke off."""
        tournament = self.tournament
        newest = changes.newest(tournament)
        last = self.last_known(tournament, newest)
        whole = self.hears_all(tournament)
        found = changes.since(tournament, last) if last < newest else []
        line = None if HUB.full() else request.META.get("gunicorn.socket")
        wait = AGAIN if line is not None else LATER
        first = f"retry: {wait}\n\n".encode() + changes.as_events(found, whole=whole)
        last = found[-1].sequence if found else last
        return Stream(first, (tournament.pk, last, whole), line)
