"""Long headings stay within a phone's page, the organiser's menu within a tablet's and below what has the focus."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

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


def test_refusals_stand_clear_of_the_organisers_bar_on_a_phone_of_any_height(live_site, new_page):
    event = small_tournament()
    people(event)
    page = new_page(viewport=PHONE)
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"/t/{event.slug}/manage/federation/"))
    page.get_by_role("textbox", name="Columns (optional)").fill("Place = nonsense")
    page.get_by_role("button", name="Save").click()
    refusal = page.locator("main [data-focus]")
    expect(refusal).to_be_focused()
    behind = []
    # Browsers centre what is out of view, but only nudge what is in view in part.
    for height in range(560, 801, 20):
        page.set_viewport_size({"width": PHONE["width"], "height": height})
        refusal.evaluate("(notice) => { notice.blur(); scrollTo(0, 0); notice.focus(); }")
        notice, bar = refusal.bounding_box(), page.locator(".groups").bounding_box()
        behind += [height] if notice["y"] + notice["height"] > bar["y"] + 1 else []
    assert behind == []
