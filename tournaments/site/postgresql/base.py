"""Django's PostgreSQL: connections of the pool are looked at instead of asked whether they live, and plans are kept.

A question to the server before each request cost as much as the one statement that most requests ask. A server that
goes away closes its connections, and that shows on the socket; only where something came unasked is the server asked.

Django writes the values into the text of each statement, so that the server reads and plans it anew each time, which
takes longer than to answer it. Statements of `tournaments.prepared` are few and always the same: the server keeps their
plans for each connection, and gets the values beside them.

What a change writes goes to the server one after the other without waiting for each answer: whoever writes holds the
event, and each way there and back is time that all others wait.
"""

from __future__ import annotations

import re
import select
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from functools import cache
from hashlib import sha256
from itertools import count
from typing import Any, Final, NamedTuple

from django.db import DatabaseError
from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import register_tzloader
from django.db.backends.utils import CursorWrapper, debug_transaction
from django.db.transaction import TransactionManagementError
from psycopg import Connection, Error, RawCursor
from psycopg.errors import FeatureNotSupported
from psycopg.postgres import types
from psycopg.pq import ExecStatus, Format, TransactionStatus
from psycopg_pool import ConnectionPool

KEPT = 200
"""Statements whose plans each connection of the server keeps."""


class Written(NamedTuple):
    """The text of a statement."""

    query: bytes


class PlannedCursor(RawCursor[Any]):
    """A cursor all of whose statements are planned once for each connection."""

    def execute(self, query: Any, params: Any = None, **_given: Any) -> Any:
        """Execute the statement by the plan that the server keeps; it makes one the first time."""
        statement = numbered(query)
        try:
            return self._by_plan(statement, params)
        except FeatureNotSupported:
            # The columns are of another kind since the plan was made: the site is being upgraded. A transaction ends
            # here, and its plans with it.
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                raise
            self._by_plan(b"DEALLOCATE ALL", None)
            return self._by_plan(statement, params)

    def _by_plan(self, query: bytes, params: Any) -> Any:
        # Django's own statements differ each time, and nothing of them is to be kept.
        self.connection.prepare_threshold = 0
        try:
            return super().execute(query, params)
        finally:
            self.connection.prepare_threshold = None
            # Where Django's log of statements looks for the text; psycopg notes none of a statement with a plan.
            self._query: Any = Written(query)


class SentLater(NamedTuple):
    """A statement whose answer has not been looked at."""

    cursor: CursorWrapper
    rows: int
    """How many rows it must have written."""
    otherwise: str
    """What to say where it has not."""


