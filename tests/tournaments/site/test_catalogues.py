"""The catalogues: every string of the site is in each of them, placeholders and all; pages speak it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.utils.translation.template import templatize

from tournaments.core.text.rules import list_rule_texts
from tournaments.management.commands.makemessages import as_written

ROOT = Path(settings.BASE_DIR)
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
PLACEHOLDER = re.compile(r"%\([a-z_0-9]+\)[sd]|\{[a-z_0-9]+\}")


def sources() -> Iterator[tuple[Path, bytes]]:
    """Every file with strings of the site; templates in the form that the extractor of Python reads."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        # The extractor of Python minds indentation; a template's says nothing.
        yield path, re.sub(r"^[ \t]+", "", text, flags=re.MULTILINE).encode()
    for folder in ("engine", "tournaments", "judging"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                # An option's label is looked up by its value, which the extractor would take for a message.
                yield path, path.read_bytes().replace(b'option.metadata["label"]', b"label")


def messages() -> Iterator[str]:
    """The singular of every message of the site."""
    yield from list_rule_texts()
    for _path, text in sources():
        for _line, message, _comments, _context in extract("python", io.BytesIO(text), KEYWORDS):
            first = message[-2] if isinstance(message, tuple) and len(message) > 1 else message
            yield first[0] if isinstance(first, tuple) else str(first)


def catalogue(language: str) -> Catalog:
    """The catalogue of a language."""
    with (ROOT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language)


def known(language: str) -> dict[str, str]:
    """Singular -> translation of what is translated."""
    found = {}
    for message in catalogue(language):
        if message.id and message.string and not message.fuzzy:
            key = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
            value = message.string[0] if isinstance(message.string, (tuple, list)) else message.string
            if value:
                found[key] = value
    return found


LANGUAGES = [path.parent.parent.name for path in sorted((ROOT / "locale").rglob("*.po"))]


@pytest.mark.translations
def test_every_string_of_the_site_is_translated() -> None:
    wanted = {message for message in messages() if message.strip()}
    missing = {language: sorted(wanted - known(language).keys()) for language in LANGUAGES}
    lines = [f"{language} lacks {len(texts)}: {texts[:20]}" for language, texts in missing.items() if texts]
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_stand_in_the_order_in_which_they_are_written(language: str) -> None:
    path = ROOT / "locale" / language / "LC_MESSAGES" / "django.po"
    text = path.read_text("utf-8")
    assert text == as_written(text), f"write {path} anew: manage.py makemessages --all --no-obsolete"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_their_placeholders(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        originals = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        wanted = [set(PLACEHOLDER.findall(original)) for original in originals]
        wrong += [message.id for string in strings if string and set(PLACEHOLDER.findall(string)) not in wanted]
    assert wrong == []


BUTTON = re.compile(r"<button\b.*?</button>", re.DOTALL)
ATTRIBUTE = re.compile(r'="{% translate .*?%}"', re.DOTALL)
LITERAL = re.compile(r'{%\s*translate "([^"]+)"(?: context "([^"]+)")?')


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_fit_a_phone(language: str) -> None:
    """At most 36 characters: a button breaks no line of a page of 360 px."""
    catalogue_of_language = catalogue(language)
    labels = {
        label
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for button in BUTTON.findall(path.read_text("utf-8"))
        for label in LITERAL.findall(ATTRIBUTE.sub("", button))
    }
    translated = [catalogue_of_language.get(text, context or None) for text, context in labels]
    long = {
        str(message.string) for message in translated if message and len(PLACEHOLDER.sub("", str(message.string))) > 36
    }
    assert long == set()


@pytest.mark.django_db
def test_a_japanese_browser_sees_japanese_pages(client: Client) -> None:
    page = client.get("/", headers={"accept-language": "ja"}).content.decode()
    assert '<html lang="ja"' in page
    assert "麻雀大会：座席、成績、順位。" in page
