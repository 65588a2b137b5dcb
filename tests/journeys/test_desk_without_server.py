"""A referee opens a case while nobody answers; the server has its facts later, once, and answers them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from judging.cases.models import Case, ClaimRecord, Ruling
from judging.cases.services import cases
from tests.journeys.device_desk import arrived, dispute, is_typed, kept, opened, ready, told
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of
from tournaments.events.models import RulesetVersion

pytestmark = [pytest.mark.browser, pytest.mark.keeps_pages, pytest.mark.django_db(transaction=True)]

TILES = "How many tiles does the player have, each meld counted as three?"


def test_ren_types_a_win_that_is_none_without_network(live_site: Any, phone: Page) -> None:
    event = playing()
    people(event)
    example = dispute("mcr")
    RulesetVersion.objects.filter(tournament=event).update(preset=example.ruleset)
    live_site.sign_in(phone, person("ren"))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/"))
    ready(phone)
    phone.context.set_offline(True)
    phone.get_by_role("link", name="Open case").click()
    opened(phone, "win")
    told(phone, example)
    # Another case is looked at meanwhile; what was typed is back.
    phone.get_by_role("button", name="Another case").click()
    opened(phone, "fault")
    phone.get_by_role("button", name="Another case").click()
    opened(phone, "win")
    assert is_typed(phone, example)
    rulebook = phone.locator("[data-rulebook]")
    rulebook.locator("summary").click()
    assert rulebook.locator("dd").first.is_visible()
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    kept(phone, 1)
    assert Case.objects.count() == 0
    phone.context.set_offline(False)
    arrived(phone, 1)
    record = ClaimRecord.objects.get()
    # The server writes the tiles of a hand in its own order.
    facts = {**record.claim["facts"], "hand": example.facts["hand"]}
    assert (record.verdict, facts) == ("fails", example.facts)
    assert (Case.objects.get().table, Ruling.objects.count()) == (table_of(event), 0)
    phone.locator("[data-outbox-panel]").get_by_role("link").click()
    expect(phone.get_by_role("heading", name="Findings")).to_be_visible()


def test_a_correction_after_a_lost_answer_stays_on_the_device(live_site: Any, phone: Page) -> None:
    """A proxy answers in place of the site, which has saved the case; the referee types it again."""
    event = playing()
    people(event)
    live_site.sign_in(phone, person("ren"))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/"))
    ready(phone)
    phone.context.set_offline(True)
    phone.get_by_role("link", name="Open case").click()
    opened(phone, "tile_count")
    phone.get_by_label(TILES, exact=True).fill("12")
    kept(phone, 1)

    def lose(route: Route) -> None:
        route.fetch()
        route.fulfill(status=404, content_type="text/html", body="<h1>Not found</h1>")

    panel, arrival = phone.locator("[data-outbox-panel]"), "**/cases/from-device/**"
    phone.route(arrival, lose)
    phone.context.set_offline(False)
    expect(panel).to_contain_text("Not saved: 1.")
    phone.unroute(arrival)
    panel.get_by_role("listitem").get_by_role("link").click()
    expect(phone.get_by_label(TILES, exact=True)).to_have_value("12")
    phone.get_by_label(TILES, exact=True).fill("11")
    phone.get_by_role("button", name="Save on this device").click()
    for _reading in range(2):
        expect(panel.locator("li")).to_contain_text("Case 1 has been saved from this form with other entries.")
        panel.get_by_role("listitem").get_by_role("link").click()
        expect(phone.get_by_label(TILES, exact=True)).to_have_value("11")
    assert ClaimRecord.objects.get().claim["facts"] == {"tiles_held": 12}


def test_ren_records_facts_without_network_and_the_answer_comes_later(live_site: Any, phone: Page) -> None:
    event = playing()
    people(event)
    live_site.sign_in(phone, person("ren"))
    phone.add_init_script("localStorage.setItem('facts-all-questions', 'yes')")
    case = cases.open_case(acting("ren"), event, kind="tile_count", table=table_of(event))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/{case.number}/facts/"))
    says = phone.locator("#law-says")
    phone.locator("input[name=seat][value='2']").check()
    expect(says.locator(".finding")).to_be_visible()
    # The phone is put away before anything is saved.
    with phone.expect_response(re.compile(r"/facts/$")):
        phone.get_by_label(TILES, exact=True).fill("11")
        phone.get_by_label(TILES, exact=True).blur()
    phone.reload()
    keeper = phone.locator("[data-claim-keeper]")
    expect(keeper).to_contain_text("Unsaved entries from this device have been restored.")
    expect(phone.get_by_label(TILES, exact=True)).to_have_value("11")
    expect(says.locator(".finding")).to_be_visible()
    phone.context.set_offline(True)
    phone.get_by_label(TILES, exact=True).fill("12")
    phone.get_by_label(TILES, exact=True).blur()
    # An answer to other facts does not stand there any more.
    expect(says).to_contain_text("The proposed ruling appears when the server is back")
    expect(says.locator(".finding")).to_be_hidden()
    phone.get_by_role("group", name="Has the player discarded in this hand?").get_by_label("Yes", exact=True).check()
    phone.get_by_role("group", name="Is the player about to discard?").get_by_label("No", exact=True).check()
    phone.get_by_role("button", name="Check facts").click()
    expect(phone.get_by_label(TILES, exact=True)).to_have_value("12")
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    phone.get_by_role("button", name="Save facts").click()
    expect(keeper).to_contain_text("Saved on this device, sent automatically")
    expect(keeper.get_by_role("link")).to_have_text("Case 1, facts")
    assert ClaimRecord.objects.count() == 0
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="Findings")).to_be_visible()
    assert Case.objects.get().version == 1
    phone.goto(desk := live_site.url(f"/t/{event.slug}/manage/cases/"))
    expect(keeper).to_be_hidden()
    assert (phone.url, ClaimRecord.objects.count()) == (desk, 1)
    assert ClaimRecord.objects.get().claim["facts"] == {"tiles_held": 12, "to_discard": False, "has_discarded": True}


def test_a_question_to_the_law_says_that_nobody_answers(live_site: Any, phone: Page) -> None:
    phone.add_init_script("localStorage.setItem('facts-all-questions', 'yes')")
    phone.goto(live_site.url("/rules/mcr-2006/ask/tile_count/"))
    says = phone.locator("#law-says")
    # A proxy whose site has ended, and the site again.
    phone.route("**/ask/**", lambda route: route.fulfill(status=502))
    phone.locator("input[name=seat][value='1']").check()
    expect(says).to_contain_text("No connection to the server. Your entries stay on this page")
    phone.get_by_role("button", name="Check facts").click()
    expect(phone.locator("input[name=seat][value='1']")).to_be_checked()
    phone.unroute("**/ask/**")
    phone.get_by_label(TILES, exact=True).fill("12")
    phone.get_by_role("button", name="Check facts").click()
    expect(says).not_to_contain_text("No connection to the server", use_inner_text=True)
    expect(phone.get_by_label(TILES, exact=True)).to_have_value("12")
