"""Audit log of an event."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view

from tournaments.core.models.log import AuditEntry
from tournaments.events.api.serializers import LogEntrySerializer
from tournaments.events.models import Tournament
from tournaments.events.views.log_entries import filtered
from tournaments.site.api.base import SLUG
from tournaments.site.api.lists import EventList

ASKED = ("who", "action", "what", "since", "until")


@extend_schema_view(get=extend_schema(parameters=[SLUG, *(OpenApiParameter(name, str) for name in ASKED)]))
class LogList(EventList[AuditEntry]):
    """The audit log, newest first, filtered by account, action, subject and dates."""

    queryset = AuditEntry.objects.none()
    serializer_class = LogEntrySerializer
    also_asked = ASKED

    def readable(self) -> Tournament:
        return self.allowed("audit.view")

    def rows(self) -> QuerySet[AuditEntry]:
        return filtered(self.tournament, self.request.query_params)
