"""Seasons on pages: results of one event, names of months, reasons for events that do not count."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.formats import date_format

from tournaments.seasons.text import state_in_words

register = template.Library()
register.filter("season_state", state_in_words)


@register.filter
def of_event(lines: Mapping[int, Any], number: int) -> Any:
    """Return the lines of one event of the season."""
    return lines.get(number, ())


@register.filter
def month_name(month: str) -> str:
    """Return `2026-11` in the reader's language: November 2026."""
    return date_format(datetime.date.fromisoformat(f"{month}-01"), "YEAR_MONTH_FORMAT")
