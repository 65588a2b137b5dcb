"""The hand checker and the rules pages in a real browser: tiles pressed, keys only, on a phone, in light and dark."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, looks, overflows_sideways
from tests.support.slices import in_slice

pytestmark = pytest.mark.browser

WIN = "/hand/?ruleset=mcr-2006&hand=234567m345p23s88s+%2B4s"
PAGES = [
    "/hand/",
    WIN,
    "/hand/?ruleset=riichi-ema-2016&hand=234567m345p23s88s&dora_indicators=3p",
    "/hand/?ruleset=taiwan-aono&hand=123456789m234p55s67s+%2B8s+%7C+1f5f",
    "/hand/?hand=12x",
    "/rules/",
    "/rules/riichi-wrc/",
]


def test_no_page_has_an_accessibility_fault_or_scrolls_sideways(live_site, kept_page):
    """A run takes half of the pages."""
    page = kept_page
    for path in in_slice(PAGES, 2):
        page.goto(live_site.url(path))
        for look in looks(page):
            assert (path, look, accessibility_faults(page)) == (path, look, [])
            assert (path, look, overflows_sideways(page)) == (path, look, False)


def test_a_hand_is_built_by_pressing_tiles_on_a_phone_that_loses_the_server_for_a_while(live_site, phone):
    phone.goto(live_site.url("/hand/?ruleset=mcr-2006&hand=234567m345p2388s"))
    expect(phone.locator("#answer")).to_contain_text("Waits")
    phone.locator("#t4s").tap()
    expect(phone.locator("#answer")).to_contain_text("10 points")
    expect(phone).to_have_url(re.compile(r"hand=234567m345p2388s\+%2B4s"))
    phone.get_by_text("On a discard", exact=True).tap()
    expect(phone.locator("#answer")).not_to_contain_text("Fully Concealed Hand")
    phone.go_back()
    expect(phone.locator("#answer")).to_contain_text("Fully Concealed Hand")
    # The page says that the server is out of reach, and goes on when it is back.
    phone.goto(live_site.url("/hand/?ruleset=mcr-2006&hand=234567m345p2388s"))
    phone.context.set_offline(True)
    phone.locator("#t4s").tap()
    expect(phone.get_by_role("alert")).to_contain_text("No connection to the server. Nothing is lost.")
    phone.context.set_offline(False)
    phone.locator("#t4s").tap()
    expect(phone.locator("#answer")).to_contain_text("10 points")
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_the_keyboard_alone_builds_a_hand_keeps_its_place_and_loses_no_tile(live_site, kept_page):
    page = kept_page
    page.goto(live_site.url("/hand/"))
    page.locator("#t1m").focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    expect(page.get_by_label("Notation")).to_have_value("111m")
    expect(page.locator("#t1m")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#t2m")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_label("Notation")).to_have_value("1112m")
    page.evaluate("for (const id of ['t3p', 't1m', 't2s', 't7z', 't2m']) document.getElementById(id).click()")
    expect(page.get_by_label("Notation")).to_have_value("111122m3p2s7z")
    expect(page.locator("#t1m")).to_be_disabled()
    expect(page.locator("#t2m")).to_be_enabled()
    # Typed notation is answered, its mistake shown.
    page.goto(live_site.url("/hand/"))
    field = page.get_by_label("Notation")
    field.fill("234567m345p2388s +4s")
    field.press("Enter")
    expect(page.locator("#answer")).to_contain_text("10 points")
    field = page.get_by_label("Notation")
    field.fill("234567m345q")
    field.press("Enter")
    expect(page.locator("#hand-problem")).to_be_visible()
    expect(page.get_by_label("Notation")).to_have_value("234567m345q")
    # An example of the rules page opens in the checker.
    page.goto(live_site.url("/rules/mcr-2006/#pure_straight"))
    page.locator("#pure_straight .example").click()
    expect(page.locator("#answer")).to_contain_text("Pure Straight")


def test_without_scripts_every_press_is_a_page(live_site, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(live_site.url("/hand/?hand=12m"))
    page.locator("#t3m").click()
    expect(page).to_have_url(re.compile(r"hand=123m"))
    expect(page.locator("#answer")).to_contain_text("10 more tiles make a hand")
