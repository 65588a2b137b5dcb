"""Names, countries, dates: `{{ seat.entry|person }}`, `{{ player.country|country }}`. Built in."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.core.text import names, places
from tournaments.core.text.printed import PrintedWords
from tournaments.entries.models.categories import names_of
from tournaments.entries.reading.answers import answer_text

register = template.Library()
register.filter("person", names.leading)
register.filter("second_name", names.following)
register.filter(places.country)
register.filter("answer", answer_text)
register.filter("in_categories", names_of)
register.filter("days", places.days)
register.filter("to_second", places.to_second, expects_localtime=True)


@register.filter
def numbered(label: PrintedWords, number: object) -> PrintedWords:
    """Add a number to a label of a paper in each of its languages: 4回戦, Round 4."""
    return label.filled(number=number)


@register.filter
def flag(country: str) -> SafeString:
    """Render a country's code of two letters, which phones show in place of its name, as a flag if they can draw it
    (`static/js/lines.js`); empty for other texts.
    """
    code = places.country_code(country)
    return format_html('<span class="flag" aria-hidden="true">{}</span>', code) if code else SafeString("")


@register.filter
def family_first(named: names.Named) -> SafeString:
    """Render the name for a list sorted by family name, which is emphasised: DUPONT Élise.

    A name without a known family name stays as it is.
    """
    family, given = names.listed(named)
    if not given and family == named.name:
        return format_html("{}", family)
    return format_html('<span class="family">{}</span>{}{}', family, " " if given else "", given)
