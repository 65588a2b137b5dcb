"""Country names: in several languages, as codes, or as used in sport."""

from __future__ import annotations

import difflib
from functools import lru_cache

from tournaments.core.text import places
from tournaments.core.text.folding import fold_name

LANGUAGES = (
    "cs", "da", "de", "en", "es", "fi", "fr", "hr", "hu", "it", "ja", "ko", "lt", "lv", "nb", "nl", "pl", "pt", "ro",
    "ru", "sk", "sl", "sv", "tr", "uk", "zh_Hans", "zh_Hant",
)  # fmt: skip
"""Names of countries are known in these; in English and in what the countries of most players speak."""


@lru_cache(maxsize=1)
def known() -> dict[str, str]:
    """Return folded name or code -> the country's name in English, or as written."""
    # Its tables take a quarter of a second, and only a list that is read in needs them.
    from babel import Locale
    from babel.core import get_global

    english = {code: name for code, name in Locale.parse("en").territories.items() if len(code) == 2}
    found = {fold_name(code): name for code, name in english.items()}
    for longer, codes in get_global("territory_aliases").items():
        if len(longer) == 3 and longer.isalpha() and codes[0] in english:
            found[fold_name(longer)] = english[codes[0]]
    for language in LANGUAGES:
        names = Locale.parse(language).territories
        found |= {fold_name(names[code]): name for code, name in english.items() if code in names}
    return found | {fold_name(text): text for text in ("TPE", *places.sport()["codes"], *places.sport()["names"])}


def is_country(text: str) -> bool:
    """Return whether the text names a country.

    >>> [is_country(text) for text in ("Germany", "GER", "Deutschland", "ドイツ", "Germny")]
    [True, True, True, True, False]
    """
    return fold_name(text) in known()


def nearest(text: str) -> str:
    """Return the most similar country; empty if none is similar.

    >>> nearest("Germny"), nearest("Atlantis of the West")
    ('Germany', '')
    """
    close = difflib.get_close_matches(fold_name(text), known(), n=1, cutoff=0.8)
    return known()[close[0]] if close else ""
