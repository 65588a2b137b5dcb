"""Audited services: functions under `@change`, which opens the transaction and writes the audit log.

The decorator locks the tournament's row (writers of one tournament take turns on every database), reads the subject
again under the lock, runs the function and appends its notes to the hash chain under the action's code. A function that
notes nothing fails with `UnauditedChangeError`.
"""

from tournaments.core.audit.actors import Actor
from tournaments.core.audit.changes import Change, next_number, plain, snapshot, without_private
from tournaments.core.audit.decorators import (
    ACTIONS,
    UnauditedChangeError,
    change,
    changing,
    site_change,
    tournament_of,
)
from tournaments.core.audit.hash_chain import (
    broken_at,
    digest_of,
    entries_written,
    keys_of,
    locked,
    recorded,
    tournament_changed,
    write_now,
)

__all__ = [
    "ACTIONS",
    "Actor",
    "Change",
    "UnauditedChangeError",
    "broken_at",
    "change",
    "changing",
    "digest_of",
    "entries_written",
    "keys_of",
    "locked",
    "next_number",
    "plain",
    "recorded",
    "site_change",
    "snapshot",
    "tournament_changed",
    "tournament_of",
    "without_private",
    "write_now",
]
