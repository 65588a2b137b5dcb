"""Olga takes an event to the hall, and brings it back with the file."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, looks, overflows_sideways
from tests.support.loans import make_returning_file
from tests.support.people import people, person, small_tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_olga_takes_an_event_to_the_hall_and_brings_it_back(live_site, page, tmp_path):
    event = small_tournament(8)
    people(event)

    def fits():
        for look in looks(page):
            assert (look, accessibility_faults(page), overflows_sideways(page)) == (look, [], False)

    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(reverse("manage_edit", args=[event.slug])))
    page.get_by_role("link", name="Take to the hall").click()
    fits()
    page.get_by_role("button", name="Take to the hall").click()
    page.get_by_role("dialog").get_by_role("button", name="Take to the hall").click()
    expect(page.get_by_text("Nothing changes here until the event is brought back.")).to_be_visible()
    fits()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download for the hall").click()
    assert download.value.suggested_filename == "spring-open-hall.zip"
    download.value.save_as(tmp_path / "event.zip")
    page.goto(live_site.url(reverse("event", args=[event.slug])))
    expect(page.get_by_text("Played in the hall since")).to_be_visible()
    fits()
    page.goto(live_site.url(reverse("manage_loan", args=[event.slug])))
    page.get_by_label("File from the hall").set_input_files(tmp_path / "event.zip")
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_text("This is the file that went to the hall.").first).to_be_visible()
    (tmp_path / "event.json").write_bytes(make_returning_file((tmp_path / "event.zip").read_bytes()))
    page.get_by_label("File from the hall").set_input_files(tmp_path / "event.json")
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_text("The event is brought back. Changes are made here again.")).to_be_visible()
