"""Migrations while the site goes on: they give way to requests, instead of a deadlock in which one of both is ended."""

from __future__ import annotations

import time
from typing import Final

from django.core.management import call_command
from django.db import OperationalError, connection

# PostgreSQL looks for deadlocks after a second.
LOCK_SECONDS: Final = 0.5
PAUSE: Final = 0.5
PATIENCE: Final = 300.0
# SQLSTATE of a lock that is not available, and of a deadlock.
IN_USE: Final = ("55P03", "40P01")


class SiteBusyError(OperationalError):
    pass


def migrate() -> None:
    """Migrate; try again a migration that found its tables in use. Raises `SiteBusyError` after five minutes."""
    ends_at = time.monotonic() + PATIENCE
    while True:
        try:
            _limit_waiting(f"{LOCK_SECONDS}s")
            call_command("migrate", verbosity=0, interactive=False)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in IN_USE:
                raise
            if time.monotonic() > ends_at:
                raise SiteBusyError(*error.args) from error
            time.sleep(PAUSE)
        else:
            _limit_waiting("0")
            return


def _limit_waiting(limit: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [limit])
