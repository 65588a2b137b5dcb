"""Active language, and the languages of the site."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_language


def get_language_code() -> str:
    return get_language() or "en"


def list_language_codes() -> list[str]:
    return [code for code, _name in settings.LANGUAGES]


def find_language_code(code: str | None) -> str | None:
    return code if code in list_language_codes() else None


def format_language_tag(code: str) -> str:
    """Return the `lang` attribute for a language code: scripts capitalised, regions in upper case.

    >>> format_language_tag("zh-hant"), format_language_tag("pt-br"), format_language_tag("ja")
    ('zh-Hant', 'pt-BR', 'ja')
    """
    first, *parts = code.split("-")
    return "-".join([first, *(part.title() if len(part) == 4 else part.upper() for part in parts)])


def is_machine_translation(code: str) -> bool:
    """Return True for a language that no speaker with a name has reviewed; English is the original."""
    return code != "en" and code not in settings.TRANSLATION_REVIEWERS
