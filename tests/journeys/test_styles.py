"""Style sheets: a browser drops a whole rule of which it does not understand one selector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import tinycss2
from django.conf import settings
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

UNKNOWN = """selectors => selectors.filter((selector) => {
  try { document.querySelector(selector); return false } catch { return true }
})"""


def read_selectors(rules: list[Any]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            yield tinycss2.serialize(rule.prelude).strip()
        elif rule.type == "at-rule" and rule.content and rule.at_keyword in ("media", "supports", "layer"):
            yield from read_selectors(tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True))


def test_a_browser_understands_every_selector(page: Page) -> None:
    sheets = sorted((settings.BASE_DIR / "static" / "css").rglob("*.css"))
    selectors = {
        (sheet.name, selector)
        for sheet in sheets
        for selector in read_selectors(
            tinycss2.parse_stylesheet(sheet.read_text("utf-8"), skip_comments=True, skip_whitespace=True)
        )
    }
    assert len(selectors) > 500
    # Firefox has a name of its own for this.
    selectors -= {("components.css", "progress::-moz-progress-bar")}
    unknown = set(page.evaluate(UNKNOWN, sorted({selector for _sheet, selector in selectors})))
    assert {(sheet, selector) for sheet, selector in selectors if selector in unknown} == set()
