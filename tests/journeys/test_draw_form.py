"""Sue draws a round on her phone: the three settings side by side, the cost of each wish."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person, small_tournament
from tests.support.play import played
from tests.support.worker import work_through
from tournaments.seating.services import wishes

pytestmark = pytest.mark.browser

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30))


@pytest.fixture
def event(live_site):
    tournament = small_tournament(16, rounds=3)
    people(tournament)
    one, two = tournament.entries.filter(number__lte=2)
    wishes.add_constraint(acting(), tournament, kind="forbidden_pair", entry=one, other=two)
    played(tournament, 1, SHEETS)
    return tournament


def test_sue_compares_three_settings_takes_one_and_sees_what_the_wish_cost(live_site, phone, event):
    live_site.sign_in(phone, person("sue"))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/rounds/2/seating/"))
    expect(phone.get_by_text("Pairs that never meet (1)")).to_be_visible()
    phone.locator("summary", has_text="Swiss").click()
    phone.get_by_text("Results decide;").click()
    phone.get_by_label("Draw equal players among themselves").check()
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
    phone.get_by_role("button", name="Compare three settings").click()
    expect(phone.get_by_role("heading", name="Round 2 by Swiss")).to_be_visible()
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
    phone.get_by_role("button", name="Use: Close in standing").click()
    phone.get_by_role("link", name="Draw 1 explained").first.click()
    phone.get_by_role("button", name="Calculate cost").click()
    phone.wait_for_url("**/jobs/**")
    work_through()
    phone.get_by_role("link", name="View result").click()
    costs = phone.get_by_role("region", name="Cost of each request")
    expect(costs.get_by_role("term")).to_have_text("Pairs that never meet")
    expect(costs.get_by_role("definition")).to_contain_text("than without it")
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
