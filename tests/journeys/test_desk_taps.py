"""Ren's taps from the call to a proposed ruling, at 360 px, for the most common disputes of each family.

A tap is a press, a field filled and left with Enter, or "Next question"; typed tiles are one field. A run takes a
fifth of the disputes of one family.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from judging.cases.services import cases
from judging.desk import services as calls
from judging.desk.models import Call
from tests.journeys.device_desk import examined
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person
from tests.support.slices import in_slice
from tests.support.tables import playing, table_of
from tournaments.events.models import RulesetVersion

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST = 9
PRESETS = {"mcr": "mcr-2006", "riichi": "riichi-ema-2016", "sichuan": "sichuan-sbr-2025", "taiwan": "taiwan-aono"}

DISPUTES: dict[str, list[Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


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
        field.press("Enter")

    def examined(self, act: Any) -> None:
        examined(self.phone, act)
        self.taps += 1


@pytest.mark.parametrize("family", in_slice(list(PRESETS), 4))
def test_nine_taps_lead_from_the_call_to_a_proposal(family: str, live_site: Any, phone: Page) -> None:
    event = playing(family=family)
    RulesetVersion.objects.filter(tournament=event).update(preset=PRESETS[family])
    people(event)
    live_site.sign_in(phone, person("ren"))
    table, counted, disputes = table_of(event), {}, in_slice(DISPUTES[family], 5)
    for dispute, about, subject, hand, _taps, given in disputes:
        # A table may not call so often.
        call = Call.objects.create(tournament=event, table=table, about=about)
        phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/"))
        ren = Thumb(phone)
        ren.opens(event.slug, subject, hand)
        ren.answers({"seat": "1", **given})
        counted[dispute] = ren.taps
        call.refresh_from_db()
        calls.close(acting("ren"), call)
    assert counted == {dispute: taps for dispute, _about, _subject, _hand, taps, _given in disputes}
    assert max(counted.values()) <= MOST
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/rules/?q=kong"))
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)


def test_what_witnesses_say_is_tapped_at_the_question(live_site: Any, phone: Page) -> None:
    """Each tap leaves the question in its place; the page says what each answer leads to."""
    event = playing(family="mcr")
    people(event)
    live_site.sign_in(phone, person("ren"))
    case = cases.open_case(acting("ren"), event, kind="fault", table=table_of(event))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/{case.number}/facts/?kind=fault&fault=disturbance"))
    ren, here = Thumb(phone), phone.locator(".question[data-here]")
    ren.examined(lambda: ren.answer("seat", "1"))
    assert (here.get_attribute("data-question"), here.locator("fieldset.group").count()) == ("established", 0)
    for name, value in (("established", "witnesses"), ("established_said_0", "yes"), ("established_said_1", "no")):
        ren.examined(lambda name=name, value=value: ren.answer(name, value))
        assert here.get_attribute("data-question") == "established"
    listed = phone.locator("#law-says li").all_inner_texts()
    assert [line.split(" → ")[0].rsplit(" ", 1)[1] for line in listed] == ["Yes", "No"]
    assert (accessibility_faults(phone), overflows_sideways(phone), ren.taps) == ([], False, 4)
    phone.get_by_role("button", name="Next question").click()
    assert (here.count(), phone.get_by_text("No more questions.").is_visible()) == (0, True)
