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
from tournaments.core.text.folding import fold_search_words, fold_to_name_key
from tournaments.core.text.language import get_language_code, list_language_codes

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


def format_country(of: str | Placed | None) -> str:
    """Return a country's name in the reader's language; a text that names none unchanged.

    >>> [format_country(text) for text in ("FR", "ESP", "Österreich", "Basque Country", "")]
    ['France', 'Spain', 'Austria', 'Basque Country', '']
    """
    if isinstance(of, str) or of is None:
        return format_country_name(code) if of and (code := find_country_code(of)) else of or ""
    return format_country_name(code) if (code := get_country_code(of)) else of.country


def get_country_code(row: Placed) -> str:
    return str(getattr(row, "country_code", None) or "") or find_country_code(row.country)


def identify_country(row: Placed) -> str:
    """Return the row's country for comparison: its code, else the typed text, folded; empty without a country."""
    return get_country_code(row) or fold_to_name_key(row.country)


def find_country_code(text: str) -> str:
    """Return the code of a country or a team of sport from its code or its name in `READ_LANGUAGES`; else "".

    >>> [find_country_code(text) for text in ("FRA", "GER", "Österreich", "オーストリア", "Basque Country")]
    ['FR', 'DE', 'AT', 'AT', '']
    >>> [find_country_code(text) for text in ("TPE", "中華台北", "Scotland", "Schottland", "Independent", "Taiwan")]
    ['TPE', 'TPE', 'SCO', 'SCO', '-', 'TW']
    """
    key = _fold_key(text)
    if len(key) == 2 and len(re.sub(r"[\s.]", "", text)) != 2:
        return ""  # "n/a" is not Namibia.
    # The names in all languages take a quarter of a second to read.
    return (_map_usual_names().get(key) or _map_all_names().get(key, "")) if key else ""


def format_country_name(code: str) -> str:
    if code == INDEPENDENT:
        return gettext(INDEPENDENT_NAME)
    names = read_sport_table()["teams"].get(code)
    if names is not None:
        return str(names.get(get_language_code(), names["en"])[0])
    return str(_load_locale(get_language_code()).territories.get(code, code))


def format_english_name(code: str) -> str:
    with override("en"):
        return format_country_name(code)


def find_nearest_country(text: str) -> str:
    """Return the code of the most similar country; empty if none is similar.

    >>> [find_nearest_country(text) for text in ("Germny", "Östreich", "Hungry", "Atlantis of the West")]
    ['DE', 'AT', 'HU', '']
    """
    names = {key: code for key, code in (_map_all_names() | _map_usual_names()).items() if len(key) > 3}
    close = difflib.get_close_matches(_fold_key(text), names, n=1, cutoff=0.8)
    return names[close[0]] if close else ""


def choose_flag_code(of: str | Placed | None) -> str:
    """Return the ISO 3166 code of two letters that draws a flag; empty for other texts, and for a team of sport.

    >>> [choose_flag_code(text) for text in ("FRA", "Finland", "Basque Country", "TPE", "Scotland")]
    ['FR', 'FI', '', '', '']
    """
    code = find_country_code(of or "") if isinstance(of, str | None) else get_country_code(of)
    return code if len(code) == 2 else ""


def list_country_codes() -> list[str]:
    english = map(str, _load_locale("en").territories)
    listed = [code for code in english if len(code) == 2 and code.isalpha() and code not in NO_COUNTRIES]
    return [*listed, *read_sport_table()["teams"], INDEPENDENT]


def list_country_names() -> list[tuple[str, str]]:
    """Return countries and teams of sport as (English name, name in the reader's language), sorted by the latter."""
    with override("en"):
        english = {code: format_country_name(code) for code in list_country_codes()}
    listed = [(name, format_country_name(code)) for code, name in english.items()]
    return sorted(listed, key=lambda pair: unicodedata.normalize("NFKD", pair[1]).casefold())


def list_coded_countries() -> list[tuple[str, str]]:
    listed = [(code, format_country_name(code)) for code in list_country_codes()]
    return sorted(listed, key=lambda pair: unicodedata.normalize("NFKD", pair[1]).casefold())


