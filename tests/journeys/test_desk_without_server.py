"""A referee opens, examines and rules on a case while nobody answers; the server has all of it later."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.family import families
from judging.bundling import files
from judging.engine_version import engine_version
from judging.models import Case, ClaimRecord, Ruling
from tests.journeys.device_desk import dispute, kept, opened, ready
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import people, person
from tests.support.tables import playing
from tournaments.models import RulesetVersion

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def saves_data() -> bool:
    """The law is fetched before anybody asks."""
    return False


@pytest.fixture(autouse=True, scope="module")
def made() -> None:
    """The files for phones."""
    files.make()


@pytest.mark.parametrize("family", list(families()))
def test_ren_rules_on_a_win_that_is_none_without_network(live_site: Any, phone: Page, family: str) -> None:
    event = playing(family=family)
    people(event)
    example = dispute(family)
    RulesetVersion.objects.filter(tournament=event).update(preset=example.ruleset)
    live_site.sign_in(phone, person("ren"))
    with phone.expect_response(lambda answer: answer.url.endswith("/without-server/")):
        phone.goto(live_site.url(f"/t/{event.slug}/manage/cases/"), timeout=60_000)
    ready(phone, example.ruleset)
    phone.context.set_offline(True)
    opened(phone, "win")
    kept(phone, example, 1)
    assert (accessibility_faults(phone), overflows_sideways(phone)) == ([], False)
    assert Case.objects.count() == 0
    phone.context.set_offline(False)
    expect(phone.locator("[data-outbox-panel]")).to_be_hidden()
    record, ruling = ClaimRecord.objects.get(), Ruling.objects.get()
    assert (record.device["engine"], record.device["agrees"], record.verdict) == (engine_version(), True, "fails")
    assert (ruling.claim_id, ruling.as_proposed, ruling.case.table.number) == (record.pk, True, 1)
