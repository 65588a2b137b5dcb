"""Responses of actions: the row and the event's new version."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from rest_framework import serializers

from tournaments.events.models import Tournament

KNOWN_BY_KEY = (
    "seatingconstraint", "forfeit", "scoreline", "membership", "job", "seedcommitment", "storedschedule",
)  # fmt: skip
"""Models of rows without a number of their own within the event."""


class DoneSerializer(serializers.Serializer[Any]):
    """Response to an action."""

    version = serializers.IntegerField(help_text="The event's version now; an ETag begins with it.")
    kind = serializers.CharField(help_text="What it was done to or what was made; empty where it is gone.")
    id = serializers.CharField(help_text="Its number, version or code; empty where it has none.")
    name = serializers.CharField(help_text="What people call it.")


def serialize_change(tournament: Tournament, changed: Any) -> dict[str, Any]:
    versions = Tournament.objects.filter(pk=tournament.pk).values_list("version", flat=True)
    version = versions.first() or tournament.version
    row = changed[0] if isinstance(changed, list) and changed else changed
    kind = name = key = ""
    if isinstance(row, Model) and row.pk is not None:
        kind, name = row._meta.model_name or "", str(row)
        key = next(
            (str(getattr(row, name)) for name in ("slug", "code", "number", "version") if hasattr(row, name)), ""
        )
        if kind in KNOWN_BY_KEY:
            key = str(row.pk)
    return dict(DoneSerializer({"version": version, "kind": kind, "id": key, "name": name}).data)
