"""Catalogues compiled without GNU gettext."""

import gettext

import pytest

from tournaments.site.translations import compile_catalogues

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
