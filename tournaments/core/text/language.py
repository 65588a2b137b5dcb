"""Active language, for code that does not import Django."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from django.conf import settings
from django.utils.translation import get_language, gettext, ngettext, override, pgettext

from tournaments.game.terms.reader import Reader

P = ParamSpec("P")


def language() -> str:
    """Return the code of the active language."""
    return get_language() or "en"


def languages() -> list[str]:
    """Return the codes of the site's languages, in the order of the settings."""
    return [code for code, _name in settings.LANGUAGES]


def language_of(code: str | None) -> str | None:
    """Return the code if it is one of the site's languages."""
    return code if code in languages() else None


def language_tag(code: str) -> str:
    """Return the `lang` attribute for a language code: scripts capitalised, regions in upper case.

    >>> language_tag("zh-hant"), language_tag("pt-br"), language_tag("ja")
    ('zh-Hant', 'pt-BR', 'ja')
    """
    first, *rest = code.split("-")
    return "-".join([first, *(part.title() if len(part) == 4 else part.upper() for part in rest)])


def reader() -> Reader:
    """Return the reader in the active language."""
    return Reader(language(), gettext, pgettext, ngettext)


def reader_of(code: str) -> Reader:
    """Return the reader in the language of a code."""

    def always(look_up: Callable[P, str]) -> Callable[P, str]:
        def found(*args: P.args, **kwargs: P.kwargs) -> str:
            with override(code):
                return look_up(*args, **kwargs)

        return found

    return Reader(code, always(gettext), always(pgettext), always(ngettext))
