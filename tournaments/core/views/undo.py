"""Undo beside the result: a message with the request that reverses the last action."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.audit.undoing import FIELD, signed
from tournaments.core.permissions import can
from tournaments.events.models import Tournament

UNDONE: Final = _("Undone at once.")


ENTRIES: Final = "log_entries"


class Undo(NamedTuple):
    """Action by the URL name of its page, the parts of its address after the event's, and its values."""

    name: str
    permission: str
    parts: Mapping[str, Any]
    values: Mapping[str, Any]


def announce_success(request: HttpRequest, tournament: Tournament, message: str, undo: Undo | None) -> None:
    offered = offer(request, tournament, undo)
    messages.success(request, message, extra_tags=json.dumps(offered, ensure_ascii=False) if offered else "")


def offer(request: HttpRequest, tournament: Tournament, undo: Undo | None) -> dict[str, Any] | None:
    if undo is None or not can(request.user, undo.permission, tournament):
        return None
    entries = signed(undo.name, tournament, getattr(request, ENTRIES, ()))
    if not entries:
        return None
    action = reverse(undo.name, kwargs={"slug": tournament.slug, **undo.parts})
    values = {name: str(value) for name, value in undo.values.items()}
    return {"action": action, "values": values | {FIELD: entries}}
