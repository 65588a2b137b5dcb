"""Pages in the languages of the site: axe finds nothing, nothing breaks inside a word, names and countries."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.support.browser import PHONE, accessibility_faults, looks, script
from tests.support.people import people, person
from tests.support.slices import in_slice
from tests.support.tables import enter, playing, table_of
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import RegistrationDesk
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LANGUAGES = [code for code, _name in settings.LANGUAGES]
EVERYTHING = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}}
"""Rules of axe, with those of good practice: all that is shown stands in a landmark."""

SMALL_TARGETS = script("small-targets")
"""Links and buttons below 24 pixels, other than links in a sentence."""

BROKEN_WORDS = script("broken-words")


@pytest.fixture
def event() -> Tournament:
    event = playing()
    people(event)
    Entry.objects.update(country="Finland")
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    enter(table_of(event, 2), (60, 20, -30, -50))
    return event


def test_axe_finds_nothing_on_a_phone_and_a_laptop(live_site: Any, new_page: Any, event: Tournament):
    """A run takes a page or two in each language, others in each; the next commit's takes the next ones."""
    page = new_page()
    live_site.sign_in(page, person("olga"))
    found: dict[str, list[str]] = {}
    pages = ("", "standings/", "manage/", "manage/entries/")
    paths = [f"/e/{table_of(event).token}/", *(f"/t/{event.slug}/{name}" for name in pages)]
    for first, language in enumerate(LANGUAGES):
        live_site.speak(page, language)
        for path in in_slice([*paths[first:], *paths[:first]], 4):
            page.goto(live_site.url(path))
            expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}$", re.IGNORECASE))
            for look in looks(page):
                faults = [*accessibility_faults(page, **EVERYTHING), *page.evaluate(SMALL_TARGETS)]
                found[f"{path} {language} {look}"] = [*faults, *page.evaluate(BROKEN_WORDS)]
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_names_and_countries_are_asked_in_the_reader_s_language_and_stay_as_typed(live_site, new_page, page, event):
    """A name is asked as it is written, the country from a list; in other words it stays as it was typed."""
    live_site.sign_in(page, person("olga"))
    for number, typed in ((1, "FIN"), (2, "Basque Country")):
        Entry.objects.filter(number=number).update(country=typed)
        page.goto(live_site.url(f"/t/{event.slug}/manage/entries/{number}/"))
        assert page.locator("[name=country]").first.input_value() == typed
    Tournament.objects.update(state="planned")
    RegistrationDesk.objects.create(tournament=event, is_open=True, asks={"country": "asked"})
    for language, first, finland in (("ja-JP", "family_name", "フィンランド"), ("en-GB", "given_name", "Finland")):
        visitor = new_page(locale=language, viewport=PHONE)
        visitor.goto(live_site.url(f"/t/{event.slug}/register/"))
        assert visitor.locator("main input[name$=_name]").first.get_attribute("name") == first
        visitor.select_option("[name=country]", label=finland)
        expect(visitor.locator("[name=country]")).to_have_value("Finland")
