"""Head of an event's log: number and digest of its last entry, to detect later changes."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round


@dataclass(frozen=True)
class ChainHead:
    """Last entry of a log at some time: number, digest (SHA-256, 64 hexadecimal digits), time."""

    sequence: int
    digest: str
    at: datetime.datetime

    @property
    def grouped(self) -> str:
        return grouped(self.digest)


def grouped(digest: str) -> str:
    """Return a digest in groups of eight.

    >>> grouped("3f09c1d2a4b5e6f7")
    '3f09c1d2 a4b5e6f7'
    """
    return " ".join(digest[place : place + 8] for place in range(0, len(digest), 8))


def head(tournament: Tournament) -> ChainHead | None:
    return _of(AuditEntry.committed.filter(tournament=tournament))


def head_at_release(round_: Round) -> ChainHead | None:
    if round_.released_at is None:
        return None
    released = AuditEntry.committed.filter(
        tournament=round_.tournament_id, action="results.release", object_type="round", object_id=str(round_.pk)
    )
    return _of(released)


def _of(entries: QuerySet[AuditEntry]) -> ChainHead | None:
    last = entries.order_by("-sequence").values_list("sequence", "digest", "at").first()
    return ChainHead(*last) if last else None
