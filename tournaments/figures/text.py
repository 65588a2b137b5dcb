"""Figures in words."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.core.text.numbers import format_exact, format_rounded
from tournaments.core.text.sentences import translate_text
from tournaments.figures.logic.table import Figure, Measure


def format_measure(figure: Figure, measure: Measure) -> str:
    if measure.amount is None:
        return ""
    if figure.kind == "rate":
        return _format_percent(measure.amount)
    return format_rounded(measure.amount) if figure.kind == "mean" else format_exact(measure.amount)


def format_interval(figure: Figure, measure: Measure) -> str:
    if measure.interval is None:
        return ""
    low, high = measure.interval
    if figure.kind == "rate":
        return _("%(low)s to %(high)s") % {"low": _format_percent(low), "high": _format_percent(high)}
    return _("%(low)s to %(high)s") % {"low": format_rounded(low), "high": format_rounded(high)}


def format_name(figure: Figure) -> str:
    return translate_text(figure.name)


def format_formula(figure: Figure) -> str:
    return translate_text(figure.formula)


def format_unit(figure: Figure) -> str:
    return translate_text(figure.unit) if figure.unit else ""


def _format_percent(rate: Fraction | float) -> str:
    return _("%(number)s%%") % {"number": f"{float(rate) * 100:.1f}"}
