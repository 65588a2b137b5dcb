"""Olga keeps the pairs of last autumn apart: the wrong event, a wish that is kept and its cost, one that is not."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person, seat_in_order, small_tournament
from tests.support.worker import work_through
from tournaments.seating.services import seating

pytestmark = pytest.mark.browser


@pytest.fixture
def event(live_site):
    """Sixteen players who met at four tables in autumn, and an event of four who are not among them."""
    for slug, name, players in (("autumn", "Autumn Cup", 16), ("strangers", "Strangers Cup", 4)):
        before = small_tournament(players, slug=slug, rounds=1)
        before.name = name
        before.save(update_fields=["name"])
        if slug == "strangers":
            before.entries.update(given_name="Some", family_name="Body")
        seating.publish(acting(), seat_in_order(before.rounds.get()))
    tournament = small_tournament(16, rounds=5)
    people(tournament)
    return tournament


@pytest.mark.long
def test_olga_keeps_the_pairs_of_autumn_apart_and_reads_what_that_costs(live_site, phone, event):
    live_site.sign_in(phone, person("olga"))
    address = live_site.url(f"/t/{event.slug}/manage/rounds/1/seating/")
    phone.goto(address)
    form = phone.locator("details", has=phone.locator("summary", has_text="Draw by a seed"))
    form.get_by_text("More options").click()
    earlier = form.get_by_label("Avoid pairs of this event")
    expect(earlier).to_have_accessible_description("Players are matched by EMA number, else by name.")
    earlier.select_option("Strangers Cup")
    expect(earlier).to_have_accessible_description("No two players of this event met in “Strangers Cup”.")
    form.get_by_label("Seed").fill("spring")
    for number in (3, 4, 5):
        form.get_by_label(f"Round {number}").uncheck()
    form.get_by_role("button", name="Draw").click()
    expect(form.get_by_role("alert")).to_contain_text("No two players of this event met in “Strangers Cup”.")
    assert accessibility_faults(phone) == []
    # What she entered is still there; only the event is another one.
    expect(form.get_by_label("Seed")).to_have_value("spring")
    expect(form.get_by_label("Round 3")).not_to_be_checked()
    earlier.select_option("Autumn Cup")
    expect(form.get_by_text("24 pairs of players met there.")).to_be_visible()
    form.get_by_role("button", name="Draw").click()
    phone.get_by_text("Measures").click()
    measure = phone.locator("[data-measure=met_before]")
    expect(measure.get_by_role("cell")).to_have_text(["0", "0"])

    phone.get_by_role("link", name="Draw 1 explained").click()
    expect(phone.get_by_text("A meeting of a pair from the event before counts")).to_be_visible()
    phone.get_by_role("button", name="Calculate cost").click()
    phone.wait_for_url("**/jobs/**")
    work_through()
    phone.get_by_role("link", name="View result").click()
    costs = phone.get_by_role("region", name="Cost of each request")
    expect(costs.get_by_role("term")).to_have_text("Pairs of an earlier event apart")
    expect(costs.get_by_role("definition")).to_contain_text("than without it")
    assert not overflows_sideways(phone)

    # In five rounds sixteen players meet everybody, so these 24 pairs as well.
    phone.goto(address)
    phone.locator("summary", has_text="Draw by a seed").click()
    form.get_by_text("More options").click()
    earlier.select_option("Autumn Cup")
    form.get_by_label("Seed").fill("spring")
    form.get_by_role("button", name="Draw").click()
    phone.get_by_text("Measures").click()
    expect(measure.get_by_role("cell").nth(1)).to_contain_text("24")
    expect(phone.locator("[data-quality]")).to_contain_text("compromises.")
    phone.get_by_text("Unmet requests in this round").click()
    expect(phone.get_by_text("Pairs of an earlier event apart: ")).to_be_visible()
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