def place_code_of(text: str) -> str:
    code = find_country_code(text[:60])
    return "" if code == INDEPENDENT else code


def place_countries() -> list[tuple[str, str]]:
    return [(code, name) for code, name in list_coded_countries() if code != INDEPENDENT]


def find_country_language(of: str | Placed) -> str:
    """Return the site's language most spoken in a country; empty if there is none.

    >>> [find_country_language(text) for text in ("JP", "TWN", "TPE", "France", "Scotland")]
    ['ja', 'zh-hant', 'zh-hant', 'fr', 'en']
    """
    from babel.core import get_global

    code = find_country_code(of) if isinstance(of, str) else get_country_code(of)
    code = read_sport_table()["spoken"].get(code, code)
    # CLDR omits English, its default for countries without data.
    usual = "en" if len(code) == 2 else ""
    likely = str(get_global("likely_subtags").get(f"und_{code}", usual)).casefold().split("_")
    return next((language for language in list_language_codes() if language in (likely[0], "-".join(likely[:2]))), "")


def format_days(first: datetime.date, last: datetime.date | None = None) -> str:
    from babel.dates import format_date, format_interval

    locale = _load_locale(get_language_code())
    if last is None or last == first:
        return format_date(first, "d MMM y" if get_language_code() == "en" else "medium", locale)
    return str(format_interval(first, last, "yMMMd", locale=locale))


def format_day(moment: datetime.date) -> str:
    return format_days(moment)


def to_second(moment: datetime.datetime | None) -> str:
    return f"{date_format(moment, 'SHORT_DATETIME_FORMAT')}:{moment:%S}" if moment else ""


def format_enumeration(items: Iterable[object]) -> str:
    """Return the items as a phrase: 4, 5 and 6."""
    from babel.lists import format_list

    return format_list([str(item) for item in items], locale=_load_locale(get_language_code()))


@lru_cache(maxsize=16)
def _load_locale(code: str) -> Locale:
    # Imported where it is used: its tables take a tenth of a second, and most commands need none.
    from babel import Locale

    return Locale.parse(
        EUROPE if code == "en" else code.replace("-", "_").replace("hans", "Hans").replace("hant", "Hant")
    )


@lru_cache(maxsize=1)
def read_sport_table() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("countries.toml").read_text(encoding="utf-8"))


def _fold_key(text: str) -> str:
    return fold_search_words(text).replace(" ", "")


@lru_cache(maxsize=1)
def _map_usual_names() -> dict[str, str]:
    from babel import Locale
    from babel.core import get_global

    english = {code: name for code, name in Locale.parse("en").territories.items() if code in set(list_country_codes())}
    longer = {
        _fold_key(long): codes[0]
        for long, codes in get_global("territory_aliases").items()
        if len(long) == 3 and long.isalpha() and codes[0] in english
    }
    sport_names = read_sport_table()
    of_sport = {_fold_key(code): iso for code, iso in sport_names["codes"].items()}
    names = {_fold_key(name): code for code, name in english.items()}
    former = {_fold_key(name): code for code, listed in sport_names["names"].items() for name in listed}
    teams = {
        _fold_key(name): code
        for code, named in sport_names["teams"].items()
        for listed in named.values()
        for name in listed
    }
    teams |= {_fold_key(code): code for code in sport_names["teams"]}
    nobody = {_fold_key(name): INDEPENDENT for name in sport_names["independent"]}
    keys = longer | of_sport | names | {_fold_key(code): code for code in english} | former | teams | nobody
    return {key: code for key, code in keys.items() if key not in _list_ambiguous_names()}


@lru_cache(maxsize=1)
def _map_all_names() -> dict[str, str]:
    from babel import Locale

    current = set(list_country_codes())
    owners: dict[str, set[str]] = {}
    for spoken in READ_LANGUAGES:
        for code, name in Locale.parse(spoken).territories.items():
            if code in current:
                owners.setdefault(_fold_key(name), set()).add(code)
    return {
        key: next(iter(named))
        for key, named in owners.items()
        if len(named) == 1 and key not in _list_ambiguous_names()
    }


def _list_ambiguous_names() -> frozenset[str]:
    return frozenset(_fold_key(text) for text in read_sport_table()["two_meanings"])
