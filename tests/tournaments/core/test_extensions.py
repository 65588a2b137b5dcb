"""Other apps add addresses and pieces of pages; the site needs none of them."""

import pytest
from django.apps import apps
from django.template import Context, Template
from django.test import override_settings

from tournaments.core import extensions


def test_a_piece_shows_at_its_place_with_the_pages_context(monkeypatch):
    extensions.list_pieces("board")
    monkeypatch.setattr(extensions, "_pieces", {"board": []})
    extensions.extends("board")(lambda page: f"<{page['table']}>")
    page = Template("{% extension 'board' %}")
    assert page.render(Context({"table": 7})) == "&lt;7&gt;"


def test_a_place_that_no_page_has_is_a_mistake_of_ours():
    with pytest.raises(KeyError):
        extensions.extends("bord")


def test_without_other_apps_there_are_no_other_addresses():
    assert {pattern.name for pattern in extensions.list_url_patterns()} >= {"manage_cases", "table_call"}
    with override_settings(INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "tournaments"]):
        assert not apps.is_installed("judging")
        assert extensions.list_url_patterns() == []
