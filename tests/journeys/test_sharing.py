"""A page is shared by a button, and its picture saved."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, looks, overflows_sideways
from tests.support.patience import wait_for
from tests.support.people import small_tournament
from tests.support.play import released

pytestmark = pytest.mark.browser

EVENT = "/t/spring-open/"
SHEET = "() => { navigator.share = async ({ url }) => { window.sheet = url; }; }"


def test_a_visitor_shares_a_page_and_saves_its_picture(live_site, page):
    """The site of this journey does not know its address: the link is that of the browser."""
    released(small_tournament(), 1)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    address = live_site.url(f"{EVENT}standings/")
    page.goto(address)
    page.evaluate(
        "() => { navigator.share = undefined;"
        " Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {"
        " writeText: async (text) => { window.copied = text; } } }); }"
    )
    page.get_by_role("button", name="Share").click()
    expect(page.locator("[data-shared]")).to_have_text("Link copied.")
    assert page.evaluate("window.copied") == address
    # In the hall, without TLS, browsers have no clipboard; a phone has its share sheet.
    page.evaluate(
        "() => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); window.copied = '';"
        " document.execCommand = () => { window.copied = document.activeElement.value; return true; }; }"
    )
    page.get_by_role("button", name="Share").click()
    assert wait_for(lambda: page.evaluate("window.copied")) == address
    page.evaluate(SHEET)
    page.get_by_role("button", name="Share").click()
    assert wait_for(lambda: page.evaluate("window.sheet")) == address
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as picture").click()
    assert download.value.suggested_filename == "spring-open-standings.png"
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    assert complaints == []
    for look in looks(page):
        assert (look, accessibility_faults(page), overflows_sideways(page)) == (look, [], False)


def test_a_hand_is_shared_as_it_is_now(live_site, phone):
    phone.goto(live_site.url("/hand/?ruleset=mcr-2006&hand=234567m345p2388s"))
    phone.locator("#t4s").tap()
    expect(phone.locator("#answer")).to_contain_text("10 points")
    phone.get_by_text("Share this hand").tap()
    phone.evaluate(SHEET)
    phone.get_by_role("button", name="Share").tap()
    assert "4s" in wait_for(lambda: phone.evaluate("window.sheet"))
    assert "4s" in (phone.get_by_role("link", name="Save as picture").get_attribute("href") or "")
