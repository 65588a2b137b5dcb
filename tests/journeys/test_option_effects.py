"""The effect of an option in a real browser: beside the form for house rules, and on the rules page."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, LiveSite, accessibility_faults, looks, overflows_sideways
from tests.support.people import people, person, small_tournament
from tests.support.slices import in_slice

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def faults_of(page: Page, name: str) -> dict[str, list[str]]:
    found = {}
    for look in looks(page):
        faults = [*accessibility_faults(page), *(["too wide"] if overflows_sideways(page) else [])]
        if faults:
            found[look] = faults
        if folder := os.environ.get("MAHJONG_DIRECTOR_SCREENSHOTS"):
            page.screenshot(path=str(Path(folder) / f"{name}-{look[:4].strip()}.png"), full_page=True)
    return found


def test_olga_sees_what_an_option_changes_as_soon_as_she_chooses_it(live_site: LiveSite, page: Page) -> None:
    event = small_tournament(8, family="mcr", rounds=1)
    people(event)
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(reverse("manage_house_rules", args=[event.slug])))
    page.get_by_label("Changed option").select_option('false_hu_tiles="must_discard"')
    changes = page.locator("#what-changes")
    expect(changes).to_contain_text("the tiles shown are the player's next discards, one a turn, from right to left")
    expect(changes).to_contain_text("must be discarded MCR, Chinese rules of 1998", use_inner_text=True)
    assert faults_of(page, "house-rules") == {}


def test_a_long_value_leaves_the_name_of_its_option_readable_on_a_phone(live_site: LiveSite, new_page: Any) -> None:
    page = new_page(viewport=PHONE, locale="ja-JP")
    page.goto(live_site.url(reverse("rules_page", args=["riichi-wrc-2025"])))
    names = page.locator(".rules-table tr[id^=option-] th")
    widths = names.evaluate_all("(cells) => cells.map((cell) => cell.clientWidth)")
    assert len(widths) > 50
    assert min(widths) > 80


@pytest.mark.parametrize("name", in_slice(["mcr-mil-2025", "sichuan-sbr-2025"], 2))
def test_the_effects_of_options_open_on_the_rules_page(live_site: LiveSite, page: Page, name: str) -> None:
    page.goto(live_site.url(reverse("rules_page", args=[name])))
    for summary in page.locator(".option-change summary").all()[:6]:
        summary.click()
    assert faults_of(page, name) == {}
