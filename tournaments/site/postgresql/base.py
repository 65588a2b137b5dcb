"""Django's PostgreSQL, with connections of the pool looked at instead of asked whether they live.

A question to the server before each request cost as much as the one statement that most requests ask. A server that
goes away closes its connections, and that shows on the socket; only where something came unasked is the server asked.
"""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, Error
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Hands out no connection that the server has closed: after a restart of the database nobody meets one."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that lives. Raises what the pool raises where there is none in time."""
        connection = super().get_new_connection(conn_params)
        while self.pool and not is_alive(connection):
            connection.close()
            self.pool.putconn(connection)
            connection = super().get_new_connection(conn_params)
        return connection


def is_alive(connection: Connection[Any]) -> bool:
    """Whether an idle connection can be used; the server is asked only where its socket has something to read."""
    if connection.closed:
        return False
    watch = select.poll()
    watch.register(connection.pgconn.socket, select.POLLIN)
    if not watch.poll(0):
        return True
    try:
        ConnectionPool.check_connection(connection)
    except Error:
        return False
    return True
