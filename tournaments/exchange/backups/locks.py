"""Locks of the whole site: of all processes, on several machines by the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from filelock import FileLock, Timeout

from tournaments.exchange.backups.archive import SQLITE


class BackupTask(IntEnum):
    BACKUP = 1
    RESTORE = 2


SPACE: Final = 0x6D6A
"""First number of all our advisory locks of PostgreSQL."""


@contextmanager
def held(task: BackupTask, *, wait: bool) -> Iterator[bool]:
    """Hold the site's lock of the task; yield False if another process has it and `wait` is off.

    PostgreSQL releases it when the process dies. It has its own connection, because a restore closes the others.
    """
    if connection.vendor == SQLITE:
        lock = _file(task)
        with suppress(Timeout):
            lock.acquire(timeout=-1 if wait else 0)
        try:
            yield lock.is_locked
        finally:
            lock.release()
        return
    holder = connection.copy()
    try:
        with holder.cursor() as cursor:
            function = "pg_advisory_lock" if wait else "pg_try_advisory_lock"
            cursor.execute(f"SELECT {function}(%s, %s)", [SPACE, task])
            (answer,) = cursor.fetchone()
            alone = wait or bool(answer)
            try:
                yield alone
            finally:
                if alone:
                    # The server notices a moment later that a connection has ended.
                    with suppress(DatabaseError, InterfaceError):
                        cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [SPACE, task])
    finally:
        holder.close()


def is_held(task: BackupTask) -> bool:
    if connection.vendor == SQLITE:
        try:
            with _file(task).acquire(timeout=0):
                return False
        except Timeout:
            return True
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS(SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE l.granted"
            " AND d.datname = current_database() AND l.locktype = 'advisory' AND l.classid = %s AND l.objid = %s)",
            [SPACE, task],
        )
        return bool(cursor.fetchone()[0])


def _file(task: BackupTask) -> FileLock:
    return FileLock(Path(settings.DATA_DIR) / f"{task.name.lower()}.lock")
