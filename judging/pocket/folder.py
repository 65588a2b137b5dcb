"""What lies beside the packages on a device: catalogues of its languages, and the mark of the engine."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path
from typing import Final

import judging
from tournaments.wording.game.reader import ENGLISH, Reader

FOLDER: Final = Path(judging.__file__).parent.parent
MESSAGES: Final = "messages"
"""Folder of the catalogues beside the packages: a ``.mo`` a language."""

VERSION: Final = "engine-version"
"""File beside the packages with the mark of the engine that they are."""


@cache
def reader_of(language: str) -> Reader:
    """Whoever reads in a language; in English where there is no catalogue of it."""
    path = FOLDER / MESSAGES / f"{language}.mo"
    if not path.exists():
        return ENGLISH
    with path.open("rb") as file:
        found = gettext.GNUTranslations(file)
    return Reader(language, found.gettext, found.pgettext, found.ngettext)


def version() -> str:
    """The mark of the engine, as the site gives it to stored answers."""
    return (FOLDER / VERSION).read_text(encoding="utf-8")
