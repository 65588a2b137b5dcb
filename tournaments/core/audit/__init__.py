"""Audited services: functions under `@change`, which opens the transaction and writes the audit log.

    @change("entries.drop", gettext_noop("Player dropped out"))
    def drop(change: Change, entry: Entry, *, from_round: int, reason: str = "") -> Entry:
        with change.edit(entry):
            entry.status = Entry.Status.DROPPED
            entry.dropped_from_round = from_round
        return entry

    drop(Actor.of(request), entry, from_round=3, reason="ill")

The decorator opens the transaction, locks the tournament's row (writers of one tournament take turns, on PostgreSQL and
SQLite alike), reads the subject again under the lock, runs the function and appends its notes to the hash chain, under
the action's code; people read its label. A function that notes nothing fails with `UnauditedChangeError`, and its
transaction is rolled back.
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
