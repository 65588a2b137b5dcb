"""Draws, the verifier, the library and the wizard in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person, small_tournament
from tournaments.services import draws, seating

pytestmark = pytest.mark.browser


@pytest.fixture
def event(live_site):
    tournament = small_tournament(20, rounds=2)
    people(tournament)
    for draft in draws.generate(acting(), tournament, rounds=list(tournament.rounds.order_by("number")), seed="s"):
        seating.publish(acting(), draft)
    return tournament


def test_petra_reads_how_the_draw_came_about_and_checks_it_on_the_phone(live_site, phone, event):
    draw = event.draws.get()
    phone.goto(live_site.url(draw.get_absolute_url()))
    expect(phone.get_by_text("Nobody meets the same opponent twice.")).to_be_visible()
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
    phone.goto(live_site.url("/seating/verify/"))
    phone.get_by_label("Certificate").fill(draw.certificate)
    phone.get_by_role("button", name="Check", exact=True).click()
    expect(phone.get_by_role("heading", name="The certificate stands.")).to_be_visible()
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)


def test_olga_compares_the_ways_to_go_on(live_site, page, event):
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"/t/{event.slug}/manage/replan/"))
    page.get_by_label("Leave the event").select_option(index=0)
    page.get_by_role("button", name="Show the options").click()
    expect(page.get_by_role("button", name="Take: Sit out in turn")).to_be_visible()
    assert accessibility_faults(page) == []
    page.goto(live_site.url(f"/t/{event.slug}/manage/schedules/"))
    assert accessibility_faults(page) == []
