"""A correction that nobody has confirmed, from the cut to the end: olga's laptop and sam's phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person, small_tournament
from tests.support.play import released
from tests.support.tables import enter, table_of
from tournaments.results.services import results
from tournaments.standings.services import stages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_olga_is_told_before_the_cut_and_goes_on_with_a_reason_or_once_sam_has_confirmed(
    live_site: Any, page: Page, phone: Page
) -> None:
    event = small_tournament(8, rounds=1)
    people(event)
    released(event, 1)
    stages.add(acting(), event, name="Final", cut_to=4)
    enter(table_of(event), (20, 60, -30, -50), name="olga", based_on=1, reason="Swapped")
    told = "Round 1, table 1: the correction (version 2) is not confirmed"

    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"/t/{event.slug}/manage/"))
    expect(page.get_by_role("region", name="Next").get_by_role("link", name=told)).to_be_visible()
    page.get_by_role("region", name="Next").get_by_role("link", name="Make the cut for “Final”").click()
    expect(page.get_by_role("row", name="Family05")).to_contain_text("Qualifies")
    expect(page.get_by_role("row", name="Family07")).to_contain_text("Just missed")
    assert accessibility_faults(page) == []
    assert not overflows_sideways(page)
    page.get_by_role("button", name="Confirm cut").click()
    expect(page.get_by_role("link", name=told)).to_be_visible()
    assert accessibility_faults(page) == []
    page.get_by_label("Reason to continue").fill("The first four stay the same.")
    page.get_by_role("button", name="Continue anyway").click()
    expect(page.get_by_text("4 players go through.")).to_be_visible()

    # The same pages on a phone, and the correction confirmed there.
    live_site.sign_in(phone, person("sam"))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/open-items/"))
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
    phone.get_by_role("link", name=told).click()
    phone.get_by_role("button", name="Confirm", exact=True).first.click()
    phone.goto(live_site.url(f"/t/{event.slug}/manage/open-items/"))
    expect(phone.get_by_text("No open items.")).to_be_visible()
    assert results.sheets.confirmed(table_of(event)).version == 2
