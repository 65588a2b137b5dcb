"""Times for readers, also those of any year in a sealed promise or the log."""

from __future__ import annotations

import datetime
from typing import overload

from django.utils import timezone


@overload
def in_zone(moment: datetime.datetime) -> datetime.datetime: ...
@overload
def in_zone(moment: None) -> None: ...
def in_zone(moment: datetime.datetime | None) -> datetime.datetime | None:
    """Return the time in the active time zone; at the ends of the calendar in UTC, without a zone."""
    if moment is None:
        return None
    try:
        return timezone.localtime(moment)
    except (OverflowError, ValueError):
        return moment.replace(tzinfo=None)
