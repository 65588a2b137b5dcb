"""Where sums of a minute are counted on one machine without Redis: in a small SQLite file, beside the database.

A cache of files reads, writes and renames a file for each step, and looks at all others now and then; two processes
that count at once lose one of the steps. Here a step is one statement.
"""

from __future__ import annotations

import os
import sqlite3
import time
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

from tournaments.site.caches import Forgiving

TABLE: Final = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS counts (name TEXT PRIMARY KEY, sum INTEGER NOT NULL, ends REAL NOT NULL) WITHOUT ROWID;
"""
FOREVER: Final = 10 * 365 * 24 * 3600.0


class CountsFile(BaseCache):
    """Whole numbers by name, each for some seconds. Each thread has a cache of its own, and so a connection."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._path = location
        self._open: tuple[int, sqlite3.Connection] | None = None

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The sum; `default` where there is none or its time is over."""
        found = self._ask("SELECT sum FROM counts WHERE name = ? AND ends > ?", self._name(key, version), time.time())
        return found[0] if found else default

    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Begin at this number, whatever was there."""
        statement = "INSERT OR REPLACE INTO counts VALUES (?, ?, ?) RETURNING 1"
        self._ask(statement, self._name(key, version), int(value), self._ends(timeout))

    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Begin at this number where there is none; whether it did. Sums whose time is over go."""
        self._ask("DELETE FROM counts WHERE ends <= ? RETURNING 1", time.time())
        statement = "INSERT INTO counts VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1"
        return self._ask(statement, self._name(key, version), int(value), self._ends(timeout)) is not None

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to the sum and say what it is now. Raises ValueError where there is none."""
        statement = "UPDATE counts SET sum = sum + ? WHERE name = ? AND ends > ? RETURNING sum"
        found = self._ask(statement, delta, self._name(key, version), time.time())
        if found is None:
            raise ValueError(f"nothing is counted under {key}")
        return int(found[0])

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget the sum; whether there was one."""
        return self._ask("DELETE FROM counts WHERE name = ? RETURNING 1", self._name(key, version)) is not None

    def clear(self) -> None:
        """Forget everything."""
        self._ask("DELETE FROM counts RETURNING 1")

    def _name(self, key: str, version: int | None) -> str:
        return str(self.make_and_validate_key(key, version=version))

    def _ends(self, timeout: float | None) -> float:
        ends = self.get_backend_timeout(timeout)
        return time.time() + FOREVER if ends is None else float(ends)

    def _ask(self, statement: str, *values: object) -> tuple[Any, ...] | None:
        # All rows, so that the statement is over and its transaction with it.
        rows = self._connection().execute(statement, values).fetchall()
        return rows[0] if rows else None

    def _connection(self) -> sqlite3.Connection:
        """A process that was forked opens the file for itself."""
        if self._open is None or self._open[0] != os.getpid():
            opened = sqlite3.connect(self._path, timeout=5, isolation_level=None)
            opened.executescript(TABLE)
            self._open = os.getpid(), opened
        return self._open[1]


class ForgivingCountsFile(Forgiving, CountsFile):
    """A file on a disk that may be full."""
