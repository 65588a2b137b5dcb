"""A look at what a file would do, carried by the page until it is saved: signed, of one tournament, for a day."""

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
    """The parts of a look, as JSON has them, for a hidden field of the page; ``what`` names the kind of look."""
    return signing.dumps([tournament.pk, *parts], salt=what, compress=True)


def opened(request: HttpRequest, tournament: Tournament, what: str) -> list[Any] | None:
    """The parts again; None, and said, where the look is too old or was of something else."""
    try:
        key, *parts = signing.loads(request.POST["confirmed"], salt=what, max_age=LIVES)
    except signing.BadSignature:
        key, parts = None, []
    if key == tournament.pk:
        return parts
    messages.error(request, _("The preview has expired. Choose the file again."))
    return None
