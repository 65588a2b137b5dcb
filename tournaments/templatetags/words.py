"""Words for readers: names, countries, dates, sentences, titles of rules, languages, seasons. Built in.

`{{ seat.entry|person }}`, `{{ player.country|country }}`, `{{ line.reason|in_words }}`
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.family import ruleset
from tournaments.core.text import names, places, rules, sentences, times, zones
from tournaments.core.text.language import format_language_tag, is_machine_translation
from tournaments.core.text.rules import find_ruleset_title, format_game_title
from tournaments.entries.models.categories import list_category_names
from tournaments.entries.reading.answers import format_answer
from tournaments.seasons.text import describe_state
from tournaments.standings.queries.metric_names import describe_metrics

register = template.Library()
register.filter("person", names.format_person)
register.filter("second_name", names.choose_second_name)
register.filter("country", places.format_country)
register.filter("answer", format_answer)
register.filter("in_categories", list_category_names)
register.filter("days", places.format_days)
register.filter("enumerated", places.format_enumeration)
register.filter("in_zone", times.in_zone)
register.filter("to_second", places.to_second, expects_localtime=True)
register.filter("zoned", zones.format_zoned_time, expects_localtime=True)
register.filter("game_title", format_game_title)
register.filter("title_of", find_ruleset_title)
register.filter("metrics_in_words", describe_metrics)
register.filter("language_tag", format_language_tag)
register.filter("is_machine_translation", is_machine_translation)
register.filter("season_state", describe_state)


@register.filter
def flag(of: str | places.Placed) -> SafeString:
    """Render a country's code of two letters, which `static/js/flags.js` draws as a flag; empty for other texts."""
    code = places.choose_flag_code(of)
    return format_html('<span class="flag" aria-hidden="true">{}</span>', code) if code else SafeString("")


@register.filter
def family_first(named: names.Named, told_apart: names.Marks | None = None) -> SafeString:
    family, given_name = names.split_listed_name(named)
    mark = names.format_mark(named, told_apart)
    if not given_name and family == named.name:
        return format_html("{}{}", family, mark)
    return format_html('<span class="family">{}</span>{}{}{}', family, " " if given_name else "", given_name, mark)


@register.filter
def in_words(text: str | None) -> str:
    return sentences.in_words(text or "")


@register.filter
def worth_heading(ruleset_name: str) -> str:
    return rules.format_worth_heading(ruleset(ruleset_name))


@register.filter
def of_event(lines: Mapping[int, Any], number: int) -> Any:
    return lines.get(number, ())


@register.filter
def month_name(month: str) -> str:
    """Return `2026-11` in the reader's language: November 2026."""
    return date_format(datetime.date.fromisoformat(f"{month}-01"), "YEAR_MONTH_FORMAT")
