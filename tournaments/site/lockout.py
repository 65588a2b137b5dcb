"""Guessing passwords: what django-axes counts failed sign-ins by, and one who tries one password on many names.

django-axes locks a name for the address that guesses it. Whoever tries another name each time is slowed down by the
address: after some failures one try goes through every few seconds, so that a hall behind it still gets in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest

from tournaments.site.limits import TooOftenError
from tournaments.site.throttles import count, network_of

LONGEST_NAME: Final = 150
"""Characters of an account's name; what is longer is nobody's, and PostgreSQL would not store all of it."""

SPAN: Final = 900
"""Seconds over which an address's failures are counted."""

FREE: Final = 30
"""Failures of an address in that time that slow nobody down: a hall mistypes too."""

ONE_TRY: Final = 5
"""Seconds in which one try of such an address goes through."""


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """The name that somebody tried to sign in with, no longer than a name can be."""
    given = credentials or getattr(request, "data", None) or request.POST
    name = given.get("username")
    return name[:LONGEST_NAME] if isinstance(name, str) else None


def slow_down(request: HttpRequest) -> None:
    """To be called before a password is looked at. Raises TooOftenError where its address has to wait."""
    who = _address(request)
    failures, _left = count("sign-in-failed", who, SPAN, 0)
    if failures >= FREE:
        tries, left = count("sign-in-tried", who, ONE_TRY)
        if tries > 1:
            raise TooOftenError(left)


def note_failure(request: HttpRequest | None = None, **_named: object) -> None:
    """Count a failed sign-in; Django's signal `user_login_failed` leads here."""
    if request is not None:
        count("sign-in-failed", _address(request), SPAN)


def _address(request: HttpRequest) -> str:
    return network_of(request.META.get("REMOTE_ADDR", ""))
