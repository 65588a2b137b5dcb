"""Previews beside a form follow its fields before anything is saved."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser import overflows_sideways
from tests.support.people import people, person
from tests.support.tables import playing

pytestmark = pytest.mark.browser


def test_sponsor_colour_and_announcement_stand_in_their_preview_while_they_are_typed(live_site, page):
    event = playing()
    people(event)
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"/t/{event.slug}/manage/look/"))
    preview = page.locator(".look-preview")
    places = preview.get_by_role("heading", level=3)
    expect(places).to_have_count(0)
    page.get_by_text("New sponsor").click()
    page.get_by_label("Name", exact=True).fill("Tea House")
    expect(preview.get_by_text("Tea House")).to_have_count(3)
    page.get_by_label("on screens between rounds").uncheck()
    expect(preview.get_by_text("Tea House").filter(visible=True)).to_have_count(2)
    expect(places).to_have_count(2)
    page.locator("#id_colour").fill("8a1f4b")
    assert preview.evaluate("card => card.style.getPropertyValue('--accent')") == "#8a1f4b"
    assert overflows_sideways(page) is False
    page.goto(live_site.url(f"/t/{event.slug}/manage/announcements/"))
    page.locator("textarea").first.fill("Lunch at noon.")
    page.locator("select").first.select_option("important")
    notice = page.locator(".notice.warning", has_text="Lunch at noon.")
    expect(notice).to_be_visible()
    page.get_by_label("Shown from (optional)").fill("2030-05-02T10:00")
    page.get_by_label("Shown until (optional)").fill("2030-05-02T09:00")
    page.get_by_role("button", name="Show announcement").click()
    expect(page.get_by_text("Choose a time after the start.").first).to_be_visible()
    expect(notice).to_be_visible()
