"""The quiz on a phone, by the keyboard alone: a claim is ruled on, a hand valued, the answers are counted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import accessibility_faults, looks, overflows_sideways

pytestmark = pytest.mark.browser

CLAIM = "/rules/mcr-2006/quiz/mcr-win-wrong-tile/"
HAND = "/rules/riichi-ema-2016/quiz/EX-R01/"


def fits(page: Page) -> None:
    for look in looks(page):
        assert (page.url, look, accessibility_faults(page), overflows_sideways(page)) == (page.url, look, [], False)


def test_a_claim_is_ruled_on_by_keys_and_the_next_question_follows(live_site: Any, phone: Page) -> None:
    phone.goto(live_site.url(CLAIM))
    expect(phone.locator("dl .tile").first).to_be_visible()
    fits(phone)
    phone.get_by_label("The win stands").focus()
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Tab")
    phone.keyboard.type("False win: ready")
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Your ruling is correct")).to_be_focused()
    expect(phone.get_by_text("1 of 1 answer correct")).to_be_visible()
    expect(phone.get_by_role("link", name="MCR-6.1").first).to_have_attribute(
        "href", "/rules/mcr-2006/clauses/MCR-6.1/"
    )
    fits(phone)
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("button", name="Check my answer", exact=True)).to_be_visible()
    assert phone.url != live_site.url(CLAIM)


def test_the_value_of_a_hand_is_told_with_its_computation(live_site: Any, page: Page) -> None:
    page.goto(live_site.url(HAND))
    page.get_by_label("Value in han").fill("3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your ruling is correct")).to_be_focused()
    expect(page.get_by_text("1 of 1 answer correct")).to_be_visible()
    fits(page)
