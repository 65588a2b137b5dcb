"""Previews of imports, carried by the page until saved: signed, bound to one tournament, valid for a day."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.events.models import Tournament

LIVES: Final = 24 * 60 * 60
"""Seconds."""


def sealed(tournament: Tournament, what: str, *parts: Any) -> str:
    """Sign the parts of a preview as JSON for a hidden field; ``what`` names the kind of preview."""
    return signing.dumps([tournament.pk, *parts], salt=what, compress=True)


def opened(request: HttpRequest, tournament: Tournament, what: str) -> list[Any] | None:
    """Return the parts of a signed preview; None, with a message, if it is too old or of another kind."""
    try:
        key, *parts = signing.loads(request.POST["confirmed"], salt=what, max_age=LIVES)
    except signing.BadSignature:
        key, parts = None, []
    if key == tournament.pk:
        return parts
    messages.error(request, _("The preview has expired. Choose the file again."))
    return None
