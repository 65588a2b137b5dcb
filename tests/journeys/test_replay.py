"""The replay viewer in a real browser: an example opened, stepped by keys, played, seen from other places."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, looks, overflows_sideways
from tests.support.games import game
from tests.support.people import people, person
from tests.support.slices import in_slice
from tests.support.tables import enter, playing, table_of
from tournaments.core.text.rules import find_ruleset_title

pytestmark = pytest.mark.browser

EXAMPLES = ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship")

IN_SIGHT = """list => {
  const [box, item] = [list, list.querySelector("[aria-current]")].map((one) => one.getBoundingClientRect());
  return item.top >= box.top && item.bottom <= box.bottom;
}"""


OUTSIDE = """felt => {
  const box = felt.getBoundingClientRect();
  return [...felt.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect())
    .filter((one) => one.left < box.left || one.right > box.right || one.top < box.top || one.bottom > box.bottom)
    .map((one) => [one.left, one.top]);
}"""

SIZES = """rows => rows.map((row) => row.getBoundingClientRect()).map((box) => [box.width, box.height])"""


def test_every_example_fits_and_has_no_accessibility_fault(live_site, kept_page):
    """A run takes one of them."""
    page = kept_page
    page.goto(live_site.url("/replay/"))
    for look in looks(page):
        assert (look, accessibility_faults(page), overflows_sideways(page)) == (look, [], False)
    for rules in in_slice(EXAMPLES, 4):
        page.goto(live_site.url("/replay/"))
        page.get_by_role("button", name=find_ruleset_title(rules), exact=True).click()
        page.get_by_role("link", name="End", exact=True).click()
        expect(page.get_by_role("heading", name="Payments")).to_be_visible()
        for look in looks(page):
            assert (rules, look, accessibility_faults(page), overflows_sideways(page)) == (rules, look, [], False)


@pytest.mark.parametrize("rules", EXAMPLES)
def test_the_table_is_square_fits_its_window_and_ends_with_the_value(live_site, kept_page, rules):
    page = kept_page
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(live_site.url("/replay/"))
    page.get_by_role("button", name=find_ruleset_title(rules), exact=True).click()
    page.get_by_role("link", name="End", exact=True).click()
    square = page.locator(".replay-square")
    expect(page.locator(".replay-win").first).to_be_visible()
    box = square.bounding_box()
    assert round(box["width"]) == round(box["height"])
    assert box["y"] + box["height"] <= 900
    # Each hand faces its seat: the sides stand upright, and no tile leaves the felt.
    assert square.evaluate(OUTSIDE) == []
    sides = page.locator(":is([data-place='1'], [data-place='3']) .replay-tiles")
    assert [height > width for width, height in sides.evaluate_all(SIZES)] == [True, True]


def test_the_keyboard_steps_and_plays(live_site, kept_page):
    page = kept_page
    page.goto(live_site.url("/replay/"))
    page.get_by_role("button", name=find_ruleset_title(EXAMPLES[0]), exact=True).click()
    table = page.locator("#replay-table")
    expect(table).to_be_visible()
    page.wait_for_load_state("networkidle")  # keys are heard once the page's module has run
    page.keyboard.press("ArrowRight")
    expect(table).to_have_attribute("data-at", "1")
    expect(page).to_have_url(re.compile("at=1$"))
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Payments")).to_be_visible()
    events = page.locator("[data-events]")
    assert events.evaluate("list => list.scrollTop") > 0
    assert events.evaluate(IN_SIGHT)
    page.keyboard.press("Home")
    expect(table).to_have_attribute("data-at", "0")
    assert events.evaluate("list => list.scrollTop") == 0
    expect(events.locator("[aria-current]")).to_have_count(0)
    page.get_by_label("Speed").select_option("0.5")
    page.locator("h1").click()
    page.keyboard.press("Space")
    # On a busy machine the second event may be over between two looks.
    expect(table).to_have_attribute("data-at", re.compile(r"^([2-9]|\d\d+)$"))
    page.keyboard.press("Space")
    page.get_by_role("link", name="Public").click()
    expect(page).to_have_url(re.compile("view=public"))


def test_a_log_is_attached_compared_and_followed_into_the_viewer(live_site, page):
    tournament = playing()
    people(tournament)
    text, points = game()
    enter(table_of(tournament), (points[0] + 8, points[1] - 8, *points[2:]))
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/table/1/"))
    page.get_by_role("main").locator("summary", has_text="More").first.click()
    page.get_by_role("link", name="Logs", exact=True).click()
    page.get_by_label("Log (optional)", exact=True).fill(text.replace("deal B", "deal X", 1))
    page.get_by_role("button", name="Attach").click()
    expect(page.get_by_text("Line 7:")).to_be_visible()
    for look in looks(page):
        assert (look, accessibility_faults(page), overflows_sideways(page)) == (look, [], False)
    page.get_by_label("Log (optional)", exact=True).fill(text)
    page.get_by_role("button", name="Attach").click()
    expect(page.get_by_text("The sheet has 8 points more.")).to_be_visible()
    for look in looks(page):
        assert (look, accessibility_faults(page), overflows_sideways(page)) == (look, [], False)
    page.get_by_role("link", name="Hand 2").click()
    expect(page.locator("#replay-table")).to_have_attribute("data-at", "0")
    page.get_by_role("link", name="Round 1, table 1").click()
    expect(page.get_by_role("heading", name="Attached logs")).to_be_visible()
