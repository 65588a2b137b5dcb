"""Active language, and the languages of the site."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_language


def language() -> str:
    return get_language() or "en"


def languages() -> list[str]:
    return [code for code, _name in settings.LANGUAGES]


def language_of(code: str | None) -> str | None:
    return code if code in languages() else None


def language_tag(code: str) -> str:
    """Return the `lang` attribute for a language code: scripts capitalised, regions in upper case.

    >>> language_tag("zh-hant"), language_tag("pt-br"), language_tag("ja")
    ('zh-Hant', 'pt-BR', 'ja')
    """
    first, *parts = code.split("-")
    return "-".join([first, *(part.title() if len(part) == 4 else part.upper() for part in parts)])
