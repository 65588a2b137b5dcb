"""The referee's desk while nobody answers: a dispute of each family, a new case, its facts, the ruling that waits."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from judging.bundling import sources
from judging.engine_version import engine_version
from judging.law.examples import Example

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


def ready(phone: Page, ruleset: str) -> None:
    """Wait until this device can answer for the ruleset."""
    phone.evaluate("""(rules) => document.querySelector("[data-law-on-device]").law.ask("ready", rules)""", ruleset)


def kept(phone: Page, example: Example, waiting: int) -> None:
    """The example's win is examined on this device, and the ruling kept as one of so many that wait."""
    phone.evaluate(FILL, sources.form(example, "en")["sent"])
    expect(phone.locator("#law-says .finding.danger").first).to_be_visible()
    expect(phone.locator("#law-says .provisional")).to_be_visible()
    phone.get_by_role("button", name="Keep the ruling for the server").click()
    expect(phone.get_by_text("Choose what you rule.")).to_be_visible()
    for proposed in phone.locator("#law-says .provisional input[value=standard]").all():
        proposed.check()
    phone.get_by_role("button", name="Keep the ruling for the server").click()
    expect(phone.locator("[data-outbox-panel]")).to_contain_text(f"Not sent yet: {waiting}.")
