"""How much somebody has had of something in the span of time that runs: sums in the cache, shared by all processes.

Spans begin at whole multiples of their length, so whoever waits is never put off further by asking again. A cache that
cannot be reached counts nothing: a hall must not stop because of it.
"""

from __future__ import annotations

import logging
import time

from django.core.cache import caches
from django.utils.connection import ConnectionProxy

cache = ConnectionProxy(caches, "counts")

log = logging.getLogger("tournaments.budgets")


def add(what: str, who: str, amount: int, seconds: int) -> tuple[int, int]:
    """Count `amount` more. Returns the sum of this span, which has `seconds`, and how many of them are left."""
    key, left = _key(what, who, seconds)
    try:
        try:
            return cache.incr(key, amount), left
        except ValueError:
            # The first of the span, or another has been first in the meantime.
            return (amount if cache.add(key, amount, timeout=seconds) else cache.incr(key, amount)), left
    except ValueError:
        # It has run out between the two.
        return amount, left
    except Exception:
        log.warning("nothing is counted: the cache does not answer", exc_info=True)
        return 0, left


def total(what: str, who: str, seconds: int) -> tuple[int, int]:
    """The sum of this span and the seconds left, without counting."""
    key, left = _key(what, who, seconds)
    try:
        return int(cache.get(key, 0)), left
    except Exception:
        log.warning("nothing is counted: the cache does not answer", exc_info=True)
        return 0, left


def _key(what: str, who: str, seconds: int) -> tuple[str, int]:
    span, passed = divmod(int(time.time()), seconds)
    return f"count/{what}/{span}/{who}", seconds - passed
