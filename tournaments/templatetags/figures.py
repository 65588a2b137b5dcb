"""Exact numbers, winds and players' flags on pages."""

from __future__ import annotations

import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.core.text.numbers import format_brief, format_exact, format_rounded, format_signed
from tournaments.core.text.sentences import format_wind
from tournaments.events.models import Tournament
from tournaments.fees.queries import format_money
from tournaments.results.queries.result_columns import ResultColumn
from tournaments.rounds.models import SeatWind
from tournaments.standings.queries.metric_names import format_columns
from tournaments.templatetags.tiles import tile

register = template.Library()
register.filter("exact", format_exact)
register.filter("signed", format_signed)
register.filter("money", format_money)
register.filter("rounded", format_rounded)
register.filter("brief", format_brief)
register.filter("in_columns", format_columns)
register.filter("wind_mark", format_wind)

_WIND_GLYPHS = "東南西北"


@register.filter
def figure(row: Any, column: ResultColumn) -> str:
    value = getattr(row, column.unit, None)
    if value is None:
        return "–"
    return format_signed(value) if column.signed else format_exact(value)


@register.filter
def start_in(moment: datetime.datetime, tournament: Tournament) -> str:
    """Return the start of a round: weekday and time, with the date for an event longer than a week."""
    local = timezone.localtime(moment)
    values = {"weekday": date_format(local, "D"), "time": date_format(local, "H:i")}
    if not tournament.lasts_weeks:
        return f"{values['weekday']} {values['time']}"
    return with_date(moment)


@register.filter
def with_date(moment: datetime.datetime) -> str:
    local = timezone.localtime(moment)
    values = {"weekday": date_format(local, "D"), "time": date_format(local, "H:i")}
    return gettext("%(weekday)s %(date)s, %(time)s") % (values | {"date": date_format(local, "MONTH_DAY_FORMAT")})


@register.filter
def figure_or_dash(value: Any) -> str:
    return "–" if value is None else format_exact(value)


@register.filter
def plain(value: float) -> str:
    """Format a coordinate for SVG, independent of the language.

    >>> plain(12.50), plain(3)
    ('12.5', '3')
    """
    return f"{value:g}"


@register.simple_tag
def wind(value: int | None, letter: bool = False) -> SafeString:
    """Render the seat wind as its character, named for screen readers; `letter` adds its Latin letter."""
    if value is None:
        return format_html('<span class="wind">–<span class="visually-hidden">{}</span></span>', gettext("unknown"))
    mark, glyph = format_wind(value), _WIND_GLYPHS[value]
    text = (
        format_html('<span class="wind-letter" aria-hidden="true">{}</span>', mark) if letter and mark != glyph else ""
    )
    return format_html(
        '<span class="wind"><span aria-hidden="true" lang="zh-Hant">{}</span>{}'
        '<span class="visually-hidden">{}</span></span>',
        glyph,
        text,
        SeatWind(value).label,
    )


@register.simple_tag
def wind_tile(value: int | None) -> SafeString:
    return wind(value) if value is None else tile(f"{value + 1}z")


@register.simple_tag
def print_wind(value: int) -> str:
    label, glyph = str(SeatWind(value).label), _WIND_GLYPHS[value]
    return label if label == glyph else f"{label} {glyph}"
