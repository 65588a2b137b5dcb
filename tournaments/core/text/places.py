"""Countries and dates in the reader's language, from Unicode CLDR by Babel."""

from __future__ import annotations

import datetime
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from engine.sentences import gettext_noop as _
from tournaments.core.text.language import language, languages

if TYPE_CHECKING:
    from babel import Locale

TAIPEI = _("Chinese Taipei")
"""Name used in sport for the team with the code TPE."""

TEAMS = (TAIPEI, "England", "Northern Ireland", "Scotland", "Wales")
"""Teams of sport that are not countries of ISO 3166."""

NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""Regions of CLDR that have a code of two letters."""

EUROPE = "en_GB"
"""Of English the one that writes the day before the month: events and players are from everywhere."""


def country(text: str) -> str:
    """Return a country's name in the reader's language, from its code or English name; other text unchanged.

    >>> country("FR"), country("ESP"), country("NED"), country("Basque Country"), country("")
    ('France', 'Spain', 'Netherlands', 'Basque Country', '')
    """
    if text.strip() in ("TPE", TAIPEI):
        return gettext(TAIPEI)
    code = _codes().get(text.strip().casefold()) if text.strip() else None
    return _locale(language()).territories.get(code, text) if code else text


def country_code(text: str) -> str:
    """Return a country's ISO 3166 code of two letters; empty for other texts, and for a team with a flag of its own.

    >>> country_code("FRA"), country_code("Finland"), country_code("Basque Country"), country_code("TPE")
    ('FR', 'FI', '', '')
    """
    return "" if text.strip() in ("TPE", TAIPEI) else _codes().get(text.strip().casefold(), "")


def countries() -> list[tuple[str, str]]:
    """Return the countries as (English name, name in the reader's language), sorted by the latter; with the teams that
    sport knows beside them.
    """
    english = _locale("en").territories
    names = [name for code, name in english.items() if len(code) == 2 and code not in NO_COUNTRIES]
    listed = [(name, country(name)) for name in (*names, *TEAMS)]
    return sorted(listed, key=lambda one: unicodedata.normalize("NFKD", one[1]).casefold())


def language_of(text: str) -> str:
    """Return the site's language most spoken in a country; empty if there is none.

    >>> language_of("JP"), language_of("TWN"), language_of("France")
    ('ja', 'zh-hant', '')
    """
    from babel.core import get_global

    code = _codes().get(text.strip().casefold(), "")
    likely = str(get_global("likely_subtags").get(f"und_{code}", "")).casefold().split("_")
    return next((known for known in languages() if known in (likely[0], "-".join(likely[:2]))), "")


def days(first: datetime.date, last: datetime.date | None = None) -> str:
    """Format the dates of an event: "21–22 Nov 2026", 2026年11月21日～22日."""
    from babel.dates import format_date, format_interval

    locale = _locale(language())
    if last is None or last == first:
        return format_date(first, "d MMM y" if language() == "en" else "medium", locale)
    return str(format_interval(first, last, "yMMMd", locale=locale))


def day(moment: datetime.date) -> str:
    return days(moment)


def to_second(moment: datetime.datetime | None) -> str:
    """Format date and time with seconds, for proofs and logs; empty for None."""
    return f"{date_format(moment, 'SHORT_DATETIME_FORMAT')}:{moment:%S}" if moment else ""


@lru_cache(maxsize=16)
def _locale(code: str) -> Locale:
    # Imported where it is used: its tables take a tenth of a second, and most commands need none.
    from babel import Locale

    return Locale.parse(
        EUROPE if code == "en" else code.replace("-", "_").replace("hans", "Hans").replace("hant", "Hant")
    )


@lru_cache(maxsize=1)
def sport() -> Mapping[str, Any]:
    """Return country codes used in sport: `codes` (to ISO 3166) and `names`."""
    return tomllib.loads(Path(__file__).with_name("countries.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _codes() -> dict[str, str]:
    """Return a map of codes of two or three letters and English names, in lower case, to codes of two letters."""
    from babel import Locale
    from babel.core import get_global

    english = {code: name for code, name in Locale.parse("en").territories.items() if len(code) == 2}
    longer = {
        long.casefold(): codes[0]
        for long, codes in get_global("territory_aliases").items()
        if len(long) == 3 and long.isalpha() and codes[0] in english
    }
    of_sport = {code.casefold(): iso for code, iso in sport()["codes"].items()}
    names = {name.casefold(): code for code, name in english.items()}
    return longer | of_sport | names | {code.casefold(): code for code in english}
