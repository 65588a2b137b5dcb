"""Labels of papers by key, in all languages of the paper or in the first alone."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from tournaments.core.text.printed import PrintedWords
from tournaments.game.terms.numbers import exact

register = template.Library()


@register.filter
def word(label: Mapping[str, PrintedWords], key: str) -> PrintedWords:
    return label[key]


@register.filter
def wind_word(label: Mapping[str, PrintedWords], wind: int | None) -> PrintedWords | str:
    """Return the letter or character of a wind; a dash if it is unknown."""
    return "–" if wind is None else label[f"wind_{wind}"]


@register.filter
def first_language(words: PrintedWords) -> str:
    """Return the label in the paper's first language."""
    return words.first


@register.filter
def numbered(label: PrintedWords, number: object) -> PrintedWords:
    """Add a number to a label of a paper in each of its languages: 4回戦, Round 4."""
    return label.filled(number=number)


@register.filter
def adding_up_to(words: PrintedWords, total: int) -> PrintedWords:
    """Return the label with its sum."""
    return words.filled(sum=exact(total))
