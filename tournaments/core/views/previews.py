"""Previews of imports, carried by the page until saved: signed, bound to one tournament (or none), valid for a day."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.events.models import Tournament

LIVES: Final = 24 * 60 * 60


def seal_preview(tournament: Tournament | None, what: str, *parts: Any) -> str:
    return signing.dumps([_get_event_key(tournament), *parts], salt=what, compress=True)


def open_preview(
    request: HttpRequest, tournament: Tournament | None, what: str, *, field: str = "confirmed"
) -> list[Any] | None:
    """Return the parts of a signed preview; None, with a message, if it is too old or of another kind."""
    try:
        key, *parts = signing.loads(request.POST[field], salt=what, max_age=LIVES)
    except signing.BadSignature:
        key, parts = 0, []
    if parts and key == _get_event_key(tournament):
        return parts
    messages.error(request, _("The preview has expired. Choose the file again."))
    return None


def _get_event_key(tournament: Tournament | None) -> int | None:
    return tournament.pk if tournament else None
