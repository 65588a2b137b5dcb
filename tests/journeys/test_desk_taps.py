"""Ren's taps from the call to a proposed ruling, at 360 px, for the ten most common disputes of each family.

A tap is a press, a field filled, or "Next question" after it; typed tiles are one field.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from judging.desk import services as calls
from judging.desk.models import Call
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of
from tournaments.events.models import RulesetVersion

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST = 9
PRESETS = {"mcr": "mcr-2006", "riichi": "riichi-ema-2016", "sichuan": "sichuan-sbr-2025", "taiwan": "taiwan-aono"}

WRONG_SET = {"call": "pung", "own_tiles": "34m", "called_tile": "3m", "noticed_before_discard": "no"}
TILE = {"source": "0", "claimants": ["nobody"], "pung_callers": ["2"], "chow_callers": ["1"]}
COUNT = {"tiles_held": "14", "to_discard": "no", "has_discarded": "yes"}
PROVED = {"established": "yes"}
THIN = {"hand": "123m45p99s chow(345s) pung(222s) +6p", "by": "discard", "shown": "yes"}
NO_FORM = {"hand": "159m159p159s1123z +4z", "shown": "yes"}

# Family, dispute, subject of the call, subject of the case, hand typed or not, answers, taps.
DISPUTES: list[tuple[str, str, str, str, bool, dict[str, Any], int]] = [
    ("mcr", "False win with too few points", "win", "win", True, THIN, 8),
    ("mcr", "False win without a form", "win", "win", False, NO_FORM, 6),
    ("mcr", "Value of a win", "win", "value", True,
     {"hand": "234567m345p23s88s +4s", "by": "discard", "claimed_value": "10"}, 8),
    ("mcr", "Wrong chow found after the discard", "call", "call", False, {**WRONG_SET, "call": "chow"}, 9),
    ("mcr", "Chow against pung", "call", "priority", False, TILE, 8),
    ("mcr", "Wrong number of tiles", "tiles", "tile_count", False, COUNT, 7),
    ("mcr", "Drew too early", "tiles", "fault.early_draw", False, PROVED, 4),
    ("mcr", "Wall knocked over", "tiles", "fault.wall_knocked", False, {**PROVED, "tiles_shown": "1"}, 5),
    ("mcr", "Phone rang", "conduct", "fault.disturbance", False, PROVED, 4),
    ("mcr", "Came late", "time", "fault.lateness", False, {**PROVED, "minutes": "8"}, 5),
    ("riichi", "Win without yaku", "win", "win", False, {**THIN, "prevalent_wind": "E", "seat_wind": "S"}, 9),
    ("riichi", "Riichi not ready", "call", "riichi", False, {"hand": "159m159p159s1123z", "hand_end": "drawn"}, 7),
    ("riichi", "Wrong pung found after the discard", "call", "call", False, WRONG_SET, 9),
    ("riichi", "Swap calling", "call", "fault.swap_discard", False, PROVED, 5),
    ("riichi", "Chow against pung", "call", "priority", False, TILE, 8),
    ("riichi", "Another's tiles shown", "tiles", "exposed", False, {"whose_tiles": "other"}, 4),
    ("riichi", "Wrong number of tiles", "tiles", "tile_count", False, COUNT, 6),
    ("riichi", "Wall knocked over", "tiles", "fault.wall_knocked_restored", False, PROVED, 4),
    ("riichi", "Phone rang", "conduct", "fault.phone_discretion", False, PROVED, 4),
    ("riichi", "Came late", "time", "fault.lateness", False, {**PROVED, "minutes": "8"}, 5),
    ("sichuan", "False win", "win", "win", False, {"hand": "159m159p159s1123p +4p", "shown": "yes"}, 6),
    ("sichuan", "Void suit violated", "call", "void_suit", False,
     {"void_suit": "m", "own_discards": "1p5m", "just_drawn": "no"}, 8),
    ("sichuan", "Wrong pung found after the discard", "call", "call", False, WRONG_SET, 9),
    ("sichuan", "Win under the lock", "win", "fault.locked_win", False, PROVED, 4),
    ("sichuan", "Wrong number of tiles", "tiles", "tile_count", False, COUNT, 6),
    ("sichuan", "Drew too early", "tiles", "fault.early_draw", False, PROVED, 4),
    ("sichuan", "Own tiles shown", "tiles", "fault.own_tiles_shown", False, PROVED, 4),
    ("sichuan", "Wall destroyed", "tiles", "fault.wall_destroyed", False, PROVED, 4),
    ("sichuan", "Advice", "conduct", "fault.conduct", False, PROVED, 4),
    ("sichuan", "Came late", "time", "fault.late_player", False, {**PROVED, "minutes": "8"}, 5),
    ("taiwan", "False win", "win", "win", False, {**NO_FORM, "hand": "159m159p159s1123z147p +4z"}, 6),
    ("taiwan", "Passed win", "win", "fault.passed_win", False, PROVED, 4),
    ("taiwan", "Wrong pung", "call", "call", False, WRONG_SET, 9),
    ("taiwan", "Swap discard", "call", "fault.swap_after_chow", False, PROVED, 5),
    ("taiwan", "Chow against pung", "call", "priority", False, TILE, 8),
    ("taiwan", "Wrong number of tiles", "tiles", "tile_count", False, {**COUNT, "tiles_held": "15"}, 6),
    ("taiwan", "Flower forgotten", "tiles", "flower", False, {"flower_fault": "initial_kept"}, 4),
    ("taiwan", "Wall disturbed", "tiles", "fault.disturbed_wall", False, PROVED, 4),
    ("taiwan", "Phone rang", "conduct", "fault.disturbance", False, PROVED, 4),
    ("taiwan", "Came late", "time", "fault.lateness", False, PROVED, 4),
]  # fmt: skip


class Thumb:
    """Ren's thumb from the queue to a proposal, one question at a time."""

    def __init__(self, phone: Page) -> None:
        self.phone, self.taps = phone, 0

    def opens(self, slug: str, subject: str, hand: bool) -> None:
        self.phone.locator(".call-queue a[href*='call=']").click()
        self.phone.wait_for_url("**/new/?call=*")
        self.taps += 1
        if hand:
            self.phone.locator("input[name=hand]").fill("5")
            self.taps += 1
        button = self.phone.locator(f"button[name=kind][value='{subject}']")
        if not button.is_visible():
            self.phone.locator("details.more", has=button).locator("summary").click()
            self.taps += 1
        button.click()
        self.taps += 1
        self.phone.wait_for_url(re.compile(r"/facts/(\?fault=\w+)?$"))

    def answers(self, given: dict[str, Any]) -> None:
        """Answer what the page asks until it proposes a ruling."""
        here = self.phone.locator(".question[data-here]")
        for _question in range(12):
            name = str(here.get_attribute("data-question"))
            value = given[name]
            for each in value if isinstance(value, list) else [value]:
                self.examined(lambda name=name, each=each: self.answer(name, each))
            if self.phone.locator("#law-says .proposal").count():
                return
            if here.count() and here.get_attribute("data-question") == name:
                self.phone.get_by_role("button", name="Next question").click()
                self.taps += 1
        raise AssertionError("no proposal")

    def answer(self, name: str, value: str) -> None:
        pressed = self.phone.locator(f"input:is([type=radio], [type=checkbox])[name={name}][value='{value}']")
        if pressed.count():
            pressed.check()
            return
        field = self.phone.locator(f"[name={name}]")
        field.fill(value)
        field.blur()

    def examined(self, act: Any) -> None:
        form = self.phone.locator("form.facts-form")
        form.evaluate("form => { form.dataset.pressed = 'yes' }")
        with self.phone.expect_response(re.compile(r"/facts/$")):
            act()
        self.taps += 1
        expect(self.phone.locator("form.facts-form[data-pressed], form.htmx-request, .htmx-settling")).to_have_count(0)


@pytest.mark.parametrize("family", PRESETS)
def test_nine_taps_lead_from_the_call_to_a_proposal(family: str, live_site: Any, phone: Page) -> None:
    event = playing(family=family)
    RulesetVersion.objects.filter(tournament=event).update(preset=PRESETS[family])
    people(event)
    live_site.sign_in(phone, person("ren"))
    table, counted = table_of(event), {}
    for of, dispute, about, subject, hand, given, _taps in DISPUTES:
        if of != family:
            continue
        # A table may not call so often.
        call = Call.objects.create(tournament=event, table=table, about=about)
        phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/"))
        ren = Thumb(phone)
        ren.opens(event.slug, subject, hand)
        ren.answers({"seat": "1", **given})
        counted[dispute] = ren.taps
        call.refresh_from_db()
        calls.close(acting("ren"), call)
    assert counted == {dispute: taps for of, dispute, *_more, taps in DISPUTES if of == family}
    assert max(counted.values()) <= MOST
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
