"""Words of papers by their keys, in all languages of the paper or in the first alone."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from tournaments.core.text.printed import PrintedWords
from tournaments.game.terms.numbers import exact

register = template.Library()


@register.filter
def word(label: Mapping[str, PrintedWords], key: str) -> PrintedWords:
    """The word of a column or box."""
    return label[key]


@register.filter
def wind_word(label: Mapping[str, PrintedWords], wind: int | None) -> PrintedWords | str:
    """The mark of a wind; a dash where it is unknown."""
    return "–" if wind is None else label[f"wind_{wind}"]


@register.filter
def first_language(words: PrintedWords) -> str:
    """The word in the paper's first language."""
    return words.first


@register.filter
def adding_up_to(words: PrintedWords, total: int) -> PrintedWords:
    """The words with the sum that they speak of."""
    return words.filled(sum=exact(total))
