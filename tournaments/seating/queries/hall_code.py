"""Code of the hall: whoever has it may open the tables of the round in play, until it is replaced or the event ends."""

from __future__ import annotations

import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.core.signing import BadSignature, Signer
from django.utils import timezone

from tournaments.events.models import Tournament

SIGNER: Final = Signer(salt="hall-code")
AFTER_THE_EVENT: Final = datetime.timedelta(days=1)
"""Days after the last day of the event for which the code is open: an evening goes on after midnight."""


def hall_code(tournament: Tournament) -> str:
    """Return the code in the hall's address; it is the signed key of the event, and the code's number after the first.

    Replacing a code raises the number, so a former code opens nothing.
    """
    number = tournament.hall_code_number
    return SIGNER.sign(f"{tournament.pk}.{number}" if number else str(tournament.pk))


def event_of_hall_code(code: str) -> Tournament | None:
    """Return the event whose code of the hall this is; None if it is unknown, replaced or out of use."""
    try:
        key = int(SIGNER.unsign(code).partition(".")[0])
    except (BadSignature, ValueError):
        return None
    tournament = Tournament.objects.filter(pk=key).first()
    if tournament is None or hall_code(tournament) != code or not hall_is_open(tournament):
        return None
    return tournament


def hall_is_open(tournament: Tournament) -> bool:
    """Return True while tables enter results by their codes and the event is not over."""
    if tournament.archived_at or tournament.state == Tournament.State.FINISHED:
        return False
    today = timezone.localdate(timezone=ZoneInfo(tournament.time_zone))
    is_past = tournament.ends_on is not None and today > tournament.ends_on + AFTER_THE_EVENT
    return tournament.entry_by == Tournament.EntryBy.TABLE_CODE and not is_past
