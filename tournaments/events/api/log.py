from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, OfTournament, parse_query_number, respond_with_etag
from tournaments.core.api.lists import EventList
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.permissions import can
from tournaments.events.api.serializers import LogEntrySerializer
from tournaments.events.models import Tournament
from tournaments.events.views.log_entries import filter_entries, parse_day

ASKED = ("who", "action", "what", "since", "until")


@extend_schema_view(get=extend_schema(parameters=[SLUG, *(OpenApiParameter(name, str) for name in ASKED)]))
class LogList(EventList[AuditEntry]):
    """The audit log, newest first, filter_entries by account, action, subject and dates."""

    queryset = AuditEntry.objects.none()
    serializer_class = LogEntrySerializer
    also_asked = ASKED

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("audit.view")

    def list_rows(self) -> QuerySet[AuditEntry]:
        for name in ("since", "until"):
            text = self.request.query_params.get(name)
            if text and parse_day(text) is None:
                raise UserError(_("Enter a date such as 2026-05-02."), field=name)
        return filter_entries(self.tournament, self.request.query_params)


MAX_CHANGES: Final = 500
AFTER = OpenApiParameter("after", int, description="The last number that is known; without it all changes.")


class ChangeSerializer(serializers.Serializer[Any]):
    """An entry of the event's log; details are limited to readers of the log."""

    sequence = serializers.IntegerField()
    at = serializers.DateTimeField()
    topic = serializers.CharField(help_text="The first word of the action, such as results or seating.")
    action = serializers.CharField(required=False)
    kind = serializers.CharField(required=False, allow_blank=True)
    name = serializers.CharField(required=False, allow_blank=True)


class ChangesSerializer(serializers.Serializer[Any]):
    """Changes after a number, and the number for the next request."""

    last = serializers.IntegerField()
    changes = ChangeSerializer(many=True)


@extend_schema(parameters=[SLUG, AFTER])
class Changes(OfTournament):
    """Changes of an event."""

    @extend_schema(responses=ChangesSerializer, operation_id="changes")
    def get(self, request: Request, slug: str) -> Response:
        """Return up to 500 changes after `after`, oldest first. Poll every five seconds, with the ETag."""
        tournament = self.tournament
        after = parse_query_number(request, "after", _("Enter the number of a log entry."), digits=17) or 0
        is_whole = can(request.user, "audit.view", tournament)

        def answer() -> dict[str, Any]:
            entries = AuditEntry.objects.filter(tournament=tournament, sequence__gt=after).order_by("sequence")
            changes = list(
                entries.only("sequence", "at", "action", "object_type", "object_name", "personal")[:MAX_CHANGES]
            )
            last = changes[-1].sequence if changes else after
            return {"last": last, "changes": [_serialize_entry(entry, is_whole=is_whole) for entry in changes]}

        return respond_with_etag(request, tournament, answer)


def _serialize_entry(entry: AuditEntry, *, is_whole: bool) -> dict[str, Any]:
    """Return the entry for the API: the topic, and if `is_whole`, the change itself."""
    public_entry = {"sequence": entry.sequence, "at": entry.at.isoformat(), "topic": entry.action.partition(".")[0]}
    if is_whole:
        public_entry |= {"action": entry.action, "kind": entry.object_type, "name": entry.object_name}
    return public_entry
