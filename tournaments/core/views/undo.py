"""Undo beside the result: a message that carries the request that takes back what was just done."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.core.permissions import can
from tournaments.events.models import Tournament

UNDONE: Final = _("Undone at once.")
"""The reason of an undo whose action asks for one."""


class Undo(NamedTuple):
    """An action by the URL name of its page, the parts of its address after the event's, and the values it takes."""

    name: str
    permission: str
    parts: Mapping[str, Any]
    values: Mapping[str, Any]


def success(request: HttpRequest, tournament: Tournament, told: str, undo: Undo | None) -> None:
    """Add the message, with the button *Undo* for those who may press it (`components/messages.html`)."""
    carried = ""
    if undo is not None and can(request.user, undo.permission, tournament):
        action = reverse(undo.name, kwargs={"slug": tournament.slug, **undo.parts})
        values = {name: str(value) for name, value in undo.values.items()}
        carried = json.dumps({"action": action, "values": values}, ensure_ascii=False)
    messages.success(request, told, extra_tags=carried)
