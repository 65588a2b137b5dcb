"""Public version of an event: changes with its public pages, but not with sheets before their release."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from django.core.cache import caches

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


class EventState(NamedTuple):
    pk: int
    version: int
    updated_at: datetime


def build_event_state(tournament: Tournament) -> EventState:
    return EventState(tournament.pk, tournament.version, tournament.updated_at)


def find_published_state(slug: str) -> EventState | None:
    versions = (
        Tournament.objects.filter(slug=slug, published=True).order_by().values_list("pk", "version", "updated_at")
    )
    return next((EventState(*row) for row in versions), None)


def get_public_version(state: EventState) -> str:
    key = _build_key(state)
    return str(caches["pages"].get_or_set(key, lambda: _compute_version(state.pk), REREAD_SECONDS))


def forget_public_versions(tournaments: Iterable[Tournament]) -> None:
    """Let events be read again at once after a change that is none of their own."""
    caches["pages"].delete_many([_build_key(build_event_state(tournament)) for tournament in tournaments])


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
