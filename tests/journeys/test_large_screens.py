"""Olga's laptop: what she needs is in view without scrolling; on a phone the same pages are compact."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from judging.desk import services as calls
from judging.management.commands.demo_desk import open_disputed_win
from tests.support.browser import LAPTOP, PHONE, LiveSite, accessibility_faults, looks, overflows_sideways
from tests.support.people import acting, people, person, seat_in_order, small_tournament
from tests.support.play import MCR_TABLES, released
from tests.support.slices import in_slice
from tests.support.tables import enter
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import RoundClock
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLES = 20
POINTS = ("60", "20", "-30", "-50")


@pytest.fixture
def event() -> Tournament:
    """Round 1 of twenty tables is released, round 2 is played with a call and a case, round 3 has a draft."""
    event = small_tournament(4 * TABLES)
    people(event)
    released(event, 1, MCR_TABLES[:1] * TABLES)
    first, second = event.rounds.get(number=2), event.rounds.get(number=3)
    seating.publish(acting(), seat_in_order(first))
    first.refresh_from_db()
    rounds.start(acting(), first)
    now = timezone.now()
    RoundClock.objects.filter(round=first).update(
        started_at=now - datetime.timedelta(minutes=70), ends_at=now + datetime.timedelta(minutes=20, seconds=30)
    )
    tables = list(first.tables.order_by("number"))
    enter(tables[1], [int(points) for points in POINTS])
    calls.make(acting(), tables[4], about="rules")
    person("demo-referee")
    open_disputed_win(tables[7])
    seat_in_order(second)
    return event


IN_VIEW = """(selectors) => Object.fromEntries(selectors.map((selector) => {
  const found = [...document.querySelectorAll(`main ${selector}`)].filter((one) => one.checkVisibility());
  return [selector, found.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
  }).length];
}))"""

PAGES: dict[str, dict[str, int]] = {
    "manage/": {".button.primary": 1, ".hall-table": TABLES, ".hall-table .bell": 1, ".hall-clock": 1, "#people": 1},
    "manage/results/2/": {"[data-jump]": 1, ".hall-table": TABLES, ".entry-row": 1, ".entry-row .entry-end .button": 2},
    "manage/rounds/3/seating/": {".button.primary": 1, "[data-quality]": 1, "#heat-head": 1, "tbody tr:first-child": 1},
    "manage/cases/1/": {".button.primary": 1, ".case-verdict": 1, "textarea": 0},
    "manage/cases/1/facts/": {".question": 1, ".button.primary": 1, ".case-verdict": 1, "textarea": 0},
    "manage/standings/?player=1": {"#beside .card": 1},
    "standings/?player=1": {"#beside .card": 1},
}
"""By page: how many of these are whole in view at 1440 x 900."""


def left(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"], box["y"]


def the_evidence_stands_beside_the_question(live_site: LiveSite, page: Page, event: Tournament) -> None:
    """On its left, and on a phone below it."""
    for path in ("manage/cases/1/", "manage/cases/1/facts/"):
        page.set_viewport_size(LAPTOP)
        page.goto(live_site.url(f"/t/{event.slug}/{path}"))
        question, felt, verdict = (
            left(page, f"{one}") for one in (".facts-questions", ".replay-felt", ".case-verdict")
        )
        assert (path, felt[0] < question[0], verdict[1] < question[1]) == (path, True, True)
        page.set_viewport_size(PHONE)
        question, felt = left(page, ".facts-questions"), left(page, ".replay-felt")
        assert (path, question[1] < felt[1]) == (path, True)


def results_open_beside_the_standings(live_site: LiveSite, page: Page, event: Tournament) -> None:
    """Those of a player; on a phone on their own page."""
    standings = live_site.url(f"/t/{event.slug}/standings/")
    page.goto(standings)
    page.get_by_role("link", name="Given06 Family06").click()
    beside = page.locator("#beside")
    expect(beside.get_by_role("heading", name="Given06 Family06")).to_be_visible()
    assert (page.url, left(page, "#beside")[0] > left(page, "table.standings")[0]) == (f"{standings}?player=6", True)
    beside.get_by_role("link", name="Close").click()
    expect(beside.get_by_role("heading")).to_have_count(0)
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Given06 Family06").click()
    page.wait_for_url(f"**/t/{event.slug}/players/6/")


def test_readers_have_what_they_need_in_view(live_site: LiveSite, page: Page, event: Tournament) -> None:
    """Olga what she needs on each page, ren the evidence beside the question, anybody a player beside the standings.

    A third of the pages is looked at for faults as well.
    """
    results_open_beside_the_standings(live_site, page, event)
    live_site.sign_in(page, person("ren"))
    the_evidence_stands_beside_the_question(live_site, page, event)
    live_site.sign_in(page, person("olga"))
    seen, faults, judged = {}, {}, in_slice(list(PAGES), 3)
    for path, wanted in PAGES.items():
        page.set_viewport_size(LAPTOP)
        page.goto(live_site.url(f"/t/{event.slug}/{path}"))
        seen[path] = page.evaluate(IN_VIEW, list(wanted))
        for look in looks(page) if path in judged else ():
            if found := [*accessibility_faults(page), *(["too wide"] if overflows_sideways(page) else [])]:
                faults[path, look] = found
    assert (seen, faults) == (PAGES, {})


def test_sam_s_sheet_takes_fourteen_keys_and_its_tile_says_so(
    live_site: LiveSite, page: Page, event: Tournament
) -> None:
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{event.slug}/manage/results/2/"))
    page.locator("[data-in-order]").check()
    keys = 0
    for key in "".join(f"{points}\n" for points in POINTS):
        page.keyboard.press("Enter" if key == "\n" else key)
        keys += 1
    expect(page.locator("[data-status]")).to_have_text("Table 1 saved")
    expect(page.locator("[data-tile='1']")).to_contain_text("Entered")
    assert (keys, TableResult.objects.filter(table__number=1, table__round__number=2).count()) == (14, 1)
    # The next sheet is open; any other one tap away.
    expect(page.locator("form[data-table='3']")).to_be_visible()
    page.locator("[data-tile='12']").click()
    expect(page.locator("form[data-table='12'] [name=points_0]")).to_be_focused()
    # What somebody else has entered meanwhile is there as soon as the tiles know of it.
    enter(event.rounds.get(number=2).tables.get(number=6), (10, 10, -8, -12), "olga")
    page.evaluate("document.body.dispatchEvent(new CustomEvent('entry:saved'))")
    expect(page.locator("form[data-table='6'] [name=points_3]")).to_have_value("-12")
