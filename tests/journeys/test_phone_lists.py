"""Lists on a phone: one line a row, the rest on tap, long ones in pages; a player's results as cards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person, small_tournament
from tests.support.tables import enter, playing, table_of
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import RegistrationDesk
from tournaments.entries.services import check_in
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MAX_HEIGHTS = {"entries/": 2200, "check-in/": 2200, "log/": 3000, "entries/known/": 3000, "registrations/": 1200}
"""By page of the organiser: 33 players, 50 entries of the log, 40 of 300 earlier players, nobody registered."""


@pytest.fixture
def event() -> Tournament:
    """33 players from Finland of no club, a log of two pages, and 300 players of last year's event."""
    people(small_tournament(300, slug="last-year"))
    event = small_tournament(33)
    # Olga is at her event: readers elsewhere see a note on its time below each page.
    event.time_zone = "UTC"
    event.save()
    people(event)
    Entry.objects.filter(tournament=event).update(country="Finland", country_code="FI")
    for entry in event.entries.all():
        for present in (False, True):
            check_in.check_in(acting(), entry, present=present)
    return event


def height(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


def test_long_lists_stay_short_on_olga_s_phone(live_site, phone, event):
    event.slug = "springtournamentofthemahjongassociations"
    event.save()
    RegistrationDesk.objects.create(tournament=event, is_open=True)
    live_site.sign_in(phone, person("olga"))
    for path, limit in MAX_HEIGHTS.items():
        phone.goto(live_site.url(f"/t/{event.slug}/manage/{path}"))
        assert (path, height(phone), height(phone) <= limit) == (path, height(phone), True)
        assert (path, accessibility_faults(phone), overflows_sideways(phone)) == (path, [], False)


def test_a_tap_opens_what_else_a_row_has(live_site, phone, event):
    """Columns that are empty for everybody are not there."""
    live_site.sign_in(phone, person("olga"))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/entries/"))
    assert phone.locator("thead").inner_text().split() == ["No.", "Name", "Country", "Status"]
    row = phone.locator("tbody tr").first
    country = row.get_by_text("Finland")
    expect(country).to_be_hidden()
    assert row.inner_text().split() == ["1", "Given01", "Family01", "FI", "Checked", "in"]
    row.get_by_text("Checked in").tap()
    expect(country).to_be_visible()
    button = row.get_by_role("button", name="Details: Given01 Family01")
    expect(button).to_have_attribute("aria-expanded", "true")
    button.press("Enter")
    expect(country).to_be_hidden()


def test_selected_people_stay_selected_on_other_pages_and_searches(live_site, phone, event):
    live_site.sign_in(phone, person("olga"))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/entries/known/"))
    phone.locator("main input[type=checkbox]").first.check()
    phone.get_by_role("button", name="Next").tap()
    phone.locator("main input[type=checkbox]").first.check()
    phone.get_by_label("Find", exact=True).fill("Given299")
    phone.get_by_role("button", name="Find").tap()
    phone.get_by_role("checkbox", name="Given299 Family299").check()
    phone.get_by_role("button", name="Add selected players").tap()
    expect(phone.get_by_text("3 players are entered.")).to_be_visible()


def results(live_site: Any, phone: Page) -> Tournament:
    event = playing()
    for table in (1, 2):
        enter(table_of(event, table), (60, 20, -30, -50))
    phone.goto(live_site.url(f"/t/{event.slug}/players/1/"))
    return event


def test_a_player_s_results_are_cards_by_round(live_site, phone):
    results(live_site, phone)
    card = phone.locator(".card-rows tbody tr")
    box = card.first.bounding_box()
    assert box is not None
    assert (card.count(), box["height"], box["height"] <= 150) == (1, box["height"], True)
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)


def test_a_press_at_the_check_in_desk_changes_its_row_only(live_site, phone):
    event = small_tournament(12)
    people(event)
    event.entries.update(status=Entry.Status.REGISTERED)
    live_site.sign_in(phone, person("ida"))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/check-in/"))
    phone.evaluate("window.samePage = true")
    phone.get_by_role("button", name="Check in 3 Given03 Family03").tap()
    expect(phone.get_by_role("status")).to_have_text("11 of 12 are not here yet.")
    undo = phone.get_by_role("button", name="Undo check-in of 3 Given03 Family03")
    expect(undo).to_be_focused()
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    undo.press("Enter")
    expect(phone.get_by_role("status")).to_have_text("12 of 12 are not here yet.")
    assert phone.evaluate("window.samePage")
    # With the network away the page says so, and the press can be repeated.
    phone.context.set_offline(True)
    button = phone.get_by_role("button", name="Check in 3 Given03 Family03")
    button.tap()
    expect(phone.locator("[data-connection-problem]")).to_be_visible()
    phone.context.set_offline(False)
    button.tap()
    expect(undo).to_be_visible()
