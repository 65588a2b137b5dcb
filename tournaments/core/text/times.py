"""Times for readers, also those of any year that a promise has sealed or the log keeps."""

from __future__ import annotations

import datetime
from typing import overload

from django.utils import timezone


@overload
def in_zone(moment: datetime.datetime) -> datetime.datetime: ...
@overload
def in_zone(moment: None) -> None: ...
def in_zone(moment: datetime.datetime | None) -> datetime.datetime | None:
    """Return the time in the active time zone; at the ends of the calendar, where that has no such time, in UTC.

    The latter is without a zone, so that templates leave it as it is.
    """
    if moment is None:
        return None
    try:
        return timezone.localtime(moment)
    except (OverflowError, ValueError):
        return moment.replace(tzinfo=None)
