"""olga lays the hall out on the phone: by keyboard, by a tap, and by dragging; the board follows."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.support.browser import LiveSite, accessibility_faults, overflows_sideways
from tests.support.people import people, person, small_tournament
from tournaments.rounds.queries.hall_plan import map_tables_to_spots

pytestmark = pytest.mark.browser


def test_olga_puts_the_tables_where_they_stand(live_site: LiveSite, phone: Page) -> None:
    event = small_tournament(16)
    people(event)
    live_site.sign_in(phone, person("olga"))
    phone.goto(live_site.url(reverse("manage_hall_plan", args=[event.slug])) + "?in_row=2")
    table = {number: phone.locator(f"[data-square='{number}']") for number in range(1, 5)}
    said = phone.locator("[data-say]")
    # By keyboard: taken back once, then on the place of the fourth.
    table[1].press("Enter")
    table[1].press("ArrowRight")
    expect(table[1]).to_be_focused()
    expect(table[2]).to_have_attribute("aria-label", "Table 2: row 1, place 1.")
    table[1].press("Escape")
    expect(said).to_have_text("Table 1: row 1, place 1.")
    for key in ("Enter", "ArrowRight", "ArrowDown", "Enter"):
        table[1].press(key)
    expect(said).to_have_text("Table 1: row 2, place 2. Table 4: row 1, place 1.")
    table[1].press("ArrowLeft")
    expect(table[3]).to_be_focused()
    # By a tap on the table and one on its place, where nobody stands.
    table[2].tap()
    phone.locator("[data-cell='3.3']").tap()
    expect(said).to_have_text("Table 2: row 3, place 3.")
    # Dragged beyond what the hall had before.
    table[3].hover()
    phone.mouse.down()
    phone.locator("[data-cell='4.4']").hover()
    phone.mouse.up()
    expect(said).to_have_text("Table 3: row 4, place 4.")
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
    phone.get_by_role("button", name="Save plan").click()
    expect(phone.get_by_text("The plan of the hall is saved.")).to_be_visible()
    assert map_tables_to_spots(event) == {1: (2, 2), 2: (3, 3), 3: (4, 4), 4: (1, 1)}
