"""The state of an event that everybody may see, by one statement that costs as little as one can."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Final, NamedTuple

from tournaments.models import AuditEntry, Tournament
from tournaments.prepared import Prepared, rows_by_plan

OF_SHEETS: Final = (
    "results.submit",
    "results.confirm",
    "results.confirm_alike",
    "results.reject",
    "results.sheet_in",
    "results.recalculate",
)
"""Actions that change sheets and what they are worth, and nothing else of an event."""


class EventState(NamedTuple):
    """What changes with every change of an event: its version, and when it was written last."""

    version: int
    updated_at: datetime


def state_of(tournament: Tournament) -> EventState:
    """The state in which the row was read."""
    return EventState(tournament.version, tournament.updated_at)


def but_for_sheets(tournament: Tournament) -> str:
    """What changes with every change of an event but those of its sheets: the digest of its last other entry."""
    return next((digest for (digest,) in _OTHER_THAN_SHEETS.rows(tournament.pk)), "")


_OTHER_THAN_SHEETS: Final = Prepared(
    lambda event: (
        AuditEntry.objects.filter(tournament=event)
        .exclude(action__in=OF_SHEETS)
        .order_by("-sequence")
        .values_list("digest")[:1]
    ),
    int,
)


def public_state(tournament: int) -> EventState | None:
    """The state that stands now of an event that is public; None of any other."""
    for version, at in rows_by_plan(_statement(), [tournament]):
        # SQLite keeps it in UTC, without saying so.
        return EventState(version, at if at.tzinfo else at.replace(tzinfo=UTC))
    return None


@cache
def _statement() -> str:
    """Put together once: that takes many times as long as asking it."""
    found = Tournament.objects.filter(pk=0, published=True).order_by().values_list("version", "updated_at")
    return str(found.query.sql_with_params()[0])
