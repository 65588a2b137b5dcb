"""Undo beside the result: a message that carries the request that takes back what was just done."""

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
"""The reason of an undo whose action asks for one."""


ENTRIES: Final = "log_entries"
"""Attribute of a request with the entries of the log that its action has written."""


class Undo(NamedTuple):
    """An action by the URL name of its page, the parts of its address after the event's, and the values it takes."""

    name: str
    permission: str
    parts: Mapping[str, Any]
    values: Mapping[str, Any]


def success(request: HttpRequest, tournament: Tournament, message: str, undo: Undo | None) -> None:
    """Add the message, with the button *Undo* for those who may press it (`components/messages.html`)."""
    offered = offer(request, tournament, undo)
    messages.success(request, message, extra_tags=json.dumps(offered, ensure_ascii=False) if offered else "")


def offer(request: HttpRequest, tournament: Tournament, undo: Undo | None) -> dict[str, Any] | None:
    """Return address and values of the request that undoes it, for those who may send it; None if nothing changed."""
    if undo is None or not can(request.user, undo.permission, tournament):
        return None
    entries = signed(undo.name, tournament, getattr(request, ENTRIES, ()))
    if not entries:
        return None
    action = reverse(undo.name, kwargs={"slug": tournament.slug, **undo.parts})
    values = {name: str(value) for name, value in undo.values.items()}
    return {"action": action, "values": values | {FIELD: entries}}
