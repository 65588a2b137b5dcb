"""Fault-tolerant caches: a site works without them, and one that does not respond is skipped for some seconds."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

log = logging.getLogger("tournaments.cache")

T = TypeVar("T")

LEFT_ALONE: Final = 5.0


class Forgiving:
    """Mixin: reads find nothing and writes have no effect while the cache is down; `add` succeeds."""

    broken_until: ClassVar[float] = 0.0

    def _ask_cache(self, ask: Callable[[], T], otherwise: T) -> T:
        kind = type(self)
        if time.monotonic() < kind.broken_until:
            return otherwise
        try:
            return ask()
        except (KeyError, TypeError, ValueError):
            # A caller's mistake, or an expired number, for which `incr` is documented to raise it.
            raise
        except Exception as error:  # noqa: BLE001 - each backend has errors of its own
            log.warning("the cache does not answer; going on without", extra={"because": repr(error)})
            kind.broken_until = time.monotonic() + LEFT_ALONE
            return otherwise

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask_cache(lambda: super(Forgiving, self).get(key, default, version), default)  # type: ignore[misc]

    def set(self, *args: Any, **named: Any) -> None:
        self._ask_cache(lambda: super(Forgiving, self).set(*args, **named), None)  # type: ignore[misc]

    def add(self, *args: Any, **named: Any) -> bool:
        return self._ask_cache(lambda: bool(super(Forgiving, self).add(*args, **named)), True)  # type: ignore[misc]

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        total = self._ask_cache(lambda: super(Forgiving, self).incr(key, delta, version), None)  # type: ignore[misc]
        if total is None:
            raise ValueError(f"{key} cannot be counted while the cache does not answer")
        return int(total)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._ask_cache(lambda: bool(super(Forgiving, self).delete(key, version)), False)  # type: ignore[misc]

    def touch(self, *args: Any, **named: Any) -> bool:
        return self._ask_cache(lambda: bool(super(Forgiving, self).touch(*args, **named)), False)  # type: ignore[misc]

    def clear(self) -> None:
        self._ask_cache(lambda: super(Forgiving, self).clear(), None)  # type: ignore[misc]


class LastingClient(RedisCacheClient):
    """Django's, but it keeps the library's client, which Django makes anew for every command."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._clients: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if write not in self._clients:
            self._clients[write] = super().get_client(key, write=write)
        return self._clients[write]


class ForgivingRedisCache(Forgiving, RedisCache):
    """Redis cache that tolerates a missing server."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = LastingClient


def make_key_since_restore(key: Any, key_prefix: str, version: int) -> str:
    return f"{key_prefix}:{version}:{_read_restore_time()}:{key}"


def forget_everything() -> None:
    """Empty the caches of all processes: Redis by one command, local memory by a file whose time is in each key."""
    from tournaments.core.http.public_version import forget_versions  # needs the models, which need the settings

    _get_stamp().touch()
    cache.clear()
    forget_versions()


def _read_restore_time() -> int:
    try:
        return _get_stamp().stat().st_mtime_ns
    except OSError:
        return 0


def _get_stamp() -> Path:
    return Path(settings.DATA_DIR, "restored")
