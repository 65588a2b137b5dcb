"""Draws and the verifier in a real browser."""

import json

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, small_tournament
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating

pytestmark = pytest.mark.browser


@pytest.fixture
def event(live_site):
    tournament = small_tournament(20, rounds=2)
    people(tournament)
    for draft in seating_drafts.generate(
        acting(), tournament, rounds=list(tournament.rounds.order_by("number")), seed="s"
    ):
        seating.publish(acting(), draft)
    return tournament


def test_petra_reads_how_the_draw_came_about_and_checks_it_on_the_phone(live_site, phone, event):
    draw = event.draws.get()
    phone.goto(live_site.url(draw.get_absolute_url()))
    expect(phone.get_by_text("Nobody meets the same opponent twice.")).to_be_visible()
    # The picture of meetings says whose a square is: under the finger, and where the arrow keys go.
    picture, told = phone.locator(".heat-map"), phone.locator("[data-reading]")
    expect(told).to_have_text("Point at a square, tap it, or move with the arrow keys: here stands whose it is.")
    picture.tap()
    expect(told).not_to_contain_text("Point at")
    picture.focus()
    for _ in range(20):
        phone.keyboard.press("ArrowUp")
        phone.keyboard.press("ArrowLeft")
    expect(told).to_have_text("1 Given01 Family01")
    table = next(list(table) for table in json.loads(draw.certificate)["rounds"][0] if 1 in table)
    other = max(table)
    for _ in range(other - 1):
        phone.keyboard.press("ArrowRight")
    expect(told).to_have_text(f"1 Given01 Family01 and {other} Given{other:02} Family{other:02} meet once.")
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
    phone.goto(live_site.url("/seating/verify/"))
    phone.get_by_label("Certificate").fill(draw.certificate)
    phone.get_by_role("button", name="Check", exact=True).click()
    expect(phone.get_by_role("heading", name="The certificate is valid.")).to_be_visible()
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
