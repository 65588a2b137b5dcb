"""Code of the hall: opens tables of the round in play until it is replaced or the event ends."""

from __future__ import annotations

import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.core.signing import BadSignature, Signer
from django.utils import timezone

from tournaments.events.models import Tournament

SIGNER: Final = Signer(salt="hall-code")
AFTER_THE_EVENT: Final = datetime.timedelta(days=1)
"""Time after the event's last day in which the code works, since evenings go on after midnight."""


def make_hall_code(tournament: Tournament) -> str:
    """Return the event's signed key with the code's number, which a replacement raises to void former codes."""
    number = tournament.hall_code_number
    return SIGNER.sign(f"{tournament.pk}.{number}" if number else str(tournament.pk))


def find_event_of_hall_code(code: str) -> Tournament | None:
    """Return the event of this code; None if it is unknown, replaced or out of use."""
    try:
        key = int(SIGNER.unsign(code).partition(".")[0])
    except (BadSignature, ValueError):
        return None
    tournament = Tournament.objects.filter(pk=key).first()
    if tournament is None or make_hall_code(tournament) != code or not is_hall_open(tournament):
        return None
    return tournament


def is_hall_open(tournament: Tournament) -> bool:
    if tournament.archived_at or tournament.state == Tournament.State.FINISHED:
        return False
    today = timezone.localdate(timezone=ZoneInfo(tournament.time_zone))
    is_past = tournament.ends_on is not None and today > tournament.ends_on + AFTER_THE_EVENT
    return tournament.entry_by == Tournament.EntryBy.TABLE_CODE and not is_past
