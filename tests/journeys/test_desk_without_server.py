"""A referee opens, examines and rules on a case while nobody answers; the server has all of it later."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.family import families
from judging.bundling import files, sources
from judging.engine_version import engine_version
from judging.law.examples import Example
from judging.models import Case, ClaimRecord, Ruling
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import people, person
from tests.support.tables import playing
from tournaments.models import RulesetVersion

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FILL = """(sent) => {
  const form = document.querySelector("form.facts-form");
  for (const [name, values] of Object.entries(sent)) {
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      if (["radio", "checkbox"].includes(field.type)) field.checked = values.includes(field.value);
      else field.value = values[0];
    }
  }
  form.requestSubmit();
}"""


@pytest.fixture(autouse=True, scope="module")
def made() -> None:
    """The files for phones."""
    files.make()


def dispute(family: str) -> Example:
    """The commonest one: a win that is none."""
    return next(
        each
        for each in sources.claims()
        if each.ruleset.startswith(family) and each.kind == "win" and each.verdict == "fails"
    )


def opened(phone: Page, kind: str) -> None:
    """A new case at table 1 of round 1, from the page of the desk; nobody answers."""
    phone.get_by_role("link", name="Open a case").click()
    phone.get_by_label("Round", exact=True).fill("1")
    phone.get_by_label("Table", exact=True).fill("1")
    phone.locator(f"[name=case-kind][value={kind}]").check()
    phone.get_by_role("button", name="To the facts").click()
    expect(phone.locator("#law-says [data-computed-on-device]")).to_contain_text(f"engine {engine_version()}")


@pytest.mark.parametrize("family", list(families()))
def test_ren_rules_on_a_win_that_is_none_without_network(live_site: Any, phone: Page, family: str) -> None:
    event = playing(family=family)
    people(event)
    example = dispute(family)
    RulesetVersion.objects.filter(tournament=event).update(preset=example.ruleset)
    live_site.sign_in(phone, person("ren"))
    with phone.expect_response(lambda answer: answer.url.endswith("/without-server/")):
        phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/"), timeout=60_000)
    phone.evaluate(
        """(rules) => document.querySelector("[data-law-on-device]").law.ask("ready", rules)""", example.ruleset
    )
    phone.context.set_offline(True)
    opened(phone, "win")
    phone.evaluate(FILL, sources.form(example, "en")["sent"])
    expect(phone.locator("#law-says .finding.danger").first).to_be_visible()
    expect(phone.locator("#law-says .provisional")).to_be_visible()
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    phone.get_by_role("button", name="Keep the ruling for the server").click()
    expect(phone.locator("[data-outbox-panel]")).to_contain_text("Not sent yet: 1.")
    assert Case.objects.count() == 0
    phone.context.set_offline(False)
    expect(phone.locator("[data-outbox-panel]")).to_be_hidden()
    record, ruling = ClaimRecord.objects.get(), Ruling.objects.get()
    assert (record.device["engine"], record.device["agrees"], record.verdict) == (engine_version(), True, "fails")
    assert (ruling.claim_id, ruling.as_proposed, ruling.case.table.number) == (record.pk, True, 1)
