"""Hash chain of a tournament's log, or of the site's: append under a lock, verify by anyone."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, TypeVar

from django.db import models, transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.bounded_json import digest
from tournaments.core.audit.changes import Change
from tournaments.core.audit.commitments import commit, list_commitments, reopen
from tournaments.core.errors import RemovedError
from tournaments.core.http.commit_state import noted_transaction
from tournaments.core.models.log import COMMITTED, FACTS, AuditEntry, PersonalValue, SiteChain, compute_value_digest
from tournaments.core.models.sentences import encode_sentence
from tournaments.events.models import Tournament

tournament_changed = Signal()
"""Sent after the commit of every audited change, with `tournament_id` and the new `version`."""
entries_written = Signal()
"""Sent in the transaction of every audited change of a tournament, with `tournament` and its new `entries`."""


M = TypeVar("M", bound=models.Model)


class EventLock(Enum):
    ARCHIVED = auto()
    LENT = auto()


@dataclass
class Lock:
    """Lock of an event's row. A service whose subject was read under it reads that no second time; its error ends the
    block.
    """

    tournament_id: int
    reason: EventLock | None
    subjects: list[models.Model] = field(default_factory=list)

    def note_read(self, subject: M) -> M:
        self.subjects.append(subject)
        return subject

    def has_read(self, subject: models.Model) -> bool:
        return any(subject is known for known in self.subjects)


_held: ContextVar[Lock | None] = ContextVar("held_lock", default=None)


@contextmanager
def locked(tournament: Tournament) -> Iterator[Lock]:
    """Open a transaction under the tournament's lock, for several services that succeed or fail together."""
    with noted_transaction():
        held = Lock(tournament.pk, lock(tournament))
        mark = _held.set(held)
        try:
            yield held
        finally:
            _held.reset(mark)


def find_lock(subject: models.Model) -> Lock | None:
    """Return the lock under which the subject was read, None if it has to be read again."""
    held = _held.get()
    return held if held is not None and held.has_read(subject) else None


def lock(tournament: Tournament, *, read: bool = False) -> EventLock | None:
    """Lock the tournament's row until the transaction ends; return the reason for which it takes no changes.

    `read`: read all of it anew, by the same query. Raises `RemovedError` if it is deleted.
    """
    rows = Tournament.objects.select_for_update().order_by()
    try:
        if read:
            tournament.refresh_from_db(from_queryset=rows)
            archived_at, lent_at = tournament.archived_at, tournament.lent_at
        else:
            archived_at, lent_at = rows.values_list("archived_at", "lent_at").get(pk=tournament.pk)
    except Tournament.DoesNotExist:
        raise RemovedError(_("This tournament has been removed.")) from None
    return EventLock.ARCHIVED if archived_at is not None else EventLock.LENT if lent_at is not None else None


LOANS: Final = ("events.lend", "events.take_back", "events.bring_back")


def awaits_file(tournament: Tournament) -> bool:
    """Return True for an event that was taken to the hall: its file must continue the log, which ends until then."""
    if tournament.lent_at is None:
        return False
    actions = AuditEntry.objects.filter(tournament=tournament, action__in=LOANS).order_by("-sequence")
    return actions.values_list("action", flat=True).first() == LOANS[0]


def _end_of_chain(done: Change) -> tuple[int, int, str]:
    if done.tournament is None:
        last = AuditEntry.committed.filter(tournament=None).order_by("-sequence")
        SiteChain.objects.get_or_create(pk=1)
        version = SiteChain.objects.select_for_update().get(pk=1).version
        return (version, *(last.values_list("sequence", "digest").first() or (0, "")))
    if not done.locked:
        lock(done.tournament)
    entries = AuditEntry.committed.filter(tournament=done.tournament).order_by("-sequence")
    if (end := entries.values_list("tournament__version", "sequence", "digest").first()) is not None:
        return end
    return Tournament.objects.values_list("version", flat=True).get(pk=done.tournament.pk), 0, ""


_recording: ContextVar[list[AuditEntry] | None] = ContextVar("recording", default=None)


@contextmanager
def recorded() -> Iterator[list[AuditEntry]]:
    outer, entries = _recording.get(), list[AuditEntry]()
    mark = _recording.set(entries)
    try:
        yield entries
    finally:
        _recording.reset(mark)
        if outer is not None:
            outer.extend(entries)


