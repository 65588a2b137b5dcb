"""Long headings stay within a phone's page, the organiser's menu within a tablet's."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from tests.support.browser import PHONE, overflows_sideways
from tests.support.people import people, person, small_tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_japanese_introductions_fit_a_phone_and_the_organisers_menu_an_upright_tablet(live_site, new_page):
    page = new_page(viewport=PHONE, locale="ja-JP")
    wide = []
    for address in ("/hand/", "/replay/"):
        page.goto(live_site.url(address))
        wide += [address] if overflows_sideways(page) else []
    assert wide == []
    event = small_tournament()
    people(event)
    page = new_page(viewport={"width": 768, "height": 1024})
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"/t/{event.slug}/manage/"))
    links = page.locator(".groups a")
    assert (overflows_sideways(page), {box["y"] for box in map(Locator.bounding_box, links.all())}) == (
        False,
        {links.first.bounding_box()["y"]},
    )
