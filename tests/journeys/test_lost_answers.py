"""An answer is lost on its way to the page: the page does not claim to know what was saved, and nothing is doubled."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from judging.cases.models import Case
from tests.support.browser import type_lines
from tests.support.people import people, person
from tests.support.tables import enter, playing, table_of
from tournaments.results.models.results import TableResult

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNKNOWN = "This may have been saved. Reload the page to check."


def lose_one_answer(page: Page, address: str, status: int = 0) -> list[str]:
    """Let the next POST reach the server and keep its answer; with `status` the page gets a bare page of that status.

    The list has the key of every POST from then on.
    """
    keys: list[str] = []

    def handle(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        keys.append(route.request.headers.get("idempotency-key", ""))
        if len(keys) > 1:
            route.continue_()
            return
        route.fetch(max_redirects=0)
        if status:
            route.fulfill(status=status, content_type="text/html", body="<h1>Something went wrong</h1>")
        else:
            route.abort("connectionreset")

    page.route(address, handle)
    return keys


def test_a_page_does_not_claim_to_know_what_was_saved_and_doubles_nothing(live_site: Any, page: Page) -> None:
    tournament = playing()
    people(tournament)
    enter(table_of(tournament), (24, 8, -8, -24))
    results = live_site.url(f"/t/{tournament.slug}/manage/results/1/")
    # Olga learns that a confirmation may have arrived.
    live_site.sign_in(page, person("olga"))
    page.goto(results)
    lose_one_answer(page, "**/confirm/**")
    row = page.locator("form[data-table='1']")
    row.locator("[data-confirm-sheet]").click()
    expect(row.locator("[data-message]")).to_have_text(UNKNOWN)
    assert TableResult.objects.get().state == "confirmed"
    page.reload()
    expect(row.locator(".chip")).to_have_text("Confirmed")
    # Sam's sheet is sent again with the same key.
    live_site.sign_in(page, person("sam"))
    page.goto(results)
    keys = lose_one_answer(page, "**/results/1/table/2/")
    type_lines(page, "2", "60", "20", "-30", "-50")
    expect(page.locator("form[data-table='2'] .chip")).to_have_text("Entered")
    assert (len(keys), len(set(keys)), TableResult.objects.filter(table__number=2).count()) == (2, 1, 1)
    # Ren opens no second case after an error of the server.
    live_site.sign_in(page, person("ren"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/cases/new/"))
    keys = lose_one_answer(page, "**/cases/new/", status=500)
    page.locator("[name=table_number]").fill("1")
    page.get_by_text("Win or hand's end").click()
    page.get_by_role("button", name="Is the win right?").click()
    expect(page.locator("[data-outbox-panel] p")).to_have_text(UNKNOWN)
    assert (len(keys), Case.objects.count()) == (1, 1)
