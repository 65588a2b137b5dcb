"""Olga puts an event away, brings it back, and deletes one that she made by mistake."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, looks, overflows_sideways
from tests.support.people import people, person, small_tournament
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_olga_archives_brings_back_and_deletes(live_site, page, start_worker):
    event = small_tournament(8)
    people(event)
    start_worker()

    def fits():
        for look in looks(page):
            assert (look, accessibility_faults(page), overflows_sideways(page)) == (look, [], False)

    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(reverse("manage_edit", args=[event.slug])))
    fits()
    page.get_by_role("button", name="Archive event").click()
    expect(page.get_by_text("This event is archived and cannot be changed.")).to_be_visible()
    fits()
    page.goto(live_site.url("/manage/"))
    page.get_by_text("Archived (1)").click()
    fits()
    page.get_by_role("link", name="Spring Open").click()
    page.get_by_role("button", name="Restore event").click()
    expect(page.get_by_text("The event is restored.")).to_be_visible()
    page.goto(live_site.url(f"/t/{event.slug}/manage/remove/"))
    fits()
    page.get_by_role("button", name="Create backup").click()
    expect(page.get_by_text("The backup is created.")).to_be_visible()
    page.get_by_role("link", name="View result").click()
    fits()
    with page.expect_download() as taken:
        page.get_by_role("link", name="Download backup").click()
    assert taken.value.suggested_filename == "spring-open.whole.zip"
    page.get_by_label("Name of the event").fill("Spring")
    page.get_by_label("Reason").fill("made twice")
    page.get_by_role("button", name="Delete event").click()
    expect(page.get_by_label("Name of the event")).to_have_value("Spring")
    fits()
    page.get_by_label("Name of the event").fill("Spring Open")
    page.get_by_role("button", name="Delete event").click()
    expect(
        page.get_by_text("The event is deleted. Its backup stays here for 14 days. Download it now.")
    ).to_be_visible()
    fits()
    assert not Tournament.objects.exists()
