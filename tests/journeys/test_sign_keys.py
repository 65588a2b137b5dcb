"""Points on a phone: a keyboard of digits, and a key for the sign beside each field."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from judging.cases.queries import judgments
from judging.cases.services import cases
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of
from tournaments.events.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIGN = "Plus or minus"


@pytest.fixture
def event() -> Tournament:
    event = playing()
    people(event)
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    return event


def keyboards(page: Page, prefix: str) -> dict[str, tuple[str, bool]]:
    """Keyboard that each field asks for, and whether a key for the sign stands beside it."""
    found: dict[str, list[Any]] = page.evaluate(
        """(prefix) => Object.fromEntries([...document.querySelectorAll(`main [name^="${prefix}"]`)].map((field) => {
          const key = field.parentElement.querySelector('[data-sign]'), box = key?.getBoundingClientRect();
          const beside = !!box && box.width >= 44 && box.height >= 44 && box.right <= innerWidth
            && Math.abs(box.top - field.getBoundingClientRect().top) < 2;
          return [field.name, [field.inputMode, beside]];
        }))""",
        prefix,
    )
    return {name: (mode, beside) for name, (mode, beside) in found.items()}


SEATS = {f"points_{seat}": ("numeric", True) for seat in range(4)}


def test_the_key_turns_the_sign_by_thumb_and_keyboard_and_stands_at_every_field_for_points(
    live_site, phone, page, event
):
    by_keyboard_it_is_pressed_and_not_in_sam_s_way(live_site, page, event)
    live_site.sign_in(phone, person("sam"))
    either_way_it_leaves_room_for_five_digits(live_site, phone, event)
    every_field_for_points_has_digits_and_the_key(live_site, phone, event)


def either_way_it_leaves_room_for_five_digits(live_site, phone, event):
    phone.goto(live_site.url(f"/t/{event.slug}/manage/results/1/table/1/"))
    field, key = phone.locator("[name=points_0]"), phone.get_by_role("button", name=SIGN).first
    key.tap()
    phone.keyboard.type("40")
    expect(field).to_have_value("-40")
    key.tap()
    expect(field).to_have_value("40")
    field.fill("−1 200")
    key.tap()
    expect(field).to_have_value("1 200")
    expect(field).to_be_focused()
    # A riichi sheet has five digits and a sign: they are read whole beside the key and the unit.
    for address in ("results/1/", "results/1/table/1/"):
        phone.goto(live_site.url(f"/t/{event.slug}/manage/{address}"))
        field = phone.locator("[name=points_0]").first
        field.fill("-45000")
        assert (address, field.evaluate("field => field.scrollWidth <= field.clientWidth")) == (address, True)


def by_keyboard_it_is_pressed_and_not_in_sam_s_way(live_site, page, event):
    page.goto(live_site.url(f"/e/{table_of(event).token}/"))
    field = page.locator("[name=points_0]")
    field.fill("24")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=SIGN).first).to_be_focused()
    page.keyboard.press("Space")
    expect(field).to_have_value("-24")
    expect(field).to_be_focused()
    # Beside a real keyboard the fast entry has no key in the way of Tab.
    live_site.sign_in(page, person("sam"))
    page.goto(live_site.url(f"/t/{event.slug}/manage/results/1/"))
    page.locator("form[data-table='1'] [name=points_0]").fill("60")
    page.keyboard.press("Tab")
    expect(page.locator("form[data-table='1'] [name=points_1]")).to_be_focused()


def every_field_for_points_has_digits_and_the_key(live_site, phone, event):
    case = cases.open_case(acting("ren"), event, kind="fault", table=table_of(event))
    facts = {"fault": "lateness", "established": True, "minutes": 16}
    cases.record_claim(acting("ren"), case, judgments.judge(case, {"kind": "fault", "seat": 1, "facts": facts}))
    live_site.sign_in(phone, person("olga"))
    manage = live_site.url(f"/t/{event.slug}/manage/")
    for address, prefix, wanted in (
        ("results/1/", "points_", SEATS),
        ("results/1/table/1/", "points_", SEATS),
        ("ledger/", "amount", {"amount": ("decimal", True)}),
        ("cases/1/", "own_points", {"own_points": ("decimal", True)}),
    ):
        phone.goto(manage + address)
        phone.evaluate("for (const more of document.querySelectorAll('main details')) more.open = true")
        phone.evaluate("for (const sheet of document.querySelectorAll('form[data-table]')) sheet.dataset.open = ''")
        assert keyboards(phone, prefix) == wanted
        assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
