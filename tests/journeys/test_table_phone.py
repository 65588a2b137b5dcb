"""The table's pages on petra's phone: one screen for the sheet, keys for the points, hand by hand with fingers."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.support.browser import PHONE, accessibility_faults, overflows_sideways
from tests.support.people import acting, people
from tests.support.slices import in_slice
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.models.results import HandRecord, TableResult
from tournaments.results.services import results
from tournaments.rounds.models import RoundClock
from tournaments.rounds.services import clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_table(live_site: Any, phone: Page, preset: str = "mcr-2006", ending: str = "") -> str:
    """Open the table's page on the phone; return its address."""
    event = playing(family=preset.partition("-")[0])
    people(event)
    RulesetVersion.objects.update(preset=preset)
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    address: str = live_site.url(f"/e/{table_of(event).token}/{ending}")
    phone.goto(address)
    return address


def the_extra_minutes_of_a_table_are_on_its_phone(phone):
    """Of this table alone: a paused round of 20:00, three extra minutes here, one at another table."""
    table = table_of(Tournament.objects.get())
    clock.add_extra_time(acting("ren"), table, seconds=180)
    for other in table.round.tables.exclude(pk=table.pk)[:1]:
        clock.add_extra_time(acting("ren"), other, seconds=60)
    RoundClock.objects.update_or_create(
        round=table.round, defaults={"paused_at": timezone.now(), "remaining_seconds": 1200, "ends_at": None}
    )
    phone.reload()
    expect(phone.locator("[data-clock-time]")).to_have_text("23:00")


def keys(phone: Page, *presses: str) -> None:
    for press in presses:
        phone.locator(f"[data-key='{press}']").tap()


@pytest.mark.parametrize("preset", in_slice(["mcr-2006", "riichi-wrc"], 2))
def test_the_whole_sheet_is_on_one_screen_with_referee_and_clock(live_site, phone, preset):
    at_table(live_site, phone, preset)
    expect(phone.locator("[data-clock-time]")).not_to_have_text("--:--")
    shown = (
        *(phone.locator(f"[name=points_{seat}]") for seat in range(4)),
        phone.locator("[data-clock-time]"),
        phone.locator("summary", has_text="Referee"),
        phone.get_by_role("group", name="Keypad"),
        phone.get_by_role("button", name="Save"),
    )
    boxes = [one.bounding_box() for one in shown]
    assert [box for box in boxes if box is None or box["y"] < 0 or box["y"] + box["height"] > PHONE["height"]] == []
    assert phone.locator(".sheet-player").first.inner_text().split("\n")[-1] == "Given01 Family01"
    assert phone.locator(".wind-letter").all_inner_texts() == ["E", "S", "W", "N"]
    assert phone.locator("button.primary:visible").all_inner_texts() == ["Save"]
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    the_extra_minutes_of_a_table_are_on_its_phone(phone)


def test_petra_needs_four_taps_and_the_digits(live_site, phone):
    """Her name is asked once; the next sheet of this phone knows it."""
    address = at_table(live_site, phone)
    assert [phone.locator(f"[name=points_{seat}]").get_attribute("inputmode") for seat in range(4)] == ["none"] * 4
    phone.get_by_label("Given01 Family01").first.check()
    keys(phone, *"60", "next", *"20", "next", *"30")
    expect(phone.locator("[data-total]")).to_have_text("110")
    expect(phone.locator("[data-sum]")).to_have_text("Points are missing: 1")
    keys(phone, "sign", "next", *"57", "back", "0", "sign")
    assert [phone.locator(f"[name=points_{seat}]").input_value() for seat in range(4)] == ["60", "20", "-30", "-50"]
    expect(phone.locator("[data-sum]")).to_have_text("The sum is right")
    assert [text.split("\n")[0] for text in phone.locator("[data-place]").all_inner_texts()] == ["4", "2", "1", "0"]
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_role("heading", name="Sheet, version 1")).to_be_visible()
    assert phone.locator("[data-points-of]").all_inner_texts() == ["60", "20", "−30", "−50"]
    assert [seat.points for seat in TableResult.objects.get().seats.order_by("order")] == [60, 20, -30, -50]
    phone.goto(f"{address}?edit=1")
    expect(phone.locator("[name=player]:checked")).to_have_count(1)


EMPTY_FIELDS = """() => [...document.querySelectorAll('main :is(input, select, textarea)')]
  .filter((field) => field.checkVisibility({ opacityProperty: true }) && field.type !== 'hidden')
  .filter((field) => !field.value && !field.selectedOptions?.[0]?.text.trim())
  .map((field) => field.name)"""


