"""Awards in words."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.awards.models import LARGEST, PLACE, Award
from tournaments.core.text.numbers import format_exact
from tournaments.events.models import Tournament
from tournaments.figures.logic.table import FIGURES, Measure
from tournaments.figures.text import format_measure, format_name, format_unit
from tournaments.results.queries.sheets import get_sheet_rules


def list_figure_choices() -> list[tuple[str, str]]:
    figures = [(key, format_name(figure)) for key, figure in FIGURES.items()]
    return [(PLACE, _("Best place of a category")), *figures]


def format_title(award: Award) -> str:
    """Return the organiser's title, else that of the figure in the reader's language."""
    if award.title:
        return award.title
    category = award.category.name if award.category else ""
    if award.figure == PLACE:
        return _("Best of %(category)s") % {"category": category}
    figure = FIGURES.get(award.figure)
    name = format_name(figure) if figure else award.figure
    return _("%(figure)s (%(category)s)") % {"figure": name, "category": category} if category else name


def format_amount(award: Award, amount: Fraction | None, worth: str = "") -> str:
    """Return the amount with its unit; `worth`: the value of the hand as the hand checker words it."""
    figure = FIGURES.get(award.figure)
    if amount is None or award.figure == PLACE:
        return _("place %(place)s") % {"place": amount} if amount else ""
    if worth or figure is None:
        return worth or format_exact(amount)
    if award.figure == LARGEST:
        return f"{format_exact(amount)} {_name_unit_of_hands(award.tournament)}"
    text = format_measure(figure, Measure(amount, 0))
    unit = pgettext("unit", "points") if figure.unit == "points" else format_unit(figure)
    if award.title and not unit:
        return f"{format_name(figure)} {text}"
    return f"{text} {unit}" if unit else text


def _name_unit_of_hands(tournament: Tournament) -> str:
    """Return the unit in which hands of the event's rules are compared; han are compared by what they pay."""
    labels = {field.label for field in get_sheet_rules(tournament.ruleset).fields}
    if "tai" in labels:
        return _("tai")
    return _("fan") if "fan" in labels else pgettext("unit", "points")
