"""Visits of other devices, in the memory of a hall's only web process, which prove that phones reach the site."""

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

_visits: dict[str, float] = {}


def note(request: HttpRequest) -> None:
    host, device, now = request.META.get("HTTP_HOST", ""), request.META.get("REMOTE_ADDR", ""), time.time()
    if is_loopback(device) or now - _visits.get(host, 0.0) < COUNTS:
        return
    if hall_access.state(Path(settings.DATA_DIR)) is None or is_of_this_machine(device):
        return
    if len(_visits) >= MAX_HOSTS:
        _visits.clear()
    _visits[host] = now


def has_come_by(address: str) -> bool:
    return urlsplit(address).netloc in _visits