def test_a_confirmed_sheet_shows_no_empty_field(live_site, phone):
    """Under "More" neither: a photo of the paper is added by a button."""
    address = at_table(live_site, phone)
    results.confirm_sheet(acting("ren"), enter(table_of(Tournament.objects.get()), (30, 10, -10, -30)))
    for ending in ("", "?edit=1"):
        phone.goto(f"{address}{ending}")
        phone.evaluate("for (const more of document.querySelectorAll('main details')) more.open = true")
        assert phone.evaluate(EMPTY_FIELDS) == []
        expect(phone.get_by_label("Photo of the signed sheet")).to_have_count(1)
        assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)


def test_nothing_is_chosen_beforehand_and_a_hand_shows_its_payments(live_site, phone):
    at_table(live_site, phone, ending="hands/")
    expect(phone.locator("main input:checked")).to_have_count(0)
    phone.get_by_role("button", name="Save hand").tap()
    expect(phone.locator(".errorlist").first).to_have_text("Tap who won, or “nobody”.")
    phone.get_by_role("group", name="Winner").get_by_text("E · Given01 Family01").tap()
    phone.get_by_label("Value").fill("24")
    phone.get_by_role("button", name="Save hand").tap()
    expect(phone.locator(".errorlist").first).to_have_text("Tap who discarded, or “self-drawn”.")
    phone.get_by_role("group", name="Discarder").get_by_text("W · Given03 Family03").tap()
    phone.get_by_role("button", name="Save hand").tap()
    hand = phone.locator(".hand-lines details")
    assert hand.locator("summary").inner_text().split() == ["1", "+48", "−8", "−32", "−8"]
    hand.locator("summary").tap()
    assert hand.locator("p, li").all_inner_texts() == [
        "Dealer E · Given01 Family01",
        "Given02 Family02 → Given01 Family01 8 · base payment of the others",
        "Given03 Family03 → Given01 Family01 32 · win: the discarder pays",
        "Given04 Family04 → Given01 Family01 8 · base payment of the others",
    ]
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)


def test_three_wins_of_a_hand_that_goes_on_are_in_view_and_kongs_are_chosen(live_site, phone):
    """East wins 2 fan from West, South draws 1 fan, then North wins 1 fan from West."""
    at_table(live_site, phone, "sichuan-world-championship", "hands/")
    expect(phone.locator("main details[open]")).to_have_count(0)
    wins = (
        ("E · Given01", "W · Given03", "2"),
        ("S · Given02", "self-drawn", "1"),
        ("N · Given04", "W · Given03", "1"),
    )
    for number, (winner, source, fan) in enumerate(wins, 1):
        win = phone.get_by_role("group", name=f"Win {number}", exact=True)
        win.get_by_role("group", name="Winner").get_by_text(winner).tap()
        win.get_by_role("group", name="Discarder").get_by_text(source).tap()
        win.get_by_label("Fan").fill(fan)
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    phone.get_by_role("button", name="Save hand").tap()
    expect(phone.locator(".hand-lines details")).to_have_count(1)
    more = HandRecord.objects.get().more
    sent = [tuple(more.get(f"{name}_{number}") for name in ("winner", "discarder", "value")) for number in (1, 2, 3)]
    assert sent == [("0", "2", 2), ("1", None, 1), ("3", "2", 1)]
    a_kong_is_chosen_by_who_kind_and_from_whom(phone)


def a_kong_is_chosen_by_who_kind_and_from_whom(phone):
    """In the next hand, which nobody wins."""
    phone.get_by_role("group", name="Winner").first.get_by_text("nobody").tap()
    for taps in (("E · Given01 Family01", "concealed kong"), ("S · Given02 Family02", "claimed kong", "W · Given03")):
        phone.get_by_role("button", name="Add kong").tap()
        for tap in taps:
            phone.locator(".kongs .tap").get_by_role("button", name=tap).tap()
    expect(phone.locator("[name=kongs]")).to_have_value("Ec SdW")
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    phone.get_by_role("button", name="Remove: E").tap()
    expect(phone.locator("[name=kongs]")).to_have_value("SdW")
    for field in phone.locator("[name^=state_]").all():
        field.evaluate("(select) => { select.closest('details').open = true; select.value = 'not_ready'; }")
    phone.get_by_role("button", name="Save hand").tap()
    expect(phone.locator(".hand-lines details")).to_have_count(2)
    assert HandRecord.objects.latest("pk").more["kongs"] == "SdW"
