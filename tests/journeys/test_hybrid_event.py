"""A whole hybrid event: two rounds drawn together, one by Swiss, a final by the standings; what players read of it."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person, small_tournament
from tests.support.play import played
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.standings.services import stages

pytestmark = pytest.mark.browser

SHEETS = ((60, 20, -30, -50), (10, 10, -8, -12), (40, 8, -8, -40), (30, 10, -10, -30))


@pytest.fixture
def event(live_site):
    tournament = small_tournament(16, rounds=3)
    people(tournament)
    stages.add(acting(), tournament, name="Final", cut_to=8)
    return tournament


def seating_page(live_site, event, number):
    return live_site.url(f"/t/{event.slug}/manage/rounds/{number}/seating/")


def publish(page):
    page.get_by_role("button", name=re.compile("^Publish this ")).click()
    expect(page.get_by_text("The seating is published.")).to_be_visible()


def test_olga_runs_fixed_rounds_a_swiss_round_and_a_final_by_snake(live_site, page, phone, event):
    live_site.sign_in(page, person("olga"))
    page.goto(seating_page(live_site, event, 1))
    page.locator("details", has=page.locator("summary", has_text="Draw by a seed")).get_by_text("More options").click()
    # The final has a field of its own, so it is not among the rounds that are ticked beforehand.
    expect(page.get_by_role("checkbox", name="Round 3")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Round 4")).not_to_be_checked()
    page.get_by_role("checkbox", name="Round 3").uncheck()
    page.get_by_role("button", name="Draw", exact=True).first.click()
    publish(page)
    seating.publish(acting(), event.rounds.get(number=2).seatings.get())
    played(event, 1, SHEETS)

    # Before the Swiss round the page says what is not in the standings yet.
    page.goto(seating_page(live_site, event, 3))
    page.locator("summary", has_text="Swiss").click()
    swiss = page.locator("details", has=page.locator("summary", has_text="Swiss"))
    expect(swiss.get_by_text("Round 2 has not been played.")).to_be_visible()
    second = rounds.start(acting(), event.rounds.get(number=2))
    for table, points in zip(second.tables.order_by("number"), SHEETS, strict=True):
        sheet = results.submit_sheet(acting("sam"), table, points=points)
        if table.number != 4:
            results.confirm_sheet(acting(), sheet)
    page.reload()
    page.locator("summary", has_text="Swiss").click()
    expect(swiss.get_by_text("Only confirmed results count. Missing: round 2 table 4")).to_be_visible()
    assert accessibility_faults(page) == []
    results.confirm_sheet(acting(), sheet)
    rounds.finish(acting(), second)
    page.reload()
    page.locator("summary", has_text="Swiss").click()
    expect(swiss.get_by_text("Missing:")).to_have_count(0)
    swiss.get_by_role("button", name="Draw", exact=True).click()
    expect(page.get_by_role("link", name="Draw 2 explained")).to_be_visible()
    seating.publish(acting(), event.rounds.get(number=3).seatings.get())

    # The final cannot be seated before its cut; then it is, by the standings.
    page.goto(seating_page(live_site, event, 4))
    page.locator("summary", has_text="By the standings").click()
    page.get_by_label("Order").select_option("snake")
    page.get_by_role("button", name="Seat", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Make the cut for “Final”")
    expect(page.get_by_label("Order")).to_have_value("snake")
    played(event, 3, SHEETS)
    stages.cut(acting(), event.stages.get(number=2))
    page.get_by_role("button", name="Seat", exact=True).click()
    publish(page)

    # A finalist finds all four rounds on one page, and how each came about.
    finalist = event.stages.get(number=2).stage_entries.order_by("place").first().entry
    phone.goto(live_site.url(f"/t/{event.slug}/players/{finalist.number}/"))
    for number in (1, 2, 3, 4):
        expect(phone.get_by_role("rowheader", name=f"Round {number}")).to_be_visible()
    assert not overflows_sideways(phone)
    said = {
        1: "These rounds were drawn at once, before the first of them; results play no part in it.",
        2: "These rounds were drawn at once, before the first of them; results play no part in it.",
        3: "Players who stood close to each other were put together, where possible with new opponents.",
        4: "The standings were dealt to the 2 tables forwards and backwards in turn",
    }
    for number, sentence in said.items():
        phone.goto(live_site.url(f"/t/{event.slug}/seating/{number}/explained/"))
        expect(phone.get_by_text(sentence)).to_be_visible()
        assert not overflows_sideways(phone)
    assert accessibility_faults(phone) == []
