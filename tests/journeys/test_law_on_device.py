"""The law on a phone: it says what the server says, and it answers when the server does not."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.commands.batch import answer_line
from judging.bundling import files, sources
from judging.engine_version import engine_version
from judging.law.answers import answer_claim
from judging.models import ClaimRecord
from judging.services import cases
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def saves_data() -> bool:
    """The law is fetched before anybody asks."""
    return False


WORK = """async (lines) => {
  const { law } = document.querySelector("[data-law-on-device]");
  const said = [];
  for (const line of lines) said.push(await law.ask("line", line));
  return said;
}"""

LIMIT = """(limit) => {
  document.querySelector("[data-law-on-device]").law.limits.later = limit;
}"""

BUSY = """(lines) => {
  const { law } = document.querySelector("[data-law-on-device]");
  for (const line of lines) law.ask("line", line).catch(() => {});
}"""

TILES = "How many tiles does the player have, each meld counted as three?"


@pytest.fixture(autouse=True, scope="module")
def made() -> None:
    """The files for phones; without them there is nothing to test, and a test fails with what is missing."""
    files.make()


def ready(page: Page) -> Locator:
    """Wait until the device could answer; where the law says what it says."""
    page.evaluate("""() => document.querySelector("[data-law-on-device]").law.ask("ready", "mcr-2006")""")
    return page.locator("#law-says")


def test_every_claim_is_answered_as_on_the_server_to_the_letter(live_site: Any, phone: Page) -> None:
    # The first page of a busy machine.
    phone.goto(live_site.url("/rules/mcr-2006/ask/tile_count/"), timeout=60_000)
    says = ready(phone)
    lines = [json.dumps({"id": at, **example.claim()}) for at, example in enumerate(sources.claims())]
    lines += ["[]", "{", '{"kind": "none", "ruleset": "mcr-2006"}']
    assert phone.evaluate(WORK, lines) == [answer_line(answer_claim, line)[0] for line in lines]
    # A proxy whose site has ended, and the site again.
    phone.route("**/ask/**", lambda route: route.fulfill(status=502))
    phone.locator("input[name=seat][value='1']").check()
    expect(says.locator("[data-computed-on-device]")).to_contain_text(f"engine {engine_version()}")
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    phone.get_by_role("button", name="All questions").click()
    # A worker that takes too long, here behind much other work, is ended and begun anew; the next question is answered.
    phone.evaluate(BUSY, lines * 20)
    phone.evaluate(LIMIT, 1)
    phone.locator("input[name=seat][value='2']").check()
    expect(says).to_contain_text("The law took too long on this device and was started again.")
    phone.evaluate(LIMIT, 20_000)
    phone.locator("input[name=seat][value='3']").check()
    expect(says.locator("[data-computed-on-device]")).to_be_visible(timeout=60_000)
    phone.unroute("**/ask/**")
    phone.get_by_label(TILES, exact=True).fill("12")
    phone.get_by_label(TILES, exact=True).blur()
    expect(says.locator("[data-computed-on-device]")).to_have_count(0)


def test_ren_sees_the_verdict_without_network_and_the_server_has_the_facts_later(live_site: Any, phone: Page) -> None:
    event = playing()
    people(event)
    live_site.sign_in(phone, person("ren"))
    phone.add_init_script("localStorage.setItem('facts-all-questions', 'yes')")
    case = cases.open_case(acting("ren"), event, kind="tile_count", table=table_of(event))
    phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/{case.number}/facts/"))
    says = ready(phone)
    phone.context.set_offline(True)
    phone.locator("input[name=seat][value='2']").check()
    phone.get_by_label(TILES, exact=True).fill("12")
    phone.get_by_label(TILES, exact=True).blur()
    for question, answer in (
        ("Is the player about to discard?", "No"),
        ("Has the player discarded in this hand?", "Yes"),
    ):
        phone.get_by_role("group", name=question).get_by_label(answer, exact=True).check()
    expect(says.locator(".finding.danger")).to_contain_text("12")
    expect(says.locator("[data-computed-on-device]")).to_be_visible()
    expect(says.locator(".proposal")).to_contain_text(case.parties.get(seat=2).entry.name)
    # A device that has no memory left ends the worker, and no other begins.
    phone.evaluate("""() => {
      const { law } = document.querySelector("[data-law-on-device]");
      law.address = "/pocket/gone/worker.js";
      law.end("no memory");
    }""")
    phone.get_by_role("button", name="Examine").click()
    expect(says).to_contain_text("this device cannot run the law")
    phone.get_by_role("button", name="Record the facts").click()
    expect(phone.locator("[data-claim-keeper]")).to_contain_text("Waiting on this device")
    phone.context.set_offline(False)
    phone.wait_for_url(re.compile(r"/cases/\d+/$"))
    assert ClaimRecord.objects.get().claim["facts"] == {"tiles_held": 12, "to_discard": False, "has_discarded": True}
