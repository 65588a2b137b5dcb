"""Labels of papers by key, in all languages of the paper or in the first alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from tournaments.core.printing.documents import NAME_ROOMS, choose_name_size
from tournaments.core.printing.ornament import Ornament, draw_ornament
from tournaments.core.text.numbers import format_exact
from tournaments.core.text.printed import PrintedWords

register = template.Library()

CHARACTERS = re.compile(r"([\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)")
LONGEST_NAME = 8


@register.filter
def name_size(name: object, paper: str) -> int:
    return choose_name_size(str(name), paper)


@register.filter
def names_size(lines: Iterable[Any], paper: str) -> int:
    """Return the size in which the longest name of the lines fits, so that all have the same."""
    return min((choose_name_size(line.name, paper) for line in lines), default=NAME_ROOMS[paper][-1][-1])


@register.simple_tag
def ornament(colour: str) -> Ornament:
    """Return the drawings of a border in the event's colour; empty for the usual one."""
    return draw_ornament(colour)


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
