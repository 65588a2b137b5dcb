"""olga swaps two players on the phone by keyboard alone, sees what it costs, saves, and takes it back."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.support.browser import LiveSite, accessibility_faults, overflows_sideways, script
from tests.support.people import acting, people, person, small_tournament
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating

pytestmark = pytest.mark.browser

STILL = script("until-still")


def tables(version):
    return {t: [entry.number for entry in entries] for t, entries in seating.read_plan(version).items()}


@pytest.fixture
def event(live_site):
    tournament = small_tournament(16, rounds=4)
    people(tournament)
    seating_drafts.generate(acting(), tournament, rounds=list(tournament.rounds.order_by("number")), seed="s")
    return tournament


def test_olga_swaps_by_keyboard_saves_and_takes_back(live_site: LiveSite, phone: Page, event) -> None:
    first = event.rounds.get(number=1)
    draft = first.seatings.get()
    before = tables(draft)
    live_site.sign_in(phone, person("olga"))
    phone.goto(live_site.url(reverse("manage_swaps", args=[event.slug, 1, 1])))
    repeats = phone.locator("[data-measure=repeats]")
    expect(repeats.locator("td").nth(1)).to_have_text("0")
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
    # A phone shows the players of the first table, of the others a line each.
    expect(phone.locator(".table-card.folded")).to_have_count(3)
    expect(phone.locator(".swap-seat:visible")).to_have_count(4)

    phone.locator("[data-seat='1-0']").focus()
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Enter")
    expect(phone.locator("[data-seat='1-1']")).to_have_attribute("aria-pressed", "true")
    phone.keyboard.press("Escape")
    expect(phone.locator("[data-seat][aria-pressed=true]")).to_have_count(0)
    phone.keyboard.press("Space")
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("Enter")
    # In three rounds each of the two has met everybody of the other's table but one.
    expect(repeats.locator("td").nth(0)).to_have_text("0")
    expect(repeats.locator("td").nth(1)).not_to_have_text("0")
    expect(repeats).to_contain_text("worse")
    expect(phone.locator("[data-seat='2-1']")).to_be_focused()
    expect(phone.locator("[data-say]")).to_contain_text("change chairs. Repeated meetings: 0, now")
    assert accessibility_faults(phone) == []
    assert not overflows_sideways(phone)
    assert first.seatings.count() == 1

    phone.keyboard.press("Control+z")
    expect(repeats).not_to_contain_text("worse")
    phone.keyboard.press("Control+y")
    expect(repeats).to_contain_text("worse")
    phone.get_by_role("link", name="Save …").press("Enter")
    phone.keyboard.type("two friends")
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("Swaps saved as version 2. Version 1 is kept.")).to_be_visible()
    one, two = before[1][1], before[2][1]
    saved = first.seatings.get(version=2)
    assert tables(saved) == before | {
        1: [two if player == one else player for player in before[1]],
        2: [one if player == two else player for player in before[2]],
    }
    assert saved.reason == "two friends"
    phone.get_by_role("button", name="Undo swaps").press("Enter")
    expect(phone.get_by_text("The swaps are undone.")).to_be_visible()
    assert tables(first.seatings.get(version=3)) == before


def test_sue_drags_one_player_onto_another_and_without_scripts_uses_lists(
    live_site: LiveSite, page: Page, new_page, event
) -> None:
    live_site.sign_in(page, person("sue"))
    page.goto(live_site.url(reverse("manage_swaps", args=[event.slug, 1, 1])))
    names = [page.locator(f"[data-seat='{seat}']").get_attribute("value") for seat in ("1-0", "3-2")]
    page.locator("[data-seat='1-0']").hover()
    page.mouse.down()
    page.locator("[data-seat='3-2']").hover()
    page.mouse.up()
    expect(page.locator("[data-seat='3-2']")).to_have_attribute("value", str(names[0]))
    expect(page.locator("[data-seat='1-0']")).to_have_attribute("value", str(names[1]))
    expect(page.locator("[data-seat][aria-pressed=true]")).to_have_count(0)
    assert accessibility_faults(page) == []
    # Nothing of it is saved. Without scripts two lists and a button do it.
    page = new_page(java_script_enabled=False)
    live_site.sign_in(page, person("sue"))
    page.goto(live_site.url(reverse("manage_swaps", args=[event.slug, 1, 1])))
    page.locator("#swap-first").select_option("3")
    page.locator("#swap-second").select_option("12")
    page.get_by_role("button", name="Try the swap").click()
    expect(page.get_by_text("3 Given03 Family03 ↔ 12 Given12 Family12")).to_be_visible()
    page.locator("[data-seat='1-0']").click()
    page.locator("[data-seat='4-3']").click()
    page.get_by_role("button", name="Save 2 swaps").click()
    expect(page.get_by_text("Swaps saved as version 2. Version 1 is kept.")).to_be_visible()
    assert event.rounds.get(number=1).seatings.get(state="draft").version == 2


def test_a_finger_that_rests_on_a_player_drags_him_to_a_table_far_below(
    live_site: LiveSite, phone: Page, event
) -> None:
    live_site.sign_in(phone, person("sue"))
    phone.clock.install()
    phone.goto(live_site.url(reverse("manage_swaps", args=[event.slug, 1, 1])))
    first, last = phone.locator("[data-seat='1-0']"), phone.locator("[data-seat='4-1']")
    names = [first.get_attribute("value"), last.get_attribute("value")]
    finger = phone.context.new_cdp_session(phone)

    def touch(kind: str, **at: float) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at] if at else []})

    def at_rest(seat: Locator) -> dict[str, float]:
        """Return the position once the page has stopped scrolling."""
        seat.scroll_into_view_if_needed()
        seat.evaluate(STILL)
        return middle(seat.bounding_box())

    def middle(box) -> dict[str, float]:
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    # A swipe at once scrolls and picks nobody up.
    start = at_rest(first)
    touch("touchStart", **start)
    for by in (20, 60, 100):
        touch("touchMove", x=start["x"], y=start["y"] - by)
    touch("touchEnd")
    expect(phone.locator(".drag-ghost")).to_have_count(0)

    start = at_rest(first)
    touch("touchStart", **start)
    # Where the page still ran on from the swipe, the finger has only stopped it, and comes down once more.
    for _again in range(5):
        phone.clock.run_for(1000)
        if phone.locator(".drag-ghost").count():
            break
        touch("touchEnd")
        start = at_rest(first)
        touch("touchStart", **start)
    expect(phone.locator(".drag-ghost")).to_have_text("Given" + f"{int(names[0]):02} Family{int(names[0]):02}")
    # At the edge the page moves on under the finger until the last table is in sight.
    touch("touchMove", x=start["x"], y=start["y"] + 20)
    touch("touchMove", x=start["x"], y=phone.viewport_size["height"] - 5)
    expect(phone.locator("[data-seat='4-3']")).to_be_in_viewport(ratio=1)
    touch("touchMove", x=start["x"], y=200)
    target = middle(last.bounding_box())
    touch("touchMove", **target)
    expect(last).to_have_class("swap-seat over")
    touch("touchEnd")
    expect(last).to_have_attribute("value", names[0])
    expect(first).to_have_attribute("value", names[1])
    expect(phone.locator("[data-measure=repeats]")).to_contain_text("worse")
