"""Rotation of backups: keep the last hours, every round, and one a day for a fortnight. Pure.

Those that hold erased people go after a month at the latest, once there is a newer one.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Final, NamedTuple

NEWEST: Final = 24
"""Number of backups by the clock to keep: four hours at ten minutes each."""

ROUNDS: Final = 60
BY_HAND: Final = 20
DAYS: Final = 14


class BackupInfo(NamedTuple):
    name: str
    made_at: datetime.datetime
    why: str


def superfluous(backups: Iterable[BackupInfo]) -> list[str]:
    """Return the names of those that may be deleted, oldest first."""
    newest_first = sorted(backups, key=lambda backup: backup.made_at, reverse=True)
    stays: set[str] = set()
    for why, most in (("clock", NEWEST), ("round", ROUNDS)):
        stays.update(backup.name for backup in [backup for backup in newest_first if backup.why == why][:most])
    stays.update(
        backup.name for backup in [backup for backup in newest_first if backup.why not in ("clock", "round")][:BY_HAND]
    )
    last_of_day: dict[datetime.date, str] = {}
    for backup in newest_first:
        last_of_day.setdefault(backup.made_at.date(), backup.name)
    stays.update(list(last_of_day.values())[:DAYS])
    return [backup.name for backup in reversed(newest_first) if backup.name not in stays]


def outlived(
    backups: Iterable[BackupInfo], erased_at: Iterable[datetime.datetime], *, until: datetime.datetime
) -> list[str]:
    """Return the names of those that hold people erased before `until`, if a newer backup exists."""
    rows = sorted(backups, key=lambda backup: backup.made_at)
    last = max((moment for moment in erased_at if moment <= until), default=None)
    if last is None or not rows or rows[-1].made_at < last:
        return []
    return [backup.name for backup in rows if backup.made_at < last]
