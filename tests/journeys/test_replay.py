"""The replay viewer in a real browser: an example opened, stepped by keys, played, seen from other places."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import LAPTOP, PHONE, accessibility_faults, overflows_sideways

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["360", "1440"])
def test_every_example_fits_and_has_no_accessibility_fault(live_site, new_page, viewport, scheme, tmp_path):
    page = new_page(viewport=viewport, color_scheme=scheme)
    for rules in ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship"):
        page.goto(live_site.url("/replay/"))
        assert (accessibility_faults(page), overflows_sideways(page)) == ([], False)
        page.get_by_role("button", name=rules).click()
        page.get_by_role("link", name="End", exact=True).click()
        expect(page.get_by_role("heading", name="Payments")).to_be_visible()
        page.screenshot(path=tmp_path / f"{rules}.png", full_page=True)
        assert (rules, accessibility_faults(page), overflows_sideways(page)) == (rules, [], False)


def test_the_keyboard_steps_and_plays(live_site, page):
    page.goto(live_site.url("/replay/"))
    page.get_by_role("button", name="mcr-2006").click()
    table = page.locator("#replay-table")
    expect(table).to_be_visible()
    page.wait_for_load_state("networkidle")  # keys are heard once the page's module has run
    page.keyboard.press("ArrowRight")
    expect(table).to_have_attribute("data-at", "1")
    expect(page).to_have_url(re.compile("at=1$"))
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Payments")).to_be_visible()
    page.keyboard.press("Home")
    expect(table).to_have_attribute("data-at", "0")
    page.get_by_label("Seconds a step").select_option("0.5")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(table).to_have_attribute("data-at", "2")
    page.keyboard.press("Space")
    page.get_by_role("link", name="Public").click()
    expect(page).to_have_url(re.compile("view=public"))
