"""Visitors at the machine that serves the site."""

from __future__ import annotations

import ipaddress
from typing import Final

from django.http import HttpRequest

FORWARDED: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
"""Headers of a proxy. One on this machine has a local address too, and speaks for somebody else."""


def is_from_this_machine(request: HttpRequest) -> bool:
    """Return True if the request came over the loopback interface and through no proxy."""
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return address.is_loopback and not came_by_proxy(request)


def came_by_proxy(request: HttpRequest) -> bool:
    """Return True if a proxy has handed the request on and says so."""
    return any(name in request.headers for name in FORWARDED)
