"""Protection against password guessing, beside django-axes: one password tried on many names.

django-axes locks a name for the address that guesses it. An address that tries another name each time is slowed down:
after some failures one attempt every few seconds goes through, so that a hall behind it still gets in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest

from tournaments.core.http.limits import TooOftenError
from tournaments.core.http.throttles import count, network_of

MAX_NAME_LENGTH: Final = 150
"""Characters of an account's name; what is longer is nobody's, and PostgreSQL would not store all of it."""

SPAN: Final = 900
"""Seconds over which an address's failures are counted."""

FREE: Final = 30
"""Failures of an address in that time that slow nobody down: a hall mistypes too."""

ONE_TRY: Final = 5
"""Seconds in which one try of such an address goes through."""


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """Return the user name of the attempt, no longer than a name can be."""
    sent = credentials or getattr(request, "data", None) or request.POST
    name = sent.get("username")
    return name[:MAX_NAME_LENGTH] if isinstance(name, str) else None


def slow_down(request: HttpRequest) -> None:
    """Raise TooOftenError if the address has to wait. Call it before checking a password."""
    who = _address(request)
    failures, _left = count("sign-in-failed", who, SPAN, 0)
    if failures >= FREE:
        tries, remaining = count("sign-in-tried", who, ONE_TRY)
        if tries > 1:
            raise TooOftenError(remaining)


def note_failure(request: HttpRequest | None = None, **_named: object) -> None:
    """Count a failed sign-in; receiver of Django's signal `user_login_failed`."""
    if request is not None:
        count("sign-in-failed", _address(request), SPAN)


def _address(request: HttpRequest) -> str:
    return network_of(request.META.get("REMOTE_ADDR", ""))
