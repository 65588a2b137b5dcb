"""Protection against password guessing, beside django-axes: an address that tries many names is slowed down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest

from tournaments.core.http.limits import TooOftenError
from tournaments.core.http.throttles import add_to_counter, format_network

MAX_NAME_LENGTH: Final = 150
"""Characters of an account's name; PostgreSQL could not store every longer text."""

SPAN: Final = 900

FREE: Final = 30

ONE_TRY: Final = 5


def find_tried_name(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    sent = credentials or getattr(request, "data", None) or request.POST
    name = sent.get("username")
    return name[:MAX_NAME_LENGTH] if isinstance(name, str) else None


def check_sign_in_rate(request: HttpRequest) -> None:
    """Raise TooOftenError if the address has to wait. Call it before checking a password."""
    who = _get_network(request)
    failures, _left = add_to_counter("sign-in-failed", who, SPAN, 0)
    if failures >= FREE:
        tries, remaining = add_to_counter("sign-in-tried", who, ONE_TRY)
        if tries > 1:
            raise TooOftenError(remaining)


def note_failure(request: HttpRequest | None = None, **_named: object) -> None:
    if request is not None:
        add_to_counter("sign-in-failed", _get_network(request), SPAN)


def _get_network(request: HttpRequest) -> str:
    return format_network(request.META.get("REMOTE_ADDR", ""))
