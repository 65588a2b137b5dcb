"""The referee's desk while nobody answers: a dispute of each family, a new case, its facts, the case that waits."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from judging.cases.logic.form_answers import get_initial_values
from judging.law.examples import Example
from tests.support.browser import script
from tests.support.claims import EXAMPLES

FILL = script("fill-facts")
FILLED = script("facts-stand")


def dispute(family: str) -> Example:
    """The commonest one: a win that is none."""
    return next(
        each for each in EXAMPLES if each.ruleset.startswith(family) and each.kind == "win" and each.verdict == "fails"
    )


def typed(example: Example) -> dict[str, list[str]]:
    """The example as a form holds it: texts by the names of the fields."""
    filled = get_initial_values(example.to_claim())
    return {
        name: [str(each) for each in value] if isinstance(value, list) else ["on" if value is True else str(value)]
        for name, value in filled.items()
        if value is not None and value is not False and value != ""
    }


def opened(phone: Page, kind: str, table: str = "1") -> None:
    """A new case at a table of round 1, on the desk without the server."""
    phone.get_by_label("Round", exact=True).fill("1")
    phone.get_by_label("Table", exact=True).fill(table)
    phone.locator(f"[name=case-kind][value={kind}]").check()
    phone.get_by_role("button", name="Continue to facts").click()
    expect(phone.locator("form.facts-form")).to_be_visible()


def told(phone: Page, example: Example) -> None:
    """Type the example's facts; the page says when the answer comes."""
    phone.evaluate(FILL, typed(example))
    expect(phone.locator("[data-device-desk]")).to_contain_text("This page works offline.")


def is_typed(phone: Page, example: Example) -> Any:
    """Return whether the example's facts stand in the form."""
    return phone.evaluate(FILLED, typed(example))


def ready(phone: Page) -> None:
    """The page of the desk has read what it shows while nobody answers."""
    expect(phone.locator("[data-device-desk-page]")).to_have_attribute("data-read", "yes")


def kept(phone: Page, waiting: int) -> None:
    """The facts are kept as one of so many cases that wait."""
    phone.get_by_role("button", name="Save on this device").click()
    expect(phone.get_by_text("The facts are saved on this device.")).to_be_visible()
    expect(phone.locator("[data-outbox-panel]")).to_contain_text(f"Not sent yet: {waiting}.")


def examined(phone: Page, act: Callable[[], object]) -> None:
    """Do something to the facts, and wait for what the law says."""
    # The answer replaces the form; whoever presses the old one in that very moment presses nothing.
    form = phone.locator("form.facts-form")
    form.evaluate("form => { form.dataset.pressed = 'yes' }")
    with phone.expect_response(re.compile(r"/facts/$")):
        act()
    expect(phone.locator("form.facts-form[data-pressed], form.htmx-request, .htmx-settling")).to_have_count(0)


def arrived(phone: Page, cases: int) -> None:
    """The server has answered; the panel names each case."""
    panel = phone.locator("[data-outbox-panel]")
    expect(panel).to_contain_text(f"Answers of the server to saved entries: {cases}. Check each one.")
    expect(panel.locator("li")).to_contain_text(
        [
            f"Case {number} is saved with a proposed ruling. No ruling has been given yet."
            for number in range(1, cases + 1)
        ]
    )
