"""The web server's threads: one stays with a connection while its next request is at hand.

gunicorn gives each request to a thread and the connection back to a loop that watches all of them; that took as long
as the answer itself to a page that has not changed. A browser that has a page asks for what belongs to it at once.
"""

from __future__ import annotations

import select
from collections import deque
from typing import Any, Final

from gunicorn.glogging import Logger
from gunicorn.workers.gthread import ThreadWorker

SOON: Final = 1
"""Milliseconds that a thread waits for the next request of its connection, while no other one waits for a thread."""


class ServerLog(Logger):
    """gunicorn's log, which nobody reads for requests: they have a line of the site's own."""

    access_log_enabled = False


class StayingWorker(ThreadWorker):
    """A process of the web server."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.waiting: deque[Any] = deque()
        """Connections with a request that no thread has taken yet."""

    def enqueue_req(self, conn: Any) -> None:
        """Give the connection to the next thread that is free."""
        self.waiting.append(conn)
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        """Answer what the connection asks, until it asks no more or somebody else waits."""
        self.waiting.popleft()
        stays = super().handle(conn)
        while stays is True and not self.waiting and self.alive and asks_on(conn):
            stays = super().handle(conn)
        return stays


def asks_on(conn: Any) -> bool:
    """Whether the next request of a kept connection comes soon. What has been read ahead is the loop's."""
    if conn.is_http2 or conn.parser.unreader.buf.getvalue():
        return False
    watch = select.poll()
    watch.register(conn.sock, select.POLLIN)
    return bool(watch.poll(SOON))