def append(done: Change) -> None:
    """Write the notes to the end of the chain. The caller holds the lock."""
    version, sequence, previous = _end_of_chain(done)
    moment = timezone.now()
    facts = [{name: getattr(entry, name) for name in FACTS} for entry in done.notes]
    values: list[PersonalValue] = []
    for entry in done.notes:
        sequence += 1
        entry.tournament, entry.sequence, entry.at, entry.previous_digest = done.tournament, sequence, moment, previous
        values += commit(entry)
        entry.digest = previous = digest_of(entry)
    AuditEntry.committed.bulk_create(done.notes)
    PersonalValue.objects.bulk_create(values)
    for entry, plain in zip(done.notes, facts, strict=True):
        reopen(entry, plain)
    if (recording := _recording.get()) is not None:
        recording.extend(done.notes)
    version += len(done.notes)
    if done.tournament is None:
        SiteChain.objects.filter(pk=1).update(version=version)
        return
    done.tournament.version, done.tournament.updated_at = version, moment
    done.tournament.save(update_fields=["version", "updated_at"])
    entries_written.send(sender=Tournament, tournament=done.tournament, entries=tuple(done.notes))
    number = done.tournament.pk
    transaction.on_commit(
        lambda: tournament_changed.send(sender=Tournament, tournament_id=number, version=version), robust=True
    )


def write_now(change: Change) -> None:
    append(change)
    change.notes = []
    change.nothing()


def keys_of(entry: AuditEntry) -> dict[str, int | None]:
    if entry.elsewhere is None:
        return {"tournament": entry.tournament_id, "actor": entry.actor_id}
    return {"tournament": entry.elsewhere.get("tournament"), "actor": entry.elsewhere.get("actor")}


def digest_of(entry: AuditEntry) -> str:
    """Return the SHA-256 (hex) over the entry's facts as stored and the previous digest.

    An imported entry counts with the keys of the site that wrote it. Personal values count as commitments, those of
    former entries as text.
    """
    keys = keys_of(entry)
    facts = [
        entry.previous_digest,
        keys["tournament"],
        entry.sequence,
        entry.at.astimezone(datetime.UTC).isoformat(timespec="microseconds"),
        keys["actor"],
        encode_sentence(entry.as_stored("actor_name")),
        entry.action,
        entry.object_type,
        entry.object_id,
        entry.as_stored("object_name"),
        entry.as_stored("before"),
        entry.as_stored("after"),
        encode_sentence(entry.as_stored("reason")),
        entry.origin,
        entry.as_stored("ip_address"),
        entry.as_stored("user_agent"),
    ]
    if entry.form == COMMITTED:
        facts += [entry.form, entry.as_stored("personal")]
    return digest(facts)


ERASURES: Final = ("log.erase", "site.erase")
"""Actions of the entries that list which entries an erasure has touched."""


def broken_at(tournament: Tournament | None) -> int | None:
    """Return the first sequence number that is missing, changed or out of order; None if the chain is intact.

    The facts of a former entry that an erasure emptied are not known, but a later entry must list it; personal values
    must be those committed to.
    """
    previous, expected = "", 1
    emptied: dict[int, int] = {}
    listed: set[tuple[int, int]] = set()
    values = _map_value_digests(tournament)
    for entry in AuditEntry.committed.filter(tournament=tournament).order_by("sequence").iterator():
        if entry.sequence != expected or entry.previous_digest != previous:
            return expected
        if entry.redacted_by is not None:
            emptied[entry.sequence] = entry.redacted_by
        elif digest_of(entry) != entry.digest or not values.pop(entry.pk, set()) <= list_commitments(entry):
            return expected
        if entry.action in ERASURES:
            listed |= {(number, entry.sequence) for number in entry.after.get("emptied", ())}
        previous, expected = entry.digest, expected + 1
    return min((number for number, by in emptied.items() if (number, by) not in listed), default=None)


def _map_value_digests(tournament: Tournament | None) -> dict[int, set[tuple[str, str]]]:
    """Return the commitments of the stored personal values by the key of their entry."""
    digests: dict[int, set[tuple[str, str]]] = {}
    rows = PersonalValue.objects.filter(entry__tournament=tournament).order_by()
    for key, name, salt, text in rows.values_list("entry_id", "key", "salt", "value").iterator():
        digests.setdefault(key, set()).add((name, compute_value_digest(salt, text)))
    return digests
