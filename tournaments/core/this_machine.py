"""Visitors at the machine that serves the site, and its addresses."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

from django.http import HttpRequest

FORWARDED: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
"""Headers of a proxy, which may have a local address and speak for others."""


def get_machine_name() -> str:
    return socket.gethostname()


def is_from_this_machine(request: HttpRequest) -> bool:
    """Return True if the request came over the loopback interface and through no proxy."""
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return address.is_loopback and not is_proxied(request)


def is_proxied(request: HttpRequest) -> bool:
    return any(name in request.headers for name in FORWARDED)


def is_of_this_machine(address: str) -> bool:
    try:
        sought = ipaddress.ip_address(address)
    except ValueError:
        return False
    sought = getattr(sought, "ipv4_mapped", None) or sought
    if sought.is_loopback:
        return True

    import psutil

    return any(
        card.address.partition("%")[0] == str(sought) for cards in psutil.net_if_addrs().values() for card in cards
    )