class DatabaseWrapper(base.DatabaseWrapper):
    """Hands out no connection that the server has closed: after a restart of the database nobody meets one."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._line: AbstractContextManager[Any] | None = None
        """The way to the server while answers are not waited for."""
        self._sent: list[SentLater] = []

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection that lives. Raises what the pool raises where there is none in time."""
        connection = super().get_new_connection(conn_params)
        while self.pool and not is_alive(connection):
            connection.close()
            self.pool.putconn(connection)
            connection = super().get_new_connection(conn_params)
        connection.prepared_max = KEPT
        return connection

    def rows_by_plan(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The answer to a statement that is always the same, asked by itself with numbers.

        Where this thread holds no connection, one is lent for this statement alone: what Django does to open and close
        one takes longer than the answer.
        """
        if self.connection is not None or not self.pool:
            with self.planned_cursor() as cursor:
                cursor.execute(statement, values)
                return cursor.fetchall()
        with self.wrap_database_errors:
            lent = self.get_new_connection({})
            try:
                at_once = answered_at_once(lent, numbered(statement), values)
                return PlannedCursor(lent).execute(statement, values).fetchall() if at_once is None else at_once
            finally:
                self.pool.putconn(lent)

    def rows_together(self, asked: Sequence[tuple[str, Sequence[Any]]]) -> list[list[tuple[Any, ...]]]:
        """The answers to statements that are always the same, sent one after the other without waiting for each.

        The server begins each when the one before it is done: what follows one that takes a lock is read under it.
        """
        self.settle()
        self.ensure_connection()
        with self.wrap_database_errors:
            with self.connection.pipeline():
                cursors = [self.planned_cursor() for _statement in asked]
                for cursor, (statement, values) in zip(cursors, asked, strict=True):
                    cursor.execute(statement, values)
            return [cursor.fetchall() for cursor in cursors]

    def write_later(self, statement: str, values: Sequence[Any], rows: int, otherwise: str) -> None:
        """Send a statement that writes so many rows, within a transaction; `otherwise` is said where it has not.

        What is wrong with it is raised where its answer is looked at: by the next statement that is not of this kind,
        at the latest by the commit, which does not happen then.
        """
        if not self.in_atomic_block:
            raise TransactionManagementError("what is sent without waiting stands in a transaction")
        if self._line is None:
            self.ensure_connection()
            line = self.connection.pipeline()
            line.__enter__()
            self._line = line
        cursor = self.planned_cursor()
        cursor.execute(statement, values)
        self._sent.append(SentLater(cursor, rows, otherwise))

    def settle(self) -> None:
        """Look at the answers to all that was sent. Raises DatabaseError for what was not written."""
        line, sent = self._line, self._sent
        self._line, self._sent = None, []
        if line is None:
            return
        with self.wrap_database_errors:
            line.__exit__(None, None, None)
        for cursor, rows, otherwise in sent:
            if cursor.rowcount != rows:
                raise DatabaseError(otherwise)

    def _forget(self) -> None:
        """All that was sent is undone: nobody looks at the answers."""
        with suppress(DatabaseError):
            self.settle()

    def create_cursor(self, name: str | None = None) -> Any:
        """As ever, after what has been sent."""
        self.settle()
        return super().create_cursor(name)

    def _commit(self) -> None:
        if self._line is None:
            super()._commit()  # type: ignore[misc]
            return
        with debug_transaction(self, "COMMIT"):
            # Behind the others, and the answers to all of them come together.
            cursor = self.planned_cursor()
            cursor.execute("COMMIT")
            self.settle()

    def _rollback(self) -> None:
        self._forget()
        super()._rollback()  # type: ignore[misc]

    def _savepoint_rollback(self, sid: str) -> None:
        self._forget()
        super()._savepoint_rollback(sid)  # type: ignore[misc]

    def _close(self) -> None:
        self._forget()
        super()._close()  # type: ignore[misc]

    def planned_cursor(self) -> CursorWrapper:
        """A cursor for statements that are always the same but for their values, which no `IN` takes as a list."""
        self.close_if_health_check_failed()
        self.ensure_connection()
        with self.wrap_database_errors:
            cursor: Any = PlannedCursor(self.connection)
        # As in `create_cursor`: times come in the zone that the site asked for.
        kept = self.connection.adapters.get_loader(types["timestamptz"].oid, Format.TEXT)
        if self.timezone != kept.timezone:
            register_tzloader(self.timezone, cursor)
        return self._prepare_cursor(cursor)  # type: ignore[attr-defined]


READERS: Final[dict[int, Callable[[bytes], Any]]] = {
    **dict.fromkeys((types[name].oid for name in ("int2", "int4", "int8")), int),
    types["timestamptz"].oid: lambda text: datetime.fromisoformat(text.decode()),
}
"""How values of a type are read from the text of the server."""


def answered_at_once(connection: Connection[Any], query: bytes, values: Sequence[int]) -> list[tuple[Any, ...]] | None:
    """The answer by one call of PostgreSQL's own library, on a connection that does nothing else; the server plans the
    statement at the first. None where psycopg has to ask: anything is wrong, or has a type that is not read here.

    psycopg makes a cursor, looks for the plan and waits in Python, which takes longer than the server.
    """
    line, name = connection.pgconn, name_of(query)
    known: set[bytes] = connection.__dict__.setdefault("known_at_once", set())
    try:
        if name not in known:
            if line.prepare(name, query).status != ExecStatus.COMMAND_OK:
                return None
            known.add(name)
        found = line.exec_prepared(name, [b"%d" % value for value in values])
        if found.status != ExecStatus.TUPLES_OK:
            known.discard(name)
            line.exec_(b"DEALLOCATE " + name)
            return None
        readers = [READERS[found.ftype(column)] for column in range(found.nfields)]
    except (Error, KeyError, TypeError):
        return None
    texts = ([found.get_value(row, column) for column in range(len(readers))] for row in range(found.ntuples))
    return [
        tuple(None if text is None else read(text) for read, text in zip(readers, row, strict=True)) for row in texts
    ]


@cache
def name_of(query: bytes) -> bytes:
    """What the statement is called on each connection."""
    return b"at_once_" + sha256(query).hexdigest()[:16].encode()


@cache
def numbered(query: str) -> bytes:
    """A statement of Django's with its places for values as PostgreSQL itself writes them.

    >>> numbered("SELECT %s || '%%' || %s")
    b"SELECT $1 || '%' || $2"
    """
    places = count(1)
    return re.sub("%[s%]", lambda found: f"${next(places)}" if found[0] == "%s" else "%", query).encode()


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
