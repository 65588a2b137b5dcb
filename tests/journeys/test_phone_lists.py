"""Lists on a phone: one line a row, the rest on tap, long ones in pages; a player's results as cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person, small_tournament
from tests.support.slices import in_slice
from tests.support.tables import enter, playing, table_of
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import RegistrationDesk
from tournaments.entries.services import check_in
from tournaments.events.models import Tournament
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services.events import import_event

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


PUBLIC = (
    "", "players/", "players/?q=family", "players/204/", "seating/", "seating/?page=2", "seating/?by=name", "results/",
    "results/?q=given20", "standings/", "standings/?page=2", "standings/?player=204", "teams/", "teams/?page=2",
)  # fmt: skip
"""Public pages of an event of 204: longer lists have more pages, not longer ones."""
MAX_HEIGHT = 12_000


@pytest.fixture
def large_event() -> Tournament:
    """204 players in 51 teams played a round at 51 tables."""
    numbers, tables = range(1, 205), range(51)
    document = {
        "format": "mahjong-event/1",
        "event": {"name": "Spring Open", "short": "spring-open", "start": "2026-05-02", "end": "2026-05-03"},
        "rule_family": "mcr",
        "scoring": {"kind": "mcr", "start_points": 0, "table_points": [4, 2, 1, 0]},
        "players": [{"id": at, "name": f"Given{at:02} Family{at:02}", "country": "Liechtenstein"} for at in numbers],
        "teams": [
            {
                "id": f"T{at + 1}",
                "name": f"Friends of the club {at + 1}",
                "members": [4 * at + seat for seat in range(1, 5)],
            }
            for at in tables
        ],
        "rounds": [{"round": 1, "played": True, "tables": [_table(at) for at in tables]}],
    }
    event, problems = read(json.dumps(document).encode())
    assert event is not None, problems
    return import_event(acting(), event=event, meaning=understand(event), published=True)


def _table(at: int) -> dict[str, Any]:
    points = (60 + at, 20, -30, -50 - at)
    seats = [{"seat": wind, "player": 4 * at + 1 + seat, "points": points[seat]} for seat, wind in enumerate("ESWN")]
    return {"table": at + 1, "seats": seats}


def test_public_lists_of_a_large_event_are_pages_on_a_phone(live_site, phone, large_event):
    """A run takes a third of the lists."""
    for path in in_slice(PUBLIC, 3):
        phone.goto(live_site.url(f"/t/spring-open/{path}"))
        assert (path, height(phone), height(phone) <= MAX_HEIGHT) == (path, height(phone), True)
        assert (path, overflows_sideways(phone)) == (path, False)
    for path in ("seating/?by=name", "standings/?q=given20", "teams/?page=2"):
        phone.goto(live_site.url(f"/t/spring-open/{path}"))
        assert (path, accessibility_faults(phone)) == (path, [])
    # The own row is a tap away from every page of the standings.
    phone.goto(live_site.url("/t/spring-open/standings/"))
    phone.evaluate("localStorage.setItem('followed/spring-open', '204')")
    phone.reload()
    own = phone.locator("[data-own-row] a")
    expect(own).to_contain_text("Given204 Family204")
    own.tap()
    expect(phone).to_have_url(live_site.url("/t/spring-open/standings/?page=2#player-204"))
    row = phone.locator("#player-204")
    expect(row).to_be_in_viewport()
    expect(row).to_have_class("mark")
    # A link that somebody was sent, to a row that another page has.
    phone.goto(live_site.url("/t/spring-open/standings/#player-203"))
    expect(phone.locator("#player-203")).to_be_in_viewport()


def test_long_lists_stay_short_on_olga_s_phone_and_serve_her_thumb(live_site, phone, event):
    event.slug = "springtournamentofthemahjongassociations"
    event.save()
    RegistrationDesk.objects.create(tournament=event, is_open=True)
    live_site.sign_in(phone, person("olga"))
    a_tap_opens_what_else_a_row_has(live_site, phone, event)
    for path, limit in MAX_HEIGHTS.items():
        phone.goto(live_site.url(f"/t/{event.slug}/manage/{path}"))
        assert (path, height(phone), height(phone) <= limit) == (path, height(phone), True)
        assert (path, accessibility_faults(phone), overflows_sideways(phone)) == (path, [], False)
    selected_people_stay_selected_on_other_pages_and_searches(live_site, phone, event)


def a_tap_opens_what_else_a_row_has(live_site, phone, event):
    """Columns that are empty for everybody are not there."""
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


def selected_people_stay_selected_on_other_pages_and_searches(live_site, phone, event):
    phone.goto(live_site.url(f"/t/{event.slug}/manage/entries/known/"))
    phone.locator("main input[type=checkbox]").first.check()
    phone.get_by_role("button", name="Next").tap()
    phone.locator("main input[type=checkbox]").first.check()
    phone.get_by_label("Find", exact=True).fill("Given299")
    phone.get_by_role("button", name="Find").tap()
    phone.get_by_role("checkbox", name="Given299 Family299").check()
    phone.get_by_role("button", name="Add selected players").tap()
    expect(phone.get_by_text("3 players are entered.")).to_be_visible()


def test_a_press_at_the_check_in_desk_changes_its_row_and_a_player_s_results_are_cards(live_site, phone):
    event = playing(12)
    people(event)
    for table in (1, 2, 3):
        enter(table_of(event, table), (60, 20, -30, -50))
    results_are_cards_by_round(live_site, phone, event)
    event.entries.update(status=Entry.Status.REGISTERED)
    live_site.sign_in(phone, person("ida"))
    a_press_at_the_check_in_desk_changes_its_row_only(live_site, phone, event)


def results_are_cards_by_round(live_site, phone, event):
    phone.goto(live_site.url(f"/t/{event.slug}/players/1/"))
    card = phone.locator(".card-rows tbody tr")
    box = card.first.bounding_box()
    assert box is not None
    assert (card.count(), box["height"], box["height"] <= 150) == (1, box["height"], True)
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)


def a_press_at_the_check_in_desk_changes_its_row_only(live_site, phone, event):
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
