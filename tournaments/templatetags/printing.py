"""Labels of papers by key, in all languages of the paper or in the first alone."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from tournaments.core.text.numbers import format_exact
from tournaments.core.text.printed import PrintedWords

register = template.Library()

CHARACTERS = re.compile(r"([\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)")
LONGEST_NAME = 8


@register.filter
def word(label: Mapping[str, PrintedWords], key: str) -> PrintedWords:
    return label[key]


@register.filter
def wind_word(label: Mapping[str, PrintedWords], wind: int | None) -> PrintedWords | str:
    return "–" if wind is None else label[f"wind_{wind}"]


@register.filter
def first_language(words: PrintedWords) -> str:
    return words.first


@register.filter
def numbered(label: PrintedWords, number: object) -> PrintedWords:
    """Add a number to a label of a paper in each of its languages: 4回戦, Round 4."""
    return label.filled(number=number)


@register.filter
def adding_up_to(words: PrintedWords, total: int) -> PrintedWords:
    return words.filled(sum=format_exact(total))


@register.filter
def unbroken(name: object) -> SafeString:
    """Keep each Chinese, Japanese or Korean word of a name in one line."""
    parts = CHARACTERS.split(str(name))
    return SafeString(
        "".join(
            format_html('<span class="whole">{}</span>', part)
            if index % 2 and 1 < len(part) <= LONGEST_NAME
            else conditional_escape(part)
            for index, part in enumerate(parts)
        )
    )
