"""Headings with a long Japanese phrase stay within a phone's page."""

from __future__ import annotations

from tests.support.browser import PHONE, overflows_sideways


def test_japanese_introductions_fit_a_phone(live_site, new_page):
    page = new_page(viewport=PHONE, locale="ja-JP")
    wide = []
    for address in ("/hand/", "/replay/"):
        page.goto(live_site.url(address))
        wide += [address] if overflows_sideways(page) else []
    assert wide == []
