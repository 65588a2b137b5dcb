"""Every page of a copy says that it is one."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def mark(request: HttpRequest) -> dict[str, str]:
    """`rehearsal`: the moment of the backup that this site is a copy of; empty on the site itself."""
    return {"rehearsal": settings.REHEARSAL}
