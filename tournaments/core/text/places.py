"""Countries and dates in the reader's language, from Unicode CLDR by Babel."""

from __future__ import annotations

import datetime
import difflib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from django.utils.formats import date_format
from django.utils.translation import gettext, override

from engine.sentences import gettext_noop as _
from tournaments.core.text.folding import name_key, search_key
from tournaments.core.text.language import language, languages

if TYPE_CHECKING:
    from babel import Locale

INDEPENDENT = "-"

INDEPENDENT_NAME = _("Independent")

CODE = r"^([A-Z]{2,3}|-)?$"

PLACE_CODE = r"^([A-Z]{2,3})?$"

READ_LANGUAGES = (
    "cs", "da", "de", "en", "en_GB", "es", "fi", "fr", "hr", "hu", "it", "ja", "ko", "lt", "lv", "nb", "nl", "pl", "pt",
    "ro", "ru", "sk", "sl", "sv", "tr", "uk", "zh_Hans", "zh_Hant",
)  # fmt: skip

NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})

EUROPE = "en_GB"
"""Use British English dates (day first)."""


class Placed(Protocol):
    @property
    def country(self) -> str: ...


def country(of: str | Placed | None) -> str:
    """Return a country's name in the reader's language; a text that names none unchanged.

    >>> country("FR"), country("ESP"), country("Österreich"), country("Basque Country"), country("")
    ('France', 'Spain', 'Austria', 'Basque Country', '')
    """
    if isinstance(of, str) or of is None:
        return name_of(code) if of and (code := code_of(of)) else of or ""
    return name_of(code) if (code := code_at(of)) else of.country


def code_at(row: Placed) -> str:
    return str(getattr(row, "country_code", None) or "") or code_of(row.country)


def identity(row: Placed) -> str:
    """Return the row's country for comparison: its code, else the typed text, folded; empty without a country."""
    return code_at(row) or name_key(row.country)


def code_of(text: str) -> str:
    """Return the code of a country or a team of sport from its code or its name in `READ_LANGUAGES`; else "".

    >>> [code_of(text) for text in ("FRA", "GER", "Österreich", "オーストリア", "Basque Country")]
    ['FR', 'DE', 'AT', 'AT', '']
    >>> [code_of(text) for text in ("TPE", "中華台北", "Scotland", "Schottland", "Independent", "Taiwan")]
    ['TPE', 'TPE', 'SCO', 'SCO', '-', 'TW']
    """
    key = _key(text)
    if len(key) == 2 and len(re.sub(r"[\s.]", "", text)) != 2:
        return ""  # "n/a" is not Namibia.
    # The names in all languages take a quarter of a second to read.
    return (_usual_names().get(key) or _all_names().get(key, "")) if key else ""


def name_of(code: str) -> str:
    if code == INDEPENDENT:
        return gettext(INDEPENDENT_NAME)
    names = sport()["teams"].get(code)
    if names is not None:
        return str(names.get(language(), names["en"])[0])
    return str(_locale(language()).territories.get(code, code))


def english_name(code: str) -> str:
    with override("en"):
        return name_of(code)


def nearest(text: str) -> str:
    """Return the code of the most similar country; empty if none is similar.

    >>> nearest("Germny"), nearest("Östreich"), nearest("Hungry"), nearest("Atlantis of the West")
    ('DE', 'AT', 'HU', '')
    """
    names = {key: code for key, code in (_all_names() | _usual_names()).items() if len(key) > 3}
    close = difflib.get_close_matches(_key(text), names, n=1, cutoff=0.8)
    return names[close[0]] if close else ""


def flag_code(of: str | Placed | None) -> str:
    """Return the ISO 3166 code of two letters that draws a flag; empty for other texts, and for a team of sport.

    >>> flag_code("FRA"), flag_code("Finland"), flag_code("Basque Country"), flag_code("TPE"), flag_code("Scotland")
    ('FR', 'FI', '', '', '')
    """
    code = code_of(of or "") if isinstance(of, str | None) else code_at(of)
    return code if len(code) == 2 else ""


def codes() -> list[str]:
    english = map(str, _locale("en").territories)
    listed = [code for code in english if len(code) == 2 and code.isalpha() and code not in NO_COUNTRIES]
    return [*listed, *sport()["teams"], INDEPENDENT]


