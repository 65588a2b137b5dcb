"""A language is a line in the settings and a catalogue: pages speak it, and what it lacks is said in English."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from engine.family import ruleset
from engine.tiles.tile import parse_tile
from tournaments.site.translations import compile_catalogues
from tournaments.templatetags.tiles import name_of
from tournaments.wording.rules import language_tag, languages, pattern_name

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
