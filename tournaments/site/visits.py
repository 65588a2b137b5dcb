"""Visits of other devices to a site that the supervisor serves: they tell the organiser that phones reach it.

Kept in the memory of the web process, the only one in a hall.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from tournaments.core.this_machine import is_of_this_machine
from tournaments.site import hall_access
from tournaments.site.listening import is_loopback

MAX_HOSTS: Final = 50
COUNTS: Final = 60.0
"""Seconds in which another visit by the same address is not looked at."""

_visits: dict[str, float] = {}
"""Host and port -> time of a request of another device by it."""


def note(request: HttpRequest) -> None:
    """Note by which address the request of another device has come."""
    host, device, now = request.META.get("HTTP_HOST", ""), request.META.get("REMOTE_ADDR", ""), time.time()
    if is_loopback(device) or now - _visits.get(host, 0.0) < COUNTS:
        return
    if hall_access.state(Path(settings.DATA_DIR)) is None or is_of_this_machine(device):
        return
    if len(_visits) >= MAX_HOSTS:
        _visits.clear()
    _visits[host] = now


def came_by(address: str) -> bool:
    """Return True if another device has come by this address."""
    return urlsplit(address).netloc in _visits
