"""The director leaves a board open: a table that changes comes alone, and minutes pass by themselves."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults
from tests.support.people import people, person
from tests.support.tables import enter, playing, table_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("path", ["board/1/", "results/1/", ""])
def test_a_board_left_open_takes_the_table_that_changed_and_counts_minutes(live_site, page, path):
    tournament = playing(12)
    people(tournament)
    page.clock.install()
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/{path}"))
    tiles = page.locator(".hall-table")
    expect(tiles).to_have_count(3)
    untouched = page.locator("[data-tile='1']").element_handle()
    enter(table_of(tournament, 2), (60, 20, -30, -50))
    with page.expect_response(lambda answer: "seen=" in answer.url) as told:
        page.clock.run_for(10_500)
    assert told.value.headers["hx-reswap"] == "none"
    expect(page.locator("[data-tile='2']")).to_contain_text("Entered")
    expect(page.locator("[id=hall-counts-1]")).to_contain_text("Entered 1")
    assert untouched.evaluate("tile => tile.isConnected"), "tiles that did not change stay"
    if path == "board/1/":
        page.get_by_text("List view").click()
        row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="2", exact=True))
        expect(row).to_contain_text("Entered")
    assert accessibility_faults(page) == []
    with page.expect_response(lambda answer: answer.status == 204):
        page.clock.run_for(10_500)
    page.context.set_offline(True)
    minutes = page.locator("[data-tile='1'] .hall-minutes")
    before = int(minutes.get_attribute("data-minutes").rstrip("′"))
    page.clock.run_for(180_000)
    # A minute may have been nearly over.
    expect(minutes).to_have_text(re.compile(rf"^({before + 3}|{before + 4}) min$"))
