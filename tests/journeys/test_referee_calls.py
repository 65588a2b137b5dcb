"""A table calls from a player's phone; the referee's phone rings and counts, and the queue shows who waits."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import PHONE, accessibility_faults, overflows_sideways
from tests.support.people import people, person
from tests.support.tables import playing, table_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_call_rings_on_the_referees_phone_and_ends_when_settled(live_site, phone, new_page):
    tournament = playing()
    people(tournament)
    live_site.sign_in(phone, person("ren"))
    phone.goto(live_site.url(f"/t/{tournament.slug}/manage/cases/"))
    expect(phone.get_by_text("No open calls.")).to_be_visible()
    phone.get_by_role("button", name="Sound off").click()
    expect(phone.get_by_role("button", name="Sound on")).to_have_attribute("aria-pressed", "true")
    title = phone.title()

    player = new_page(viewport=PHONE)
    player.goto(live_site.url(f"/e/{table_of(tournament, 2).token}/"))
    player.locator("summary", has_text="Referee").click()
    player.get_by_label("Subject").select_option("win")
    player.get_by_role("button", name="Call the referee").click()
    expect(player.get_by_text("Stop playing and touch no tile").first).to_be_visible()
    assert (accessibility_faults(player), overflows_sideways(player)) == ([], False)

    # What a phone tells its pages when it is taken out of the pocket; else they ask every eight seconds.
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.get_by_role("heading", name="Referee's desk")).to_be_visible()
    expect(phone).to_have_title(f"(1) {title}")
    expect(phone.locator("body")).to_have_attribute("data-rung", "2")
    expect(phone.get_by_text("Table 2")).to_be_visible()
    phone.get_by_role("button", name="On my way").click()
    player.reload()
    expect(player.get_by_text("A referee is coming")).to_be_visible()
    expect(player.get_by_text("ren")).to_be_visible()
    phone.get_by_role("button", name="Mark as settled").click()
    expect(phone.get_by_text("No open calls.")).to_be_visible()
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
