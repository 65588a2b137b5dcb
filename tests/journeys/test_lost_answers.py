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


def test_olga_learns_that_a_confirmation_may_have_arrived(live_site: Any, page: Page) -> None:
    tournament = playing()
    people(tournament)
    enter(table_of(tournament), (24, 8, -8, -24))
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    lose_one_answer(page, "**/confirm/**")
    row = page.locator("form[data-table='1']")
    row.locator("[data-confirm-sheet]").click()
    expect(row.locator("[data-message]")).to_have_text(UNKNOWN)
    assert TableResult.objects.get().state == "confirmed"
    page.reload()
    expect(row.locator(".chip")).to_have_text("Confirmed")


def test_sams_sheet_is_sent_again_with_the_same_key(live_site: Any, page: Page) -> None:
    tournament = playing()
    people(tournament)
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    keys = lose_one_answer(page, "**/results/1/table/1/")
    type_lines(page, "1", "60", "20", "-30", "-50")
    expect(page.locator("form[data-table='1'] .chip")).to_have_text("Entered")
    assert (len(keys), len(set(keys)), TableResult.objects.count()) == (2, 1, 1)


def test_ren_opens_no_second_case_after_an_error_of_the_server(live_site: Any, page: Page) -> None:
    tournament = playing()
    people(tournament)
    live_site.sign_in(page, person("ren"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/cases/new/"))
    keys = lose_one_answer(page, "**/cases/new/", status=500)
    page.locator("[name=table_number]").fill("1")
    page.get_by_text("Win or hand's end").click()
    page.get_by_role("button", name="Is the win right?").click()
    expect(page.locator("[data-outbox-panel] p")).to_have_text(UNKNOWN)
    assert (len(keys), Case.objects.count()) == (1, 1)
