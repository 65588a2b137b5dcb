"""The state of an event that everybody may see, by one statement that costs as little as one can.

A sheet comes in every few seconds while a round is played, and changes the state; what visitors read changes when the
round is released. So pages can follow from a part of the event, whose mark stays the same meanwhile.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.models import AuditEntry, Forfeit, Tournament
from tournaments.prepared import Prepared, answers
from tournaments.selectors.played import marks_of_lines
from tournaments.selectors.remembered import Remembered

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


class EventPart(StrEnum):
    """How much of an event a page follows from."""

    WHOLE = "whole"
    RELEASED = "released"
    """All but the sheets of rounds that are not released."""
    WITHOUT_SHEETS = "without sheets"


Marks = dict[EventPart, str]
"""Mark of each part but the whole; it is another one whenever something of the part has changed."""


def state_of(tournament: Tournament) -> EventState:
    """The state in which the row was read."""
    return EventState(tournament.version, tournament.updated_at)


def public_state(tournament: int) -> EventState | None:
    """The state that stands now of an event that is public; None of any other."""
    found = Tournament.objects.filter(pk=tournament, published=True).values_list("version", "updated_at").first()
    return None if found is None else EventState(*found)


def mark_of(part: EventPart, tournament: int, state: EventState) -> str | None:
    """The mark of a part of a public event in this state; None for the whole, and where the event has moved on.

    It is read once for each state. Only a state that has stood still meanwhile has it: otherwise what was read before
    a change would be kept under the mark of what came after it.
    """
    if part is EventPart.WHOLE:
        return None
    known = _MARKS.get(tournament)
    if known is None or known[0] != state:
        marks = _read(tournament)
        if public_state(tournament) != state:
            return None
        known = state, marks
        _MARKS.keep(tournament, known)
    return known[1][part]


_MARKS: Final = Remembered[int, tuple[EventState, Marks]](1000)


def _read(tournament: int) -> Marks:
    asked = (_OTHER_THAN_SHEETS, _RELEASED, _SESSIONS_LOST)
    others, released, lost = answers([each.for_rows(tournament) for each in asked])
    # Where sessions are lost, games of all rounds tell who is in the standings after each of them.
    lines = _COUNTED.rows(tournament) if lost else released
    return {EventPart.WITHOUT_SHEETS: _digest(others), EventPart.RELEASED: _digest(others, lines)}


def _digest(*rows: object) -> str:
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:32]


_OTHER_THAN_SHEETS: Final = Prepared(
    lambda event: (
        AuditEntry.objects.filter(tournament=event)
        .exclude(action__in=OF_SHEETS)
        .order_by("-sequence")
        .values_list("digest")[:1]
    ),
    int,
)
_SESSIONS_LOST: Final = Prepared(
    lambda event: (
        Forfeit.objects.filter(tournament=event, voided_at__isnull=True)
        .exclude(kind=Forfeit.Kind.DISQUALIFIED)
        .order_by()
        .values_list("pk")[:1]
    ),
    int,
)


_COUNTED: Final = Prepared(lambda event: marks_of_lines(event).order_by("round_id"), int)
_RELEASED: Final = Prepared(
    lambda event: marks_of_lines(event).filter(round__released_at__isnull=False).order_by("round_id"), int
)
