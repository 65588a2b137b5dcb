"""One account and one laptop: a whole round is entered and confirmed without anybody else."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from benchmarks.hand import Hand, typed_sheet
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import person, small_tournament
from tests.support.play import MCR_TABLES, published
from tournaments.accounts.models import Membership, Role
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Tournament:
    """Round 1 is seated; olga is the only account of the event, which has the settings of a new one."""
    event = small_tournament(rounds=1)
    Membership.objects.create(tournament=event, user=person("olga"), role=Role.DIRECTOR)
    published(event.rounds.get())
    return event


def test_olga_enters_and_confirms_a_whole_round_alone(live_site: Any, phone: Page, event: Tournament) -> None:
    live_site.sign_in(phone, person("olga"))
    overview = live_site.url(f"/t/{event.slug}/manage/")
    hand = Hand(phone)

    phone.goto(overview)
    hand.click("Start round 1")
    hand.click("Start", within="dialog")
    expect(phone.get_by_role("heading", name="Clock")).to_be_visible()
    phone.goto(overview)
    hand.follow("Enter and confirm the sheets: 2 to go")
    notice = phone.locator("[data-alone]")
    expect(notice).to_be_hidden()
    phone.locator("[data-jump]").click()
    typed_sheet(hand, 1, MCR_TABLES[0])
    expect(notice).to_contain_text("Nobody else can confirm the sheets of these tables: 1")
    for page in ("", "results/1/table/1/", "people/?role=scorer", "results/1/"):
        phone.goto(live_site.url(f"/t/{event.slug}/manage/{page}"))
        assert (page, accessibility_faults(phone), overflows_sideways(phone)) == (page, [], False)

    hand.click("Confirm your own sheets from now on")
    hand.click("Allow", within="dialog")
    expect(phone.get_by_text("You can confirm your own sheets now.")).to_be_visible()
    # The sheet that waits, and one that is typed from now on, which needs no other page.
    phone.locator("[data-jump]").click()
    typed_sheet(hand, 2, MCR_TABLES[1])
    # Confirming the one leads to the other.
    for table in (2, 1):
        row = phone.locator(f"[data-table='{table}']")
        row.get_by_role("button", name="Confirm", exact=True).click()
        expect(phone.locator(f"[data-tile='{table}']")).to_contain_text("Confirmed")
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)

    phone.goto(overview)
    hand.click("Finish round 1")
    expect(phone.get_by_text("The round is finished.")).to_be_visible()
    assert event.rounds.get().state == Round.State.FINISHED
    assert set(TableResult.objects.values_list("state", "entered_by__username")) == {("confirmed", "olga")}
    assert not TableResult.objects.exclude(confirmed_by__user=person("olga")).exists()
