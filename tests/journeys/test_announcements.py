"""An announcement reaches open pages and phones at tables by itself, stays in view, and is dismissed on one device."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.people import acting, people
from tests.support.tables import playing, table_of
from tournaments.events import services
from tournaments.events.models import Tournament

pytestmark = pytest.mark.browser

A_WHILE = 30_000
"""Milliseconds within which each page asks for news."""


def test_it_reaches_an_open_page_and_a_phone_at_a_table_and_is_dismissed_there(live_site, page, phone, new_page):
    event = playing()
    people(event)
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    screen = new_page(viewport={"width": 1366, "height": 768})
    for shown in (page, phone, screen):
        shown.clock.install()
    page.goto(live_site.url(reverse("event", args=[event.slug])))
    phone.goto(live_site.url(reverse("table_code", args=[table_of(event).token])))
    phone.mouse.wheel(0, 400)
    screen.goto(live_site.url(reverse("screen", args=[event.slug, "seating"])))
    told = services.announce(acting(), event, text="Lunch at noon.", level="important")
    for shown in (page, phone, screen):
        shown.clock.fast_forward(A_WHILE)
        expect(shown.get_by_text("Lunch at noon.")).to_be_in_viewport()
    expect(screen.get_by_text("Family08")).to_be_in_viewport()
    phone.get_by_role("button", name="Dismiss").click()
    expect(phone.get_by_text("Lunch at noon.")).to_be_hidden()
    phone.reload()
    expect(phone.locator("[data-announcement]")).to_be_hidden()
    expect(page.get_by_text("Lunch at noon.")).to_be_visible()
    services.edit_announcement(acting(), told, text="Lunch at one.")
    for shown in (page, phone):
        shown.clock.fast_forward(A_WHILE)
        expect(shown.get_by_text("Lunch at one.")).to_be_in_viewport()
