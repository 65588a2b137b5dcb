"""How exact numbers, winds and flags of players are written on pages."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.models import SeatWind
from tournaments.selectors.result_columns import ResultColumn
from tournaments.wording.game.numbers import MINUS, exact, signed
from tournaments.wording.game.winds import SHORT
from tournaments.wording.language import reader

register = template.Library()
register.filter(exact)
register.filter(signed)

_WIND_GLYPHS = "東南西北"


@register.filter
def figure(row: Any, column: ResultColumn) -> str:
    """What a result, or a game, has in the column; a dash where it has nothing."""
    value = getattr(row, column.unit, None)
    if value is None:
        return "–"
    return signed(value) if column.signed else exact(value)


@register.filter
def plain(value: float) -> str:
    """A coordinate of a drawing, as no language writes it but SVG.

    >>> plain(12.50), plain(3)
    ('12.5', '3')
    """
    return f"{value:g}"


@register.filter
def rounded(value: Fraction | float) -> str:
    """A value of a comparison to two decimals, with its minus sign; a whole number without decimals.

    >>> rounded(Fraction(-7, 3)), rounded(Fraction(4))
    ('−2.33', '4')
    """
    number = round(Fraction(value), 2)
    text = f"{abs(number.numerator):,}" if number.denominator == 1 else f"{float(abs(number)):,.2f}"
    return f"{MINUS}{text}" if number < 0 else text


def wind_letter(wind: int) -> str:
    """The wind's short mark in the language in force: E S W N, or its character."""
    return reader().say(SHORT[wind])


@register.simple_tag
def wind(value: int | None) -> SafeString:
    """The seat wind as its character, with its name for screen readers; a dash where it is unknown."""
    if value is None:
        return format_html('<span class="wind">–<span class="visually-hidden">{}</span></span>', gettext("unknown"))
    return format_html(
        '<span class="wind"><span aria-hidden="true" lang="zh-Hant">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        _WIND_GLYPHS[value],
        SeatWind(value).label,
    )


@register.simple_tag
def print_wind(value: int) -> str:
    """The wind's name and character, for paper: the language in force and what stands on the tile."""
    return f"{SeatWind(value).label} {_WIND_GLYPHS[value]}"
