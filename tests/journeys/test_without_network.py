"""The network of the hall goes away and comes back: nothing typed is lost, nothing is doubled."""

from functools import partial

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, overflows_sideways, type_lines
from tests.support.people import people, person
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def stored() -> dict[int, list[int]]:
    found = TableResult.objects.filter(state__in=["entered", "confirmed"])
    return {one.table.number: [seat.points for seat in one.seats.order_by("order")] for one in found}


def test_sam_types_a_round_without_network_and_it_is_sent_once(live_site, page):
    tournament = playing()
    people(tournament)
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    waiting = page.locator("[data-outbox-panel]")
    page.context.set_offline(True)
    for table, points in (("1", ["60", "20", "-30", "-50"]), ("2", ["24", "8", "-8", "-24"])):
        type_lines(page, table, *points)
        expect(page.locator("[data-status]")).to_have_text(f"Table {table} waits for the network")
    expect(waiting.locator("p")).to_contain_text("Not sent yet: 2.")
    expect(waiting.locator("li")).to_have_text(["Round 1, table 1 60, 20, -30, -50", "Round 1, table 2 24, 8, -8, -24"])
    assert (accessibility_faults(page), stored()) == ([], {})
    # Meanwhile olga types the paper of table 1 at the desk, and reads it otherwise.
    enter(table_of(tournament), (62, 18, -30, -50), name="olga")
    page.context.set_offline(False)
    expect(waiting.locator("p")).to_have_text("Not saved: 1. Open each to compare.")
    expect(waiting.locator("li")).to_contain_text("Yours: 60, 20, -30, -50 · On the server: 62, 18, -30, -50")
    expect(page.locator("form[data-table='2'] .chip")).to_have_text("Entered")
    assert stored() == {1: [62, 18, -30, -50], 2: [24, 8, -8, -24]}
    waiting.get_by_role("link").click()
    expect(page.locator("input[name=points_0]")).to_have_value("60")
    page.locator("[data-outbox-panel]").get_by_role("button").click()
    expect(page.locator("[data-outbox-panel]")).to_be_hidden()
    assert TableResult.objects.count() == 2


def test_after_comparing_sam_saves_what_he_types_last(live_site, page):
    """The sheet that waited comes back into the form once; the pages after it show what was typed since."""
    tournament = playing()
    people(tournament)
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    page.context.set_offline(True)
    type_lines(page, "1", "60", "20", "-30", "-50")
    expect(page.locator("[data-status]")).to_have_text("Table 1 waits for the network")
    enter(table_of(tournament), (62, 18, -30, -50), name="olga")
    page.context.set_offline(False)
    expect(page.locator("[data-outbox-panel] p")).to_have_text("Not saved: 1. Open each to compare.")
    page.locator("[data-outbox-panel]").get_by_role("link").click()
    expect(page.locator("input[name=points_0]")).to_have_value("60")
    page.locator("input[name=points_0]").fill("61")
    page.locator("input[name=points_1]").fill("19")
    page.locator("#id_reason").fill("counted again")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Two sheets for one table")).to_be_visible()
    expect(page.locator("input[name=points_0]")).to_have_value("61")
    page.get_by_role("button", name="Save mine as new version").click()
    expect(page.locator("[data-outbox-panel]")).to_be_hidden()
    assert TableResult.objects.filter(table=table_of(tournament)).count() == 2
    assert stored()[1] == [61, 19, -30, -50]


def test_what_sam_typed_outlives_the_session(live_site, page):
    tournament = playing()
    people(tournament)
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    waiting, status = page.locator("[data-outbox-panel]"), page.locator("[data-status]")
    typed = partial(type_lines, page)
    page.context.set_offline(True)
    typed("1", "60", "20", "-30", "-50")
    expect(status).to_have_text("Table 1 waits for the network")
    Session.objects.all().delete()
    page.context.set_offline(False)
    expect(waiting.locator("p")).to_have_text("Not sent: 1. Sign in again to send. Sign in")
    # With the network, but without the session: nothing is said to be saved that is not.
    typed("2", "24", "8", "-8", "-24")
    expect(waiting.locator("p")).to_contain_text("Not sent: 2.")
    assert (page.locator("form[data-table='2'] .chip").inner_text(), stored()) == ("Playing", {})
    # Somebody else who signs in on the device sends nothing of sam's.
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    expect(waiting).to_be_hidden()
    live_site.sign_in(page, person("sam"))
    page.reload()
    for table in (1, 2):
        expect(page.locator(f"form[data-table='{table}'] .chip")).to_have_text("Entered")
    expect(waiting).to_be_hidden()
    assert stored() == {1: [60, 20, -30, -50], 2: [24, 8, -8, -24]}


@pytest.mark.keeps_pages
def test_petra_s_phone_keeps_the_sheet_and_the_pages(live_site, new_page):
    tournament = playing()
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    phone = new_page(viewport={"width": 360, "height": 740})
    phone.goto(live_site.url(f"/t/{tournament.slug}/players/3/"))
    phone.locator("[data-follow-player]").click()
    phone.goto(live_site.url(f"/t/{tournament.slug}/seating/1/"))
    # Her own page is the last that is read.
    with phone.expect_response(lambda answer: answer.url.endswith("/players/3/")) as own:
        pass
    own.value.finished()
    phone.wait_for_function("performance.getEntriesByType('resource').some(({ name }) => name.includes('/gong.'))")
    phone.context.set_offline(True)
    phone.get_by_role("link", name="Players", exact=True).first.click()
    phone.locator("main a[href$='/players/3/']").first.click()
    expect(phone).to_have_title("Given03 Family03 – Spring Open")
    expect(phone.get_by_role("heading", name="Tables")).to_be_visible()
    phone.get_by_role("link", name="Now", exact=True).first.click()
    expect(phone.locator("[data-clock-end]")).to_contain_text("Ends at ")
    expect(phone.locator("[data-clock-time]")).not_to_have_text("--:--")
    phone.get_by_role("link", name="Standings", exact=True).first.click()
    expect(phone).to_have_title("Standings – Spring Open")
    expect(phone.locator("[data-follow-note]")).to_contain_text("No connection. This page is from")
    assert not overflows_sideways(phone)
    # A page that this phone has never seen is not the browser's own: it says so, and leads on.
    unseen = phone.context.new_page()
    unseen.goto(live_site.url("/rules/taiwan-aono/"))
    expect(unseen.get_by_role("heading", name="The server does not answer")).to_be_visible()
    expect(unseen.get_by_role("link", name="Try again")).to_have_css("display", "inline-flex")
    unseen.close()
    # What was kept gives way to the page itself.
    with phone.expect_navigation():
        phone.context.set_offline(False)
    phone.goto(live_site.url(f"/e/{table_of(tournament).token}/"))
    phone.locator("select[name=player], input[name=player]").first.evaluate(
        "field => { if (field.tagName === 'SELECT') field.selectedIndex = 1; else field.checked = true; }"
    )
    for seat, points in enumerate(("60", "20", "-30", "-50")):
        phone.locator(f"input[name=points_{seat}]").fill(points)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Save").click()
    expect(phone.locator("[data-outbox-panel] p")).to_contain_text("Not sent yet: 1.")
    assert (overflows_sideways(phone), stored()) == (False, {})
    phone.context.set_offline(False)
    expect(phone.locator("[data-outbox-panel]")).to_be_hidden()
    assert stored() == {1: [60, 20, -30, -50]}
