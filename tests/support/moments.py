"""Moments as people type them into forms, in the time zone of the event."""

import datetime

from django.utils import timezone


def noon_in(days: int) -> str:
    """Noon so many days from now: in no time zone does a change of clocks skip or repeat it."""
    return f"{timezone.now() + datetime.timedelta(days=days):%Y-%m-%d}T12:00"
