"""The embedded message queue: a table of messages in a SQLite file, for kombu.

kombu's own way to such a file is SQLAlchemy, which is a third of what a worker loads and keeps in memory.
"""

from __future__ import annotations

import json
import os
import sqlite3
from queue import Empty
from typing import Any, Final

from kombu.transport import virtual

TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS messages (number INTEGER PRIMARY KEY, queue TEXT NOT NULL, payload TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS messages_of_queue ON messages (queue, number)",
)
EARLIER: Final = (
    "INSERT INTO messages (queue, payload)"
    " SELECT kombu_queue.name, kombu_message.payload FROM kombu_message"
    " JOIN kombu_queue ON kombu_queue.id = kombu_message.queue_id"
    " WHERE kombu_message.visible ORDER BY kombu_message.timestamp, kombu_message.id",
    "DROP TABLE kombu_message",
    "DROP TABLE kombu_queue",
)
"""Messages that wait from before, in kombu's own tables."""


class Channel(virtual.Channel):
    """Messages by the name of their queue, the oldest first. One that was taken is gone: the jobs are rows."""

    def __init__(self, connection: Any, **named: Any) -> None:
        super().__init__(connection, **named)
        self._opened: tuple[int, sqlite3.Connection] | None = None

    def _put(self, queue: str, message: Any, **_named: Any) -> None:
        self._file().execute("INSERT INTO messages (queue, payload) VALUES (?, ?)", (queue, json.dumps(message)))

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        oldest = "SELECT number FROM messages WHERE queue = ? ORDER BY number LIMIT 1"
        # Looked at first: whoever deletes locks the file, and most looks find nothing.
        while (found := self._file().execute(oldest, (queue,)).fetchone()) is not None:
            taken = "DELETE FROM messages WHERE number = ? RETURNING payload"
            # Nothing where another worker was first.
            for (payload,) in self._file().execute(taken, found).fetchall():
                return json.loads(payload)
        raise Empty

    def _purge(self, queue: str) -> int:
        return self._file().execute("DELETE FROM messages WHERE queue = ?", (queue,)).rowcount

    def _size(self, queue: str) -> int:
        found = self._file().execute("SELECT count(*) FROM messages WHERE queue = ?", (queue,)).fetchone()
        return int(found[0])

    def close(self) -> None:
        """Give back what was taken and not done, and close the file."""
        super().close()
        if self._opened is not None and self._opened[0] == os.getpid():
            self._opened[1].close()
        self._opened = None

    def _file(self) -> sqlite3.Connection:
        """A process that was forked opens the file for itself."""
        if self._opened is None or self._opened[0] != os.getpid():
            path = self.connection.client.hostname.removeprefix("sqlite:///")
            # Connections of kombu's pool go from thread to thread, one at a time.
            opened = sqlite3.connect(path, timeout=20, isolation_level=None, check_same_thread=False)
            try:
                _prepare(opened)
            except sqlite3.Error:
                opened.close()
                raise
            self._opened = os.getpid(), opened
        return self._opened[1]


def _prepare(opened: sqlite3.Connection) -> None:
    """Make the table, and take over what waits in kombu's own."""
    opened.execute("PRAGMA journal_mode = WAL")
    if opened.execute("SELECT name FROM sqlite_master WHERE name IN ('messages', 'kombu_message')").fetchall() == [
        ("messages",)
    ]:
        return
    opened.execute("BEGIN IMMEDIATE")
    for statement in TABLE:
        opened.execute(statement)
    if opened.execute("SELECT name FROM sqlite_master WHERE name = 'kombu_message'").fetchall():
        for statement in EARLIER:
            opened.execute(statement)
    opened.execute("COMMIT")


class Transport(virtual.Transport):
    """The way to a file."""

    Channel = Channel
    can_parse_url = True
    default_port: Any = 0
    driver_type = "sql"
    driver_name = "sqlite3"
    connection_errors: Any = (sqlite3.OperationalError,)
    polling_interval = 0.25
    """kombu asks once a second, and a person waits that long for every job; given as an option, it fails to start."""

    def driver_version(self) -> str:
        """The version of SQLite."""
        return sqlite3.sqlite_version
