"""How often one visitor may ask for something that costs work: counted in the cache, by account or else by address."""

from __future__ import annotations

import time

from django.core.cache import cache
from django.http import HttpRequest


def seconds_to_wait(request: HttpRequest, name: str, most: int, seconds: int) -> int:
    """Count one request under `name`; 0 where it is among the `most` of this span of time, else seconds until the next.

    Spans begin at whole multiples of `seconds`, so a visitor who waits is never put off further by asking again.
    """
    span, passed = divmod(int(time.time()), seconds)
    who = f"user/{request.user.pk}" if request.user.is_authenticated else request.META.get("REMOTE_ADDR", "")
    key = f"rate/{name}/{span}/{who}"
    cache.add(key, 0, timeout=seconds)
    return seconds - passed if cache.incr(key) > most else 0
