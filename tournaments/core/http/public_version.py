"""Public version of an event: changes with its public pages, but not with sheets before their release.

Each process remembers it for half a second, so that most stored answers need no query. A change by this process counts
at once, one by another process half a second later. Who changed something is never answered from this memory: they have
a session or a key, or for a second the cookie `CHANGED`.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from datetime import datetime
from threading import Lock
from typing import Any, Final, NamedTuple

from cachetools import LRUCache
from django.core.cache import caches
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.public_marks import list_public_marks
from tournaments.events.models import Announcement, Tournament

OF_SHEETS: Final = (
    "results.submit",
    "results.confirm",
    "results.confirm_alike",
    "results.reject",
    "results.take_back",
    "results.sheet_in",
    "results.recalculate",
)
REREAD_SECONDS: Final = 10
REMEMBERED_SECONDS: Final = 0.5
CHANGED: Final = "changed"
"""Name of the cookie of visitors without a session who sent a form within the last second."""


class EventState(NamedTuple):
    pk: int
    version: int
    updated_at: datetime


class PublishedVersion(NamedTuple):
    state: EventState
    public: str


_LOCK: Final = Lock()
_REMEMBERED: Final[LRUCache[str, tuple[float, PublishedVersion]]] = LRUCache(1000)
"""Slug -> the moment before the version was read, and the version."""
_forgotten_at = time.monotonic()


def build_event_state(tournament: Tournament) -> EventState:
    return EventState(tournament.pk, tournament.version, tournament.updated_at)


def find_published_state(slug: str) -> EventState | None:
    versions = (
        Tournament.objects.filter(slug=slug, published=True).order_by().values_list("pk", "version", "updated_at")
    )
    return next((EventState(*row) for row in versions), None)


def find_published_version(slug: str, *, again: bool = False) -> PublishedVersion | None:
    """Return the version of a published event, at most half a second old; `again` reads it anew."""
    now = time.monotonic()
    with _LOCK:
        moment, remembered = _REMEMBERED.get(slug, (now, None))
    if remembered is not None and not again and now - moment < REMEMBERED_SECONDS:
        return remembered
    state = find_published_state(slug)
    version = None if state is None else PublishedVersion(state, get_public_version(state))
    with _LOCK:
        # A version that was read before a change may be that from before it.
        if version is None or now <= _forgotten_at:
            _REMEMBERED.pop(slug, None)
        else:
            _REMEMBERED[slug] = (now, version)
    return version


def forget_versions() -> None:
    global _forgotten_at
    with _LOCK:
        _forgotten_at = time.monotonic()
        _REMEMBERED.clear()


@receiver([post_save, post_delete], sender=Tournament, dispatch_uid="public_version")
def _forget_after_change(**_signal: Any) -> None:
    forget_versions()
    transaction.on_commit(forget_versions, robust=True)


def get_public_version(state: EventState) -> str:
    key = _build_key(state)
    return str(caches["pages"].get_or_set(key, lambda: _compute_version(state.pk), REREAD_SECONDS))


def forget_public_versions(tournaments: Iterable[Tournament]) -> None:
    """Let events be read again at once after a change that is none of their own."""
    caches["pages"].delete_many([_build_key(build_event_state(tournament)) for tournament in tournaments])
    forget_versions()


def _build_key(state: EventState) -> str:
    return f"public-version:{state.pk}:{state.version}:{state.updated_at.timestamp()}"


def _compute_version(tournament: int) -> str:
    """Read the log first, so that a change in between cannot give the mark of another state."""
    log = AuditEntry.committed.filter(tournament=tournament).exclude(action__in=OF_SHEETS).order_by("-sequence")
    others = log.values_list("digest", flat=True).first()
    marks = list_public_marks(tournament)
    checks = Job.objects.filter(tournament=tournament, kind="event-check", state=Job.State.DONE).order_by("-pk")
    # Announcements begin and end without a change.
    announced = Announcement.current(tournament).values_list("pk", flat=True)
    facts = (tournament, others, *marks, checks.values_list("pk", flat=True).first(), list(announced))
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
