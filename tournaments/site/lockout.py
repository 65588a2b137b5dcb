"""What django-axes counts failed sign-ins by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest

LONGEST_NAME: Final = 150
"""Characters of an account's name; what is longer is nobody's, and PostgreSQL would not store all of it."""


def name_tried(request: HttpRequest, credentials: Mapping[str, Any] | None) -> str | None:
    """The name that somebody tried to sign in with, no longer than a name can be."""
    given = credentials or getattr(request, "data", None) or request.POST
    name = given.get("username")
    return name[:LONGEST_NAME] if isinstance(name, str) else None
