"""A language is a line in the settings and a catalogue: pages speak it, and what it lacks is said in English."""

import io
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.commands import makemessages
from django.test import Client
from django.utils import translation

from engine.family import families, ruleset
from engine.tiles.tile import TileSet, parse_tile, tile_name
from tournaments.core.text.language import language_tag, languages
from tournaments.core.text.rules import pattern_name
from tournaments.game.terms.rules import rule_texts
from tournaments.management.commands.makemessages import Command
from tournaments.site.translations import compile_catalogues
from tournaments.templatetags.tiles import name_of

FRENCH = [*settings.LANGUAGES, ("fr", "French")]


@pytest.fixture
def french(settings, tmp_path):
    """A site with a fifth language, whose catalogue has three messages."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue = folder / "django.po"
    catalogue.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "Sign in"\nmsgstr "Se connecter"\n\n'
        'msgid "Pure Straight"\nmsgstr "Suite pure"\n\n'
        'msgid "3 of bamboos"\nmsgstr "3 de bambous"\n',
        encoding="utf-8",
    )
    assert compile_catalogues([tmp_path], force=True) == []
    settings.LANGUAGES = FRENCH
    settings.LOCALE_PATHS = [tmp_path, *settings.LOCALE_PATHS]


def test_names_of_tiles_and_patterns_come_from_its_catalogue(french):
    with translation.override("fr"):
        assert name_of(parse_tile("3s")) == "3 de bambous"
        assert name_of(parse_tile("4s")) == "4 of bamboos"
        assert pattern_name(ruleset("mcr-2006"), "pure_straight") == "Suite pure"
    assert languages()[-1] == "fr"


@pytest.mark.django_db
def test_pages_speak_it(french):
    page = Client().get("/", headers={"accept-language": "fr"}).content.decode()
    assert '<html lang="fr"' in page
    assert "Se connecter" in page


@pytest.mark.django_db
def test_rules_pages_and_search_know_it(french):
    page = Client().get("/rules/mcr-2006/", headers={"accept-language": "fr"}).content.decode()
    assert "Suite pure" in page


@pytest.mark.parametrize(
    ("code", "tag"), [("zh-hans", "zh-Hans"), ("zh-hant", "zh-Hant"), ("pt-br", "pt-BR"), ("ja", "ja")]
)
def test_tags_are_written_as_html_has_them(code, tag):
    assert language_tag(code) == tag


EXTRACTED = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

#: page.py
msgid "Sign in"
msgstr ""

#: page.py
msgid "East wind"
msgstr ""
"""


@pytest.fixture
def offered(tmp_path, monkeypatch):
    """The messages that the command has GNU gettext make a language's catalogue of."""
    template = tmp_path / "django.pot"
    template.write_text(EXTRACTED, encoding="utf-8")
    found = {}

    def merge(command: object, potfile: str, locale: str) -> None:
        text = Path(potfile).read_text("utf-8")
        messages = [message.id for message in read_po(io.StringIO(text.replace("INTEGER", "2"))) if message.id]
        assert text.count("\nmsgid ") == len(messages)
        found[locale] = messages

    monkeypatch.setattr(makemessages.Command, "write_po_file", merge)
    for locale in ("fr", "zh_Hant", "ja"):
        Command().write_po_file(str(template), locale)
        assert template.read_text("utf-8") == EXTRACTED
    return found


def test_its_translators_find_the_names_of_patterns_terms_and_tiles(offered):
    names = {names["en"] for family in families().values() for names in family.names.values()}
    tiles = {tile_name(tile) for tile in TileSet.standard(flowers=8, red_fives=(1, 1, 1)).tiles}
    french = {"Sign in", "unknown tile", *names, *tiles, *rule_texts()}
    assert {"Pure Straight", "3 of bamboos", "red 5 of dots", "East wind"} < french
    assert set(offered["fr"]) == french


@pytest.mark.parametrize("locale", ["zh_Hant", "ja"])
def test_a_language_with_names_of_its_own_is_not_asked_for_them(offered, locale):
    assert set(offered[locale]) == {"Sign in", "East wind", *rule_texts()}
