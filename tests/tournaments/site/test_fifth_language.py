"""A language is a line in the settings and a catalogue, compiled without GNU gettext; gaps are said in English."""

import gettext
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
from tournaments.core.text.language import format_language_tag, list_language_codes
from tournaments.core.text.rules import format_pattern_name, list_rule_texts
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
        assert format_pattern_name(ruleset("mcr-2006"), "pure_straight") == "Suite pure"
    assert list_language_codes()[-1] == "fr"


@pytest.mark.django_db
def test_pages_speak_it(french):
    for address, words in (("/", ('<html lang="fr"', "Se connecter")), ("/rules/mcr-2006/", ("Suite pure",))):
        page = Client().get(address, headers={"accept-language": "fr"}).text
        assert [each for each in words if each not in page] == []


@pytest.mark.django_db
def test_a_language_says_that_it_is_a_machine_translation_until_a_speaker_has_reviewed_it(french, settings):
    def note() -> bool:
        return 'href="/help/translating/"' in Client().get("/", headers={"accept-language": "fr"}).text

    assert note()
    settings.TRANSLATION_REVIEWERS = {"fr": "Odile Marchand"}
    assert not note()
    assert 'href="/help/translating/"' not in Client().get("/").text


@pytest.mark.parametrize(
    ("code", "tag"), [("zh-hans", "zh-Hans"), ("zh-hant", "zh-Hant"), ("pt-br", "pt-BR"), ("ja", "ja")]
)
def test_tags_are_written_as_html_has_them(code, tag):
    assert format_language_tag(code) == tag


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
    french = {"Sign in", "unknown tile", *names, *tiles, *list_rule_texts()}
    assert {"Pure Straight", "3 of bamboos", "red 5 of dots", "East wind"} < french
    assert set(offered["fr"]) == french


@pytest.mark.parametrize("locale", ["zh_Hant", "ja"])
def test_a_language_with_names_of_its_own_is_not_asked_for_them(offered, locale):
    assert set(offered[locale]) == {"Sign in", "East wind", *list_rule_texts()}


HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\n'


@pytest.fixture
def catalogue(tmp_path):
    folder = tmp_path / "ja" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    return folder / "django.po"


def translate(path, message):
    with path.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file).gettext(message)


def test_a_catalogue_is_compiled(catalogue):
    catalogue.write_text(HEAD + 'msgid "Standings"\nmsgstr "順位表"\n', encoding="utf-8")
    assert compile_catalogues([catalogue.parents[2]]) == []
    assert translate(catalogue, "Standings") == "順位表"


def test_a_lost_placeholder_is_reported_and_the_original_shown(catalogue):
    text = '#, python-format\nmsgid "Table %(number)s"\nmsgstr "卓 %(numbr)s"\n'
    catalogue.write_text(HEAD + text, encoding="utf-8")
    (problem,) = compile_catalogues([catalogue.parents[2]])
    assert problem.startswith(f"{catalogue}:7: ")
    assert translate(catalogue, "Table %(number)s") == "Table %(number)s"


def test_only_what_changed_is_compiled_again(catalogue):
    catalogue.write_text(HEAD + 'msgid "Seat"\nmsgstr "席"\n', encoding="utf-8")
    compile_catalogues([catalogue.parents[2]])
    compiled = catalogue.with_suffix(".mo")
    before = compiled.stat().st_mtime_ns
    compile_catalogues([catalogue.parents[2]])
    assert compiled.stat().st_mtime_ns == before
    compile_catalogues([catalogue.parents[2]], force=True)
    assert compiled.stat().st_mtime_ns != before
