"""Public version of an event: changes whenever a public page may have changed.

Sheets arrive every few seconds while a round is played. Each changes the event's version, but no public page before the
round is released, so public pages are cached by a version of their own.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Final, NamedTuple

from django.core.cache import caches

from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.public_marks import public_marks
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
"""Actions that change sheets and what they are worth, and nothing else of an event."""
REREAD_SECONDS: Final = 10
"""The check of a finished event changes its page without changing the event."""


class EventState(NamedTuple):
    """Values that change with every change of an event. The time tells a restored event from the former one."""

    pk: int
    version: int
    updated_at: datetime


def state_of(tournament: Tournament) -> EventState:
    """Return the state at which the row was read."""
    return EventState(tournament.pk, tournament.version, tournament.updated_at)


def published_state(slug: str) -> EventState | None:
    """Return the current state of a published event, by one query; None for any other."""
    versions = (
        Tournament.objects.filter(slug=slug, published=True).order_by().values_list("pk", "version", "updated_at")
    )
    return next((EventState(*row) for row in versions), None)


def public_version(state: EventState) -> str:
    """Return the public version of an event in this state, read at most once in ten seconds for each state."""
    key = f"public-version:{state.pk}:{state.version}:{state.updated_at.timestamp()}"
    return str(caches["pages"].get_or_set(key, lambda: _read(state.pk), REREAD_SECONDS))


def _read(tournament: int) -> str:
    """Read the mark.

    The log is read first. A change in between then gives either the mark of what came after it, or one that no later
    state has, because entries of the log are never taken back.
    """
    log = AuditEntry.objects.filter(tournament=tournament).exclude(action__in=OF_SHEETS).order_by("-sequence")
    others = log.values_list("digest", flat=True).first()
    marks = public_marks(tournament)
    checks = Job.objects.filter(tournament=tournament, kind="event-check", state=Job.State.DONE).order_by("-pk")
    # Their times come and go without a change.
    announced = Announcement.current(tournament).values_list("pk", flat=True)
    facts = (tournament, others, *marks, checks.values_list("pk", flat=True).first(), list(announced))
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
