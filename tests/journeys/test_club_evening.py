"""A club's evening: the room's code opens a table, players enter and confirm, and the month has its standings."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import PHONE, accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person, small_tournament
from tournaments.results.models.results import TableResult
from tournaments.results.services import open_tables
from tournaments.seasons import services as season_services
from tournaments.seasons.logic import load_presets
from tournaments.seasons.models import Evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sits_at(phone: Page, wind: str, name: str) -> Locator:
    """The choice of the player who holds the phone, in the row of this wind."""
    row = phone.locator(".sheet-player", has_text=name)
    expect(row.locator(".wind-letter")).to_have_text(wind)
    return row.get_by_role("radio")


def test_four_sit_down_by_the_code_of_the_room_and_stand_in_the_month(live_site, phone, new_page):
    event = small_tournament(8, rounds=1)
    people(event)
    open_tables.set_up(acting(), event, is_open=True, newcomers=True)
    club = season_services.create(acting(), name="Club", published=True, rule=load_presets()["evenings"].to_dict())
    season_services.add_event(acting(), club, tournament=event)

    hall = live_site.choose_address()
    organiser = new_page()
    live_site.sign_in(organiser, person("olga"))
    organiser.goto(live_site.url(f"/t/{event.slug}/manage/evening/"))
    expect(organiser.get_by_alt_text("Room code")).to_be_visible()
    expect(organiser.get_by_role("button", name="Print room code")).to_be_visible()
    room = hall + (organiser.get_by_role("link", name="Open evening", exact=True).get_attribute("href") or "")
    assert room.endswith(f"/evening/{Evening.objects.get().token}/")

    phone.goto(room)
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    for wind, number in enumerate((3, 1, 4)):
        phone.locator(f"[name=entry_{wind}]").select_option(label=f"Given{number:02} Family{number:02}")
    phone.locator("[name=new_3]").fill("Nina Falk")
    phone.get_by_role("button", name="Sit down").click()
    expect(phone.get_by_text("The table is open.")).to_be_visible()

    sits_at(phone, "S", "Given01 Family01").check()
    for order, points in enumerate((24, 8, -8, -24)):
        phone.locator(f"[name=points_{order}]").fill(str(points))
    expect(phone.locator("[data-sum]")).to_contain_text("The sum is right")
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_text("Sheet, version 1")).to_be_visible()

    other = new_page(viewport=PHONE)
    other.goto(room)
    expect(other.get_by_text("To be confirmed")).to_be_visible()
    other.get_by_role("link", name="Given03 Family03").click()
    sits_at(other, "N", "Nina Falk").check()
    other.get_by_role("button", name="Confirm sheet").click()
    expect(other.get_by_text("Thank you. You have confirmed the sheet.")).to_be_visible()
    assert [one.state for one in TableResult.objects.all()] == ["confirmed"]

    other.goto(live_site.url("/seasons/club/"))
    other.locator("a[href^='?month=']").first.click()
    names = other.locator("tbody th").all_inner_texts()
    assert [name.strip().splitlines()[0] for name in names] == [
        "Given03 Family03", "Given01 Family01", "Given04 Family04", "Nina Falk",
    ]  # fmt: skip
