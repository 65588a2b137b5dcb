"""Time zones and their cities, and moments on pages that belong to no event."""

from __future__ import annotations

import datetime
import zoneinfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html

NO_PLACES = frozenset({"Factory", "localtime"})


def format_zoned_time(moment: datetime.datetime | None) -> str:
    if moment is None:
        return ""
    text, zone = date_format(moment, "SHORT_DATETIME_FORMAT"), timezone.get_current_timezone_name()
    return format_html(
        '<time datetime="{}">{} {}</time>', moment.isoformat(timespec="seconds"), text, format_city(zone)
    )


def in_zone(moment: datetime.datetime, zone: str) -> str:
    return f"{timezone.localtime(moment, zoneinfo.ZoneInfo(zone)):%Y-%m-%d %H:%M} ({format_city(zone)})"


def format_city(zone: str) -> str:
    """Return the city of a time zone.

    >>> format_city("America/Argentina/Buenos_Aires"), format_city("UTC")
    ('Buenos Aires', 'UTC')
    """
    return zone.rpartition("/")[2].replace("_", " ")


def list_time_zones() -> list[str]:
    return sorted(zoneinfo.available_timezones() - NO_PLACES)