def countries() -> list[tuple[str, str]]:
    """Return countries and teams of sport as (English name, name in the reader's language), sorted by the latter."""
    with override("en"):
        english = {code: name_of(code) for code in codes()}
    listed = [(name, name_of(code)) for code, name in english.items()]
    return sorted(listed, key=lambda pair: unicodedata.normalize("NFKD", pair[1]).casefold())


def coded_countries() -> list[tuple[str, str]]:
    listed = [(code, name_of(code)) for code in codes()]
    return sorted(listed, key=lambda pair: unicodedata.normalize("NFKD", pair[1]).casefold())


def place_code_of(text: str) -> str:
    code = code_of(text[:60])
    return "" if code == INDEPENDENT else code


def place_countries() -> list[tuple[str, str]]:
    return [(code, name) for code, name in coded_countries() if code != INDEPENDENT]


def language_of(of: str | Placed) -> str:
    """Return the site's language most spoken in a country; empty if there is none.

    >>> language_of("JP"), language_of("TWN"), language_of("TPE"), language_of("France"), language_of("Scotland")
    ('ja', 'zh-hant', 'zh-hant', '', 'en')
    """
    from babel.core import get_global

    code = code_of(of) if isinstance(of, str) else code_at(of)
    code = sport()["spoken"].get(code, code)
    # CLDR omits English, its default for countries without data.
    usual = "en" if len(code) == 2 else ""
    likely = str(get_global("likely_subtags").get(f"und_{code}", usual)).casefold().split("_")
    return next((language for language in languages() if language in (likely[0], "-".join(likely[:2]))), "")


def days(first: datetime.date, last: datetime.date | None = None) -> str:
    from babel.dates import format_date, format_interval

    locale = _locale(language())
    if last is None or last == first:
        return format_date(first, "d MMM y" if language() == "en" else "medium", locale)
    return str(format_interval(first, last, "yMMMd", locale=locale))


def day(moment: datetime.date) -> str:
    return days(moment)


def to_second(moment: datetime.datetime | None) -> str:
    return f"{date_format(moment, 'SHORT_DATETIME_FORMAT')}:{moment:%S}" if moment else ""


def enumerated(items: Iterable[object]) -> str:
    """Return the items as a phrase: 4, 5 and 6."""
    from babel.lists import format_list

    return format_list([str(item) for item in items], locale=_locale(language()))


@lru_cache(maxsize=16)
def _locale(code: str) -> Locale:
    # Imported where it is used: its tables take a tenth of a second, and most commands need none.
    from babel import Locale

    return Locale.parse(
        EUROPE if code == "en" else code.replace("-", "_").replace("hans", "Hans").replace("hant", "Hant")
    )


@lru_cache(maxsize=1)
def sport() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("countries.toml").read_text(encoding="utf-8"))


def _key(text: str) -> str:
    return search_key(text).replace(" ", "")


@lru_cache(maxsize=1)
def _usual_names() -> dict[str, str]:
    from babel import Locale
    from babel.core import get_global

    english = {code: name for code, name in Locale.parse("en").territories.items() if code in set(codes())}
    longer = {
        _key(long): codes[0]
        for long, codes in get_global("territory_aliases").items()
        if len(long) == 3 and long.isalpha() and codes[0] in english
    }
    sport_names = sport()
    of_sport = {_key(code): iso for code, iso in sport_names["codes"].items()}
    names = {_key(name): code for code, name in english.items()}
    former = {_key(name): code for code, listed in sport_names["names"].items() for name in listed}
    teams = {
        _key(name): code for code, named in sport_names["teams"].items() for listed in named.values() for name in listed
    }
    teams |= {_key(code): code for code in sport_names["teams"]}
    nobody = {_key(name): INDEPENDENT for name in sport_names["independent"]}
    keys = longer | of_sport | names | {_key(code): code for code in english} | former | teams | nobody
    return {key: code for key, code in keys.items() if key not in _two_meanings()}


@lru_cache(maxsize=1)
def _all_names() -> dict[str, str]:
    from babel import Locale

    current = set(codes())
    owners: dict[str, set[str]] = {}
    for spoken in READ_LANGUAGES:
        for code, name in Locale.parse(spoken).territories.items():
            if code in current:
                owners.setdefault(_key(name), set()).add(code)
    return {key: next(iter(named)) for key, named in owners.items() if len(named) == 1 and key not in _two_meanings()}


def _two_meanings() -> frozenset[str]:
    return frozenset(_key(text) for text in sport()["two_meanings"])
