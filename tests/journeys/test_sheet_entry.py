"""Sam enters a round by keyboard alone; what is not saved survives a reload."""

from functools import partial

import pytest
from playwright.sync_api import expect

from tests.support.browser import accessibility_faults, overflows_sideways, type_lines
from tests.support.people import people, person
from tests.support.slices import in_slice
from tests.support.tables import playing, table_of
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.events.presets import preset
from tournaments.results.models.results import TableResult

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_sam_enters_a_round_by_keyboard_and_olga_confirms_it(live_site, page):
    tournament = playing(12)
    people(tournament)
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    row = page.locator("form[data-table='2']")
    type_lines(page, "2", "60", "20", "-30")
    page.keyboard.type("-50")
    assert row.locator("[data-total]").inner_text() == "✓"
    assert row.locator("[data-place]").all_inner_texts() == ["1 · 4", "2 · 2", "3 · 1", "4 · 0"]
    page.reload()
    assert row.locator("input[name=points_3]").input_value() == "-50"
    row.locator("input[name=points_3]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-status]")).to_have_text("Table 2 saved")
    result = TableResult.objects.get()
    assert (result.table.number, [seat.points for seat in result.seats.all()]) == (2, [60, 20, -30, -50])
    page.reload()
    assert row.locator(".chip").inner_text() == "Entered"
    # Papers in the order of the tables need no table number.
    page.locator("[data-in-order]").check()
    for table in (1, 3):
        type_lines(page, "10", "10", "-8", "-12")
        expect(page.locator("[data-status]")).to_have_text(f"Table {table} saved")
    assert page.locator("[data-jump]").evaluate("field => field === document.activeElement")
    assert sorted(result.table.number for result in TableResult.objects.all()) == [1, 2, 3]
    page.locator("[data-in-order]").uncheck()
    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    for number in ("1", "2", "3"):
        confirm = page.locator(f"form[data-table='{number}'] [data-confirm-sheet]")
        # After a sheet the next one is next, and a digit leads back to the number of the table.
        page.locator("[data-jump]:focus, [data-confirm-sheet]:focus").wait_for()
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        expect(confirm).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(f"form[data-table='{number}'] .chip")).to_have_text("Confirmed")
    page.keyboard.press("Enter")
    expect(page.locator("[data-status]")).not_to_contain_text("There is no table")
    assert [result.state for result in TableResult.objects.all()] == ["confirmed"] * 3


def test_a_refused_sheet_swallows_nothing_of_the_next(live_site, page):
    """Table 1 does not add up; sam goes on typing as ever, and comes back to it."""
    tournament = playing()
    people(tournament)
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    status, first = page.locator("[data-status]"), page.locator("form[data-table='1']")
    typed = partial(type_lines, page)
    typed("1", "60", "20", "-30", "-40")
    expect(status).to_have_text("Table 1 is not saved. Press Enter to return to it, or type another number.")
    typed("2", "10", "10", "-8", "-12")
    expect(status).to_have_text("Table 2 saved")
    assert first.locator("input[name=reason]").input_value() == ""
    typed("1", "2")
    expect(first.locator("[data-message]")).to_contain_text("Give the reason in words, not as a number.")
    typed("")
    assert first.locator("input[name=reason]").evaluate("field => field === document.activeElement")
    typed("West wrote 10 too many and has gone")
    expect(status).to_have_text("Table 1 saved")
    found = {each.table.number: [seat.points for seat in each.seats.all()] for each in TableResult.objects.all()}
    assert found == {1: [60, 20, -30, -40], 2: [10, 10, -8, -12]}


def test_the_desks_pages_are_accessible_and_fit_a_phone(live_site, page):
    """A run takes a third of the pages, and the hands of one family."""
    tournament = playing()
    Tournament.objects.update(slug="autumn")
    people(tournament)
    live_site.sign_in(page, person("olga"))
    page.set_viewport_size({"width": 360, "height": 740})
    pages = ("results/1/", "results/1/table/1/", "results/1/table/1/hands/", "board/", "ledger/", "standings/")
    for path in in_slice(pages, 3):
        page.goto(live_site.url(f"/t/autumn/manage/{path}"))
        assert (path, accessibility_faults(page), overflows_sideways(page)) == (path, [], False)
    for rules in in_slice(["riichi-tenhou", "sichuan-world-championship", "taiwan-aono", "free"], 4):
        other = playing(family=rules.partition("-")[0])
        Tournament.objects.filter(pk=other.pk).update(slug=rules)
        RulesetVersion.objects.filter(tournament=other).update(preset=rules)
        people(other)
        page.goto(live_site.url(f"/t/{rules}/manage/results/1/table/1/hands/"))
        assert (rules, accessibility_faults(page), overflows_sideways(page)) == (rules, [], False)


def riichi_table():
    """A round of riichi at two tables, from 30,000 points."""
    tournament = playing()
    people(tournament)
    riichi = preset("riichi-wrc")
    RulesetVersion.objects.filter(tournament=tournament).update(
        preset=riichi.rules, match_scoring=riichi.match_scoring, tie_breaks=riichi.tie_breaks
    )
    return tournament


def test_sam_types_hundreds_and_one_tap_makes_points_of_them(live_site, page):
    tournament = riichi_table()
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/"))
    row = page.locator("form[data-table='1']")
    assert row.locator(".unit").all_inner_texts() == ["points"] * 5
    type_lines(page, "1", "325", "287", "251", "337", "")
    expect(row.locator("[data-message]")).to_contain_text("The table is 118,800 points short. In hundreds?")
    row.get_by_role("button", name="In hundreds? Multiply by 100").click()
    expect(page.locator("[data-status]")).to_have_text("Table 1 saved")
    assert [seat.points for seat in TableResult.objects.get().seats.all()] == [32500, 28700, 25100, 33700]
    expect(row.get_by_role("button", name="In hundreds? Multiply by 100")).to_have_count(0)


@pytest.mark.parametrize("at", in_slice(["desk", "phone"], 2))
def test_the_sheet_of_one_table_offers_the_same(live_site, page, phone, at):
    tournament = riichi_table()
    Tournament.objects.filter(pk=tournament.pk).update(entry_by=Tournament.EntryBy.TABLE_CODE)
    table = table_of(tournament, 1)
    if at == "desk":
        live_site.sign_in(page, person("sam"))
        page.goto(live_site.url(f"/t/{tournament.slug}/manage/results/1/table/1/"))
    else:
        page = phone
        page.goto(live_site.url(f"/e/{table.token}/"))
        page.locator("input[name=player]").first.check()
    form = page.locator("form:has([data-sum])")
    for seat, points in enumerate(("300", "300", "300", "290")):
        form.locator(f"input[name=points_{seat}]").fill(points)
    form.locator("input[name=leftover]").fill("10")
    assert not overflows_sideways(page)
    form.get_by_role("button", name="In hundreds? Multiply by 100").click()
    expect(form.locator("[data-sum]")).to_have_text("The sum is right")
    assert form.locator("input[name=leftover]").input_value() == "1000"
    form.get_by_role("button", name="Save").click()
    expect(page.locator("dd.num, [data-points-of]").first).to_have_text("30,000")
    result = TableResult.objects.get()
    assert ([seat.points for seat in result.seats.all()], result.leftover_points) == (
        [30000, 30000, 30000, 29000],
        1000,
    )
