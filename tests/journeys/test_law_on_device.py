"""The law on a phone: it says what the server says, and it answers when the server does not."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from engine.commands.batch import answer_line
from judging.bundling import files, sources
from judging.law.answers import answer_claim

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORK = """async (lines) => {
  const { law } = document.querySelector("[data-law-on-device]");
  const said = [];
  for (const line of lines) said.push(await law.ask("line", line));
  return said;
}"""


@pytest.fixture(autouse=True, scope="module")
def made() -> None:
    """The files for phones; without them there is nothing to test, and a test fails with what is missing."""
    files.make()


def test_every_claim_is_answered_as_on_the_server_to_the_letter(live_site, page: Page) -> None:
    page.goto(live_site.url("/rules/mcr-2006/ask/win/"))
    lines = [json.dumps({"id": at, **example.claim()}) for at, example in enumerate(sources.claims())]
    lines += ["[]", "{", '{"kind": "none", "ruleset": "mcr-2006"}']
    assert page.evaluate(WORK, lines) == [answer_line(answer_claim, line)[0] for line in lines]
