"""Every catalogue says the field's words as docs/glossary.toml has them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings
from django.utils.translation import to_locale

from tests.tournaments.site.test_catalogues import catalogue

LANGUAGES = [to_locale(code) for code, _name in settings.LANGUAGES if code != "en"]
SOURCES = {"rules", "players"}


def glossary() -> dict[str, dict[str, Any]]:
    """The terms by their names."""
    return tomllib.loads((Path(settings.BASE_DIR) / "docs" / "glossary.toml").read_text(encoding="utf-8"))


@cache
def messages_of(language: str) -> Catalog:
    """The catalogue of a language, read once."""
    return catalogue(language)


def said(message: Message) -> str:
    """Every form of a translation."""
    return " ".join(message.string) if isinstance(message.string, (tuple, list)) else str(message.string)


@pytest.mark.translations
def test_every_term_has_every_language_and_its_source() -> None:
    lacking = {
        name: sorted({"en", *LANGUAGES} - term.keys())
        for name, term in glossary().items()
        if not {"en", *LANGUAGES} <= term.keys() or term.get("source") not in SOURCES
    }
    assert lacking == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_are_translated_as_the_glossary_says(language: str) -> None:
    found = messages_of(language)
    wrong = {}
    for name, term in glossary().items():
        message = found.get(term["en"], term.get("context"))
        own = None if message is None else said(message)
        if own != "" and language in term and own != term[language]:
            wrong[name] = own
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_uses_a_word_that_is_not_the_fields(language: str) -> None:
    never = [word for term in glossary().values() for word in term.get("never", {}).get(language, [])]
    wrong = [(word, message.id) for message in messages_of(language) for word in never if word in said(message)]
    assert wrong == []
