"""Caches that a site can lose: without one, everything is worked out anew, and no page says so.

While a cache does not answer, it is left alone for some seconds, so that no page waits for it again and again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeVar

from django.core.cache.backends.filebased import FileBasedCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

log = logging.getLogger("tournaments.cache")

T = TypeVar("T")

LEFT_ALONE: Final = 5.0
"""Seconds without asking after it has failed to answer."""


class Forgiving:
    """What is kept is not found, what is to be kept is not; `add` says yes, so that whoever wants to work may."""

    broken_until: ClassVar[float] = 0.0

    def _asked(self, ask: Callable[[], T], otherwise: T) -> T:
        kind = type(self)
        if time.monotonic() < kind.broken_until:
            return otherwise
        try:
            return ask()
        except (KeyError, TypeError, ValueError):
            # What the caller did wrong, or a number that has run out: `incr` is documented to say so.
            raise
        except Exception as error:  # noqa: BLE001 - each backend has errors of its own
            log.warning("the cache does not answer; going on without", extra={"because": repr(error)})
            kind.broken_until = time.monotonic() + LEFT_ALONE
            return otherwise

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._asked(lambda: super(Forgiving, self).get(key, default, version), default)  # type: ignore[misc]

    def set(self, *given: Any, **named: Any) -> None:
        self._asked(lambda: super(Forgiving, self).set(*given, **named), None)  # type: ignore[misc]

    def add(self, *given: Any, **named: Any) -> bool:
        return self._asked(lambda: bool(super(Forgiving, self).add(*given, **named)), True)  # type: ignore[misc]

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        found = self._asked(lambda: super(Forgiving, self).incr(key, delta, version), None)  # type: ignore[misc]
        if found is None:
            raise ValueError(f"{key} cannot be counted while the cache does not answer")
        return int(found)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._asked(lambda: bool(super(Forgiving, self).delete(key, version)), False)  # type: ignore[misc]

    def touch(self, *given: Any, **named: Any) -> bool:
        return self._asked(lambda: bool(super(Forgiving, self).touch(*given, **named)), False)  # type: ignore[misc]


COUNT: Final = """
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('INCRBY', KEYS[1], ARGV[1]) end
return false
"""
"""Count where something is counted already; Django asks first and counts then, which are two ways to the server."""


class KeptRedisClient(RedisCacheClient):
    """Django's client of Redis, which makes a new one of the library's for each question and goes twice to count."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._kept: dict[Any, Any] = {}

    def get_client(self: Any, key: Any = None, *, write: bool = False) -> Any:
        """The library's client of a server."""
        pool = self._get_connection_pool(write)
        if pool not in self._kept:
            self._kept[pool] = self._client(connection_pool=pool)
        return self._kept[pool]

    def incr(self, key: Any, delta: int) -> int:
        """Add to the number and say what it is now. Raises ValueError where there is none."""
        found = self.get_client(key, write=True).eval(COUNT, 1, key, delta)
        if found is None:
            raise ValueError(f"nothing is counted under {key}")
        return int(found)


class ForgivingRedisCache(Forgiving, RedisCache):
    """Redis that may be gone."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptRedisClient


class ForgivingFileCache(Forgiving, FileBasedCache):
    """Files on a disk that may be full."""
